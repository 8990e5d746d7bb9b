import { sql } from 'kysely'
import { cleaner } from '../../../jobs/cleaner.ts'
import { day } from '../../../kernel/durations.ts'

export const forgetGaps = cleaner('forget-knowledge-gaps', day, () => [
  { table: 'knowledge_gaps', where: sql`last_asked_at < now() - interval '180 days'` },
])
