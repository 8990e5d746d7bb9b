import { sql } from 'kysely'
import { cleaner } from '../../jobs/cleaner.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { enqueue } from '../../jobs/queue.ts'
import { hour, second } from '../../kernel/durations.ts'
import { notify } from '../notifications/service.ts'
import { excerpt } from '../notifications/texts.ts'
import { nameOf, stakeholders } from '../users/people-store.ts'
import { foldCounts } from './counts/store.ts'
import { countDays, takeDue } from './days/store.ts'
import { nextToResolve } from './duplicates.ts'
import { resolve } from './service.ts'
import * as store from './store.ts'

/** Notifies the members of the incident's group, and its opener. */
export const notifyStakeholders: JobHandler = {
  type: 'notify-stakeholders',
  concurrency: 2,
  inTransaction: async (ctx, job) => {
    const { id } = job.payload as { id: string }
    const incident = await store.lock(ctx.db, id)
    if (!incident) return // deleted in the meantime: no notification is needed
    const { short_description, description, priority, assignment_group, opened_by, opened_by_id } = incident
    const opener = { id: opened_by_id, email: opened_by }
    await notify(ctx, await stakeholders(ctx.db, assignment_group, opener), {
      kind: 'incident.created',
      title: `${priority} ${id}: ${short_description}`,
      message:
        `${await nameOf(ctx.db, opener)} opened ${id} (${priority})${assignment_group ? ` for ${assignment_group}` : ''}: ${short_description}` +
        (description ? `\n\n${excerpt(description)}` : ''),
      subject_id: id,
      category: 'assigned',
      cause: `${id}:1`,
      url: `${store.addressOf(ctx.config.base_url)}${id}`,
    })
  },
}

/** One at a time, because an outage may have hundreds. The others stay open if the original is reopened meanwhile. */
export const resolveDuplicates: JobHandler = {
  type: 'resolve-duplicates',
  concurrency: 1,
  inTransaction: async (ctx, job) => {
    const { id: original } = job.payload as { id: string }
    const duplicate = await nextToResolve(ctx.db, original)
    if (duplicate === undefined) return
    await resolve(ctx, duplicate, `Resolved with ${original}, of which this is a duplicate`)
    await enqueue(ctx, 'resolve-duplicates', { payload: job.payload })
  },
}

/** Adds up what writers have counted, so that a total reads as many rows as there are kinds. */
export const foldIncidentCounts: JobHandler = {
  type: 'fold-incident-counts',
  concurrency: 1,
  every: 5 * second,
  hasWork: () => sql`exists (select from incident_counts)`,
  inTransaction: async (ctx) => {
    await foldCounts.execute(ctx.db)
  },
}

/** Empty totals change no sum, and finding them reads all totals, so they are not removed with every fold. */
export const forgetEmptyTotals = cleaner('forget-empty-totals', hour, () => [
  { table: 'incident_totals', where: sql`n = 0` },
])

/** Counts the days that have changed, and those that have ended since. */
export const countIncidentDays: JobHandler = {
  type: 'count-incident-days',
  concurrency: 1,
  every: 5 * second,
  inTransaction: async (ctx) => {
    const dates = await takeDue(ctx)
    if (dates.length > 0) await countDays(ctx, dates)
  },
}
