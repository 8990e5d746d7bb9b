import { pino } from 'pino'
import { attachEmbedded } from '../src/db/embedded/attach.ts'
import { withDatabase } from './rotation.ts'

/** A digest of every table, independent of the order of its rows. */
export const tableContents = (url: string): Promise<Record<string, string>> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const contents: Record<string, string> = {}
    for (const { name } of rows) {
      const found = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
         from "${name}" as t`,
      )
      contents[name] = found.rows[0]!.digest
    }
    return contents
  })

/** The same for a data folder whose service is stopped. */
export async function contentsOf(dataDir: string): Promise<Record<string, string>> {
  const server = await attachEmbedded(dataDir, pino({ level: 'silent' }))
  try {
    return await tableContents(server.url)
  } finally {
    await server.stop()
  }
}
