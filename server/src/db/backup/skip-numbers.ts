import { sql } from 'kysely'
import type { Db } from '../ctx.ts'

/** More than are created between the restored point and the restore; a gap in the numbers is all that it costs. */
export const skippedRecords = 10_000
/** Readers of the log keep their position, so it must be far beyond any: a thousand events a second for eleven days. */
const skippedEvents = 1_000_000_000

/**
 * People and other systems know records and positions from after the restored point. None of them is given again: the number
 * of a lost record would name another one, and who reads the events would miss the new ones up to the old position.
 */
export async function skipNumbers(db: Db): Promise<void> {
  await sql`select setval(format('%I', sequencename)::regclass,
      coalesce(last_value, 0) + case sequencename when 'events_seq_seq' then ${sql.lit(skippedEvents)} else ${sql.lit(skippedRecords)} end)
    from pg_sequences where schemaname = current_schema()
      and (sequencename = 'events_seq_seq' or sequencename like '%_numbers')`.execute(db)
}
