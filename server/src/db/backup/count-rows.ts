import pg from 'pg'

export interface TableCount {
  table: string
  rows: number
}

/** Reads every row of every table, so that a damaged page is found now and not when it is needed. */
export async function countRows(url: string): Promise<TableCount[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'mainstay-verify' })
  client.on('error', () => undefined) // the query in progress reports it too
  await client.connect()
  try {
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
  } finally {
    await client.end()
  }
}
