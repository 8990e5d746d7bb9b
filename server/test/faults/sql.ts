import { realpathSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readPassword } from '../../src/db/embedded/password.ts'
import { closeAtEnd } from '../cleanup.ts'

/** Reads a database directly. */
export type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

export function openSql(url: string): Sql {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined) // the server was killed: the next query reconnects
  closeAtEnd(() => pool.end())
  return async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[]
}

/** The embedded database in a data directory. */
export const embeddedUrl = (dataDir: string): string =>
  `postgres://mainstay:${readPassword(dataDir)}@/mainstay?host=${encodeURIComponent(realpathSync(path.join(dataDir, 'postgres')))}`
