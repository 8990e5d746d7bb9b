import { sql } from 'kysely'
import { cleaner } from '../../jobs/cleaner.ts'
import { day } from '../../kernel/durations.ts'

export const forgetNotifications = cleaner('forget-notifications', day, () => [
  { table: 'notifications', where: sql`created_at < now() - interval '90 days'` },
])
