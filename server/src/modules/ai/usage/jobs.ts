import { sql } from 'kysely'
import { cleaner } from '../../../jobs/cleaner.ts'
import { day } from '../../../kernel/durations.ts'

export const longestDays = 366

/** Deletes usage older than the API can return. */
export const forgetAiUsage = cleaner('forget-ai-usage', day, () => [
  { table: 'ai_usage', where: sql`day <= (now() at time zone 'UTC')::date - ${longestDays}::int` },
])
