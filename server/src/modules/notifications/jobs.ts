import { sql } from 'kysely'
import { cleaner, type ExpiredRows } from '../../jobs/cleaner.ts'
import { day } from '../../kernel/durations.ts'

export const expiredNotifications = (): ExpiredRows[] => [
  { table: 'notifications', where: sql`created_at < now() - interval '90 days'` },
]

export const forgetNotifications = cleaner('forget-notifications', day, expiredNotifications)
