import pg from 'pg'
import { withSession } from '../session.ts'

export interface TableCount {
  table: string
  rows: number
}

/** Reads every row of every table, so that a damaged page is found now and not when it is needed. */
export const countRows = (url: string): Promise<TableCount[]> =>
  withSession(url, 'verify', async (client) => {
    const { rows } = await client.query<{ table: string }>(
      `select tablename as table from pg_tables where schemaname = 'public' order by 1`,
    )
    const counts: TableCount[] = []
    for (const { table } of rows) {
      // The row as a text, because count(*) alone may leave the tables of long values unread.
      const counted = await client.query<{ rows: string }>(
        `select count(length(t::text)) as rows from ${pg.escapeIdentifier(table)} as t`,
      )
      counts.push({ table, rows: Number(counted.rows[0]!.rows) })
    }
    return counts
  })
