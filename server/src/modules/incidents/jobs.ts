import { sql } from 'kysely'
import type { JobHandler } from '../../jobs/worker.ts'
import { second } from '../../kernel/durations.ts'
import { notify } from '../notifications/service.ts'
import { stakeholders } from '../users/store.ts'
import * as store from './store.ts'

/** Notifies the members of the incident's group, and its opener. */
export const notifyStakeholders: JobHandler = {
  type: 'notify-stakeholders',
  concurrency: 2,
  inside: async (ctx, job) => {
    const { id } = job.payload as { id: string }
    const incident = await store.lock(ctx.db, id)
    if (!incident) return // deleted in the meantime: no notification is needed
    const { short_description, priority, assignment_group, opened_by, opened_by_id } = incident
    const members = await stakeholders(ctx.db, assignment_group, opened_by_id)
    const known = members.some((member) => member.id === opened_by_id)
    await notify(ctx, known ? members : [...members, { id: opened_by_id, email: opened_by }], {
      kind: 'incident.created',
      title: `${priority} ${id}: ${short_description}`,
      message: `${opened_by} opened ${id} (${priority})${assignment_group ? ` for ${assignment_group}` : ''}: ${short_description}`,
      subject_id: id,
      category: 'assigned',
      cause: `${id}:1`,
      url: `${store.addressOf(ctx.config.base_url)}${id}`,
    })
  },
}

/** Folds the counts of one kind into one row, so that a total reads as many rows as there are kinds. */
export const foldIncidentCounts: JobHandler = {
  type: 'fold-incident-counts',
  concurrency: 1,
  every: 5 * second,
  inside: async (ctx) => {
    await sql`with kinds as (
        select state, priority, category, assignment_group from incident_counts group by 1, 2, 3, 4 having count(*) > 1),
      taken as (
        delete from incident_counts c using kinds k
        where c.state = k.state and c.priority = k.priority and c.category is not distinct from k.category
          and c.assignment_group is not distinct from k.assignment_group
        returning c.*)
      insert into incident_counts
      select state, priority, category, assignment_group, sum(n) from taken group by 1, 2, 3, 4 having sum(n) <> 0`.execute(
      ctx.db,
    )
  },
}
