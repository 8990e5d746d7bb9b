import type { Ctx, Tx } from '../db/ctx.ts'
import type { JobHandler } from '../jobs/worker.ts'
import type { EventType } from './catalog.ts'
import { dispatchJob, type Event } from './outbox.ts'

/** A module that reacts to another. It writes in the dispatching transaction: once per event, or not at all. */
export interface Subscriber {
  events: readonly EventType[]
  handle: (ctx: Ctx<Tx>, event: Event) => Promise<void>
}

export const dispatchEvents = (subscribers: Subscriber[]): JobHandler => ({
  type: dispatchJob,
  concurrency: 4,
  inside: async (ctx, job) => {
    const { seq } = job.payload as { seq: number }
    const event = await ctx.db
      .selectFrom('events')
      .select(['seq', 'id', 'type', 'subject_id', 'actor_id', 'occurred_at', 'data'])
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    for (const subscriber of subscribers)
      if (subscriber.events.includes(event.type)) await subscriber.handle(ctx, event)
  },
})
