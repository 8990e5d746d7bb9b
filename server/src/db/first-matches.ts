import { sql, type RawBuilder } from 'kysely'
import { maxCounted } from '../kernel/totals.ts'

/**
 * The matches of a search, as many as are counted and one more. They are numbered instead of limited: for a limit PostgreSQL
 * would rather try the words of row after row.
 */
export const firstMatches = (columns: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${columns} from (select ${columns}, row_number() over () as n from ${rows}) as counted
    where n <= ${sql.lit(maxCounted + 1)}`
