import type { Ctx, Tx } from '../../../db/ctx.ts'
import type { Subscriber } from '../../../events/dispatch.ts'
import type { Event } from '../../../kernel/event.ts'
import { eventTypes } from '../../../kernel/event-types.ts'
import { randomId } from '../../../kernel/ids.ts'
import { compileFilters, eventValue } from '../mapping/filters.ts'
import { activeSubscriptions, readGeneration } from '../outbound/store.ts'
import { insert } from './store.ts'

/** Larger statements are not faster. */
const chunk = 2000

interface WebhookSubscriber {
  id: string
  wants: (event: SentEvent) => boolean
}

type SentEvent = Event & { service_instance: string }

/** One delivery for each event and each webhook that subscribes to it, in the transaction that dispatches the event. */
export function fanOut(): Subscriber {
  let cache: { generation: string; subscribers: WebhookSubscriber[] } | undefined
  return {
    events: eventTypes,
    handle: async (ctx, events) => {
      const generation = await readGeneration(ctx.db)
      if (cache?.generation !== generation) cache = { generation, subscribers: await load(ctx) }
      const { subscribers } = cache
      const { service_instance } = ctx.config
      const deliveries = events.flatMap((event) => {
        const sent = { ...event, service_instance }
        return subscribers.filter(({ wants }) => wants(sent)).map(({ id }) => deliveryOf(id, event))
      })
      for (let i = 0; i < deliveries.length; i += chunk) await insert(ctx, deliveries.slice(i, i + chunk))
    },
  }
}

async function load(ctx: Ctx<Tx>): Promise<WebhookSubscriber[]> {
  return (await activeSubscriptions(ctx.db)).map(({ id, events, filters }) => {
    const types = new Set<string>(events)
    const failedFilter = compileFilters<SentEvent>(filters, eventValue)
    return { id, wants: (event) => types.has(event.type) && failedFilter(event) === undefined }
  })
}

const deliveryOf = (webhook_id: string, { seq, id, type, subject_id }: Event) => ({
  id: randomId('del_'),
  webhook_id,
  event_seq: seq,
  event_id: id,
  event: type,
  subject_id,
  replay_of: null,
})
