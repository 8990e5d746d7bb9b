import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { sha256 } from '../kernel/crypto.ts'
import { advisoryLocks } from '../kernel/advisory-locks.ts'
import type { Db } from './ctx.ts'
import { isTransient } from './errors.ts'
import { DatabaseHosts } from './hosts.ts'
import { allValues } from './rows.ts'
import { withSession } from './session.ts'

const ourFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
const attempts = 5

interface Options {
  folder?: string
  isWanted?: (name: string) => boolean
  /** Rejects with its reason; the file in progress is rolled back and applied by the next start. */
  halt?: AbortSignal | undefined
}

/** Brings the schema up to date: forward only, each file in a transaction, one node at a time. */
export async function migrate(
  url: string,
  log: Logger,
  { folder = ourFolder, isWanted = () => true, halt }: Options = {},
): Promise<void> {
  const host = await new DatabaseHosts(url, log).writable()
  // The end of the session also releases the lock.
  const work = async (client: pg.Client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
    await refuseMoved(client)
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    if (applied.size === 0) await requireSupported(client)
    const files = migrationsIn(folder).filter(isWanted)
    checkKnown(applied, files)
    for (const name of files)
      await apply(
        client,
        { name, text: readFileSync(path.join(folder, name), 'utf8') },
        applied.get(name),
        log,
      )
  }
  await withSession(host.url, 'migrate', work, halt)
}

const migrationsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

/** Names of all migrations of this release. */
export const ourMigrations = () => migrationsIn(ourFolder)

/** For a worker: one that replaces another may find the files of a new release whose migrations failed, or did not run yet. */
export async function requireMigrations(db: Db): Promise<void> {
  const applied = await allValues<string>(db, sql`select name from migrations`)
  const missing = ourMigrations().find((name) => !applied.includes(name))
  if (missing) throw new Error(`the database lacks ${missing}: send SIGHUP to apply it`)
}

/** A write here would be lost, because the data was moved or is being copied; or the provider allows none. */
async function refuseMoved(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ closed: boolean; known: boolean }>(
    `select current_setting('default_transaction_read_only') = 'on' and not pg_is_in_recovery() as closed,
       to_regclass('instance') is not null as known`,
  )
  if (!rows[0]!.closed) return
  const moved = rows[0]!.known
    ? await client.query<{ value: string }>(`select value from instance where key = 'moved_to'`)
    : undefined
  if (moved?.rows[0])
    throw new Error(
      `This database was moved to ${moved.rows[0].value}: use the new one, or run npm run move-database -- --cancel to continue with this one`,
    )
  throw new Error(
    'This database is read-only (default_transaction_read_only is on). If a move was interrupted, run npm run move-database -- --cancel; if the provider made it read-only, for example because its disk is full, solve that first',
  )
}

interface ServerFacts {
  version: number
  encoding: string
  /** A capital I in lower case. */
  small_i: string
}

/** Only before the first migration, so that a database that already has data is not locked out. */
async function requireSupported(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      lower('I') as small_i`,
  )
  const problem = supportProblem(rows[0]!)
  if (problem) throw new Error(problem)
}

/**
 * Why a server or its database cannot be used. In SQL_ASCII a letter is several characters, and searches fail; in Turkish and
 * Azeri, IT@example.com is not it@example.com.
 */
export function supportProblem({ version, encoding, small_i }: ServerFacts): string | undefined {
  if (version < 15) return `This is PostgreSQL ${version}: use PostgreSQL 15 or newer`
  const found =
    encoding !== 'UTF8'
      ? `The encoding of this database is ${encoding}`
      : small_i !== 'i' && `The locale of this database makes "${small_i}" of a capital I`
  return found
    ? `${found}: create it with UTF8, such as: create database mainstay template template0 encoding 'UTF8' locale_provider 'libc' lc_ctype 'C.UTF-8'`
    : undefined
}

function checkKnown(applied: Map<string, string>, files: string[]): void {
  const unknown = [...applied.keys()].find((name) => !files.includes(name))
  if (unknown)
    throw new Error(`The database is newer than this release (it has ${unknown}): start the newer release`)
}

async function apply(
  client: pg.Client,
  { name, text }: { name: string; text: string },
  applied: string | undefined,
  log: Logger,
): Promise<void> {
  const checksum = sha256(text)
  if (applied === checksum) return
  if (applied)
    throw new Error(`${name} was changed after it had been applied: restore it and add a new file instead`)
  for (let attempt = 1; ; attempt++) {
    log.info({ migration: name }, 'applying migration')
    await client.query('begin')
    try {
      await client.query(text)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      // Nodes of the release before go on writing meanwhile, so a migration may be the victim of a deadlock.
      if (attempt === attempts || !isTransient(error)) throw error
      log.warn({ migration: name, err: error }, 'migration conflicted with other writes, applying it again')
    }
  }
}
