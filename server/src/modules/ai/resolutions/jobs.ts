import { transact } from '../../../db/ctx.ts'
import type { Subscriber } from '../../../events/dispatch.ts'
import type { Event } from '../../../events/outbox.ts'
import type { JobHandler } from '../../../jobs/worker.ts'
import { hour, minute, second } from '../../../kernel/durations.ts'
import type { Embedding } from '../embedding/static.ts'
import { suggestFor } from './service.ts'
import * as store from './store.ts'

/** So many at a time, and for a twentieth of the time at most. */
const batch = 20
const patience = second / 4
const sweep = 100
const sweepPatience = 3 * second

/** Incidents that were opened a moment ago, and those for which something else may be found than last time. */
export const suggestResolutions = (embedding: Embedding): JobHandler => ({
  type: 'suggest-resolutions',
  concurrency: 1,
  every: 5 * second,
  outside: async (ctx, job) => {
    const fresh = await store.untried(ctx.db, new Date(ctx.now.getTime() - hour), batch)
    const again = await store.due(ctx.db, batch - fresh.length)
    await suggestFor(ctx, embedding, [...fresh, ...again], job, patience)
  },
})

/** All that are open: those of an import, of the demo, or of times when there was nobody to look. */
export const sweepResolutions = (embedding: Embedding): JobHandler => ({
  type: 'sweep-resolutions',
  concurrency: 1,
  every: minute,
  outside: async (ctx, job) => {
    await transact(ctx, (ctx) => store.rest(ctx.db))
    await suggestFor(ctx, embedding, await store.untried(ctx.db, new Date(0), sweep), job, sweepPatience)
  },
})

const telling = new Set(['short_description', 'description', 'category'])

/** A changed text is looked at again, and one that came back; so is what was suggested from it. */
export const reviseSuggestions: Subscriber = {
  events: ['incident.updated'],
  handle: async (ctx, events) => {
    const changesOf = ({ data }: Event) => Object.keys((data.changes ?? {}) as object)
    const reopened = events.filter(
      (event) => event.data.state === 'reopened' && changesOf(event).includes('state'),
    )
    const rewritten = events.filter((event) => changesOf(event).some((field) => telling.has(field)))
    const ids = (told: Event[]) => told.map(({ subject_id }) => subject_id)
    if (reopened.length + rewritten.length > 0)
      await store.makeDue(ctx.db, ids([...rewritten, ...reopened]), ids(reopened))
  },
}
