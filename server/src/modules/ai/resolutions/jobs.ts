import { sql } from 'kysely'
import { transact } from '../../../db/ctx.ts'
import type { Subscriber } from '../../../events/dispatch.ts'
import type { Event } from '../../../kernel/event.ts'
import type { JobHandler } from '../../../jobs/job-runner.ts'
import { minute, second } from '../../../kernel/durations.ts'
import { encoderName } from '../embedding/encoder.ts'
import { areArticlesEncoded } from '../retrieval/encoding-store.ts'
import type { PassageIndex } from '../retrieval/open.ts'
import { suggestFor } from './service.ts'
import * as store from './store.ts'

/** Batch size, and at most a twentieth of the time. */
const batch = 20
const maxDuration = second / 4
const sweep = 100
const maxSweepDuration = 3 * second

/** A suggestion stays for a day, so none is made from an index that is still being filled. */
const isReady =
  ({ embedding }: PassageIndex) =>
  () =>
    embedding.name === encoderName ? areArticlesEncoded : sql<boolean>`true`

/** New incidents, and those that may get a better suggestion than last time. */
export const suggestResolutions = (index: PassageIndex): JobHandler => ({
  type: 'suggest-resolutions',
  concurrency: 1,
  every: 5 * second,
  hasWork: isReady(index),
  run: async (ctx, job) => {
    const fresh = await store.fresh(ctx.db, batch)
    const again = await store.due(ctx.db, batch - fresh.length)
    await suggestFor(ctx, index, [...fresh, ...again], job, maxDuration)
  },
})

/** All open incidents without a suggestion, such as imported ones and demo data. */
export const sweepResolutions = (index: PassageIndex): JobHandler => ({
  type: 'sweep-resolutions',
  concurrency: 1,
  every: minute,
  hasWork: isReady(index),
  run: async (ctx, job) => {
    await transact(ctx, (ctx) => store.rest(ctx.db))
    await suggestFor(ctx, index, await store.withoutAttempt(ctx.db, sweep), job, maxSweepDuration)
  },
})

const telling = new Set(['short_description', 'description', 'category'])

/** Changed and reopened incidents are checked again, and so are suggestions based on them. */
export const reviseSuggestions: Subscriber = {
  events: ['incident.updated'],
  handle: async (ctx, events) => {
    const changesOf = ({ data }: Event) => Object.keys((data.changes ?? {}) as object)
    const reopened = events.filter(
      (event) => event.data.state === 'reopened' && changesOf(event).includes('state'),
    )
    const rewritten = events.filter((event) => changesOf(event).some((field) => telling.has(field)))
    const ids = (events: Event[]) => events.map(({ subject_id }) => subject_id)
    if (reopened.length + rewritten.length > 0)
      await store.makeDue(ctx.db, ids([...rewritten, ...reopened]), ids(reopened))
  },
}
