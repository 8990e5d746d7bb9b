import { sql, type RawBuilder } from 'kysely'
import { maxCounted } from '../kernel/totals.ts'

/**
 * The matches of a search up to the counted maximum, and one more. They are numbered instead of limited, because with a limit
 * PostgreSQL would scan rows and test each of them for the words.
 */
export const firstMatches = (columns: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${columns} from (select ${columns}, row_number() over () as n from ${rows}) as counted
    where n <= ${sql.lit(maxCounted + 1)}`
