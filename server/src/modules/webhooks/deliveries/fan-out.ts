import type { Ctx, Tx } from '../../../db/ctx.ts'
import type { Subscriber } from '../../../events/dispatch.ts'
import type { Event } from '../../../events/outbox.ts'
import { eventTypes } from '../../../kernel/event-types.ts'
import { randomId } from '../../../kernel/ids.ts'
import { compileFilters, eventValue } from '../mapping/filters.ts'
import { generation, listening } from '../outbound/store.ts'
import { insert } from './store.ts'

/** More rows than this in one statement gain nothing. */
const chunk = 2000

interface Listener {
  id: string
  wants: (event: Event) => boolean
}

/** One delivery for each event and each webhook that wants it, in the transaction that passes the event on. */
export function fanOut(): Subscriber {
  let known: { generation: string; listeners: Listener[] } | undefined
  return {
    events: eventTypes,
    handle: async (ctx, events) => {
      const current = await generation(ctx.db)
      if (known?.generation !== current) known = { generation: current, listeners: await load(ctx) }
      const deliveries = events.flatMap((event) =>
        known!.listeners.filter(({ wants }) => wants(event)).map(({ id }) => deliveryOf(id, event)),
      )
      for (let i = 0; i < deliveries.length; i += chunk) await insert(ctx.db, deliveries.slice(i, i + chunk))
    },
  }
}

async function load(ctx: Ctx<Tx>): Promise<Listener[]> {
  return (await listening(ctx.db)).map(({ id, events, filters }) => {
    const types = new Set<string>(events)
    const firstThatFails = compileFilters<Event>(filters, eventValue)
    return { id, wants: (event) => types.has(event.type) && firstThatFails(event) === undefined }
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
