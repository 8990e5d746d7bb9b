import { sql } from 'kysely'
import { hour } from '../kernel/durations.ts'
import { cleaner } from './cleaner.ts'

/** By then somebody has seen the alert about them, which lasts as long as they do. */
export const forgetDeadJobs = cleaner('forget-dead-jobs', hour, ({ event_retention_days: days }) => [
  { table: 'jobs', where: sql`dead_at < now() - ${days} * interval '1 day'` },
])
