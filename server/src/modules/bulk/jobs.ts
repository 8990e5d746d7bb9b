import { sql } from 'kysely'
import { cleaner } from '../../jobs/cleaner.ts'
import { hour } from '../../kernel/durations.ts'

/** The records first, because one job may have thousands. */
export const forgetBulkJobs = cleaner('forget-bulk-jobs', hour, ({ event_retention_days: days }) => {
  const isOld = sql`completed_at < now() - ${days} * interval '1 day'`
  return [
    { table: 'bulk_records', where: sql`job_id in (select job_id from bulk_jobs where ${isOld})` },
    { table: 'bulk_jobs', where: isOld },
  ]
})
