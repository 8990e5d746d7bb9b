import { realpathSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readPassword } from '../../src/db/embedded/password.ts'
import { closeAtEnd } from '../cleanup.ts'

/** Looks at a database behind the service's back. */
export type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

export function openSql(url: string): Sql {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined) // the server was killed: the next query connects anew
  closeAtEnd(() => pool.end())
  return async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[]
}

/** The database that a service keeps under its data folder. */
export const embeddedUrl = (dataDir: string): string =>
  `postgres://mainstay:${readPassword(dataDir)}@/mainstay?host=${encodeURIComponent(realpathSync(path.join(dataDir, 'postgres')))}`
