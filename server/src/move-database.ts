import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { databaseUrl } from './config-forms.ts'
import { readConfig, readValue, type Config } from './config.ts'
import { transact } from './db/ctx.ts'
import { writeDurably } from './db/embedded/durable-files.ts'
import { attachEmbedded, runningUrl } from './db/embedded/attach.ts'
import { refuseRunning, startForCommand } from './db/embedded/command-server.ts'
import { clearStaging, isHalfReplaced, replaceCluster } from './db/embedded/replace-cluster.ts'
import { refuseForeignRoot } from './db/embedded/owner.ts'
import type { EmbeddedServer } from './db/embedded/server.ts'
import { DatabaseHosts } from './db/hosts.ts'
import { migrate } from './db/migrate.ts'
import { reopen, whileClosed } from './db/move/close-database.ts'
import { copyDatabase } from './db/move/copy-database.ts'
import { markMoved, MoveError, refuseMoved } from './db/move/moved-mark.ts'
import { withoutPassword } from './db/move/without-password.ts'
import { keySource, openKeys } from './db/secret-key.ts'
import { openSession, withSession } from './db/session.ts'
import { record } from './events/journal.ts'
import { withCommandCtx } from './make-ctx.ts'
import { sealEntries } from './modules/audit/chain.ts'
import { verify } from './modules/audit/verify.ts'

type Say = (line: string) => void

interface MoveOptions {
  /** `embedded`, or the address of an empty database. */
  to?: string | undefined
  /** The data folder of a running service of another release; default: the database of the settings. */
  from?: string | undefined
  cancel?: boolean | undefined
}

const log = pino({ level: 'silent' })
const running = (url: string): EmbeddedServer => ({ url, stop: () => Promise.resolve() })
/** Of several hosts the one that takes writes. */
const remote = async (url: string) => running((await new DatabaseHosts(url, log).writable()).url)

/** The command: copies everything to another database. The old one accepts no writes from then on. */
export async function moveDatabase(
  env: Record<string, string | undefined>,
  options: MoveOptions,
  say: Say,
): Promise<void> {
  const config = readConfig(env)
  const { to } = options
  if (to && to !== 'embedded') readValue('--to', databaseUrl, to)
  if (to === 'embedded') await refuseReplacing(config, options.from)
  const source = await openSource(config, options.from)
  const session = await openSession(source.url, 'move')
  try {
    if (options.cancel) return await cancel(session, say)
    if (!to) throw new MoveError('--to is missing: give postgres://... or embedded')
    await move(config, { url: source.url, session, dataDir: options.from }, to, say)
  } finally {
    await session.end()
    await source.stop()
  }
}

/** The embedded database is replaced, so it must neither be the source nor in use. */
async function refuseReplacing({ database_url, data_dir }: Config, from: string | undefined): Promise<void> {
  if (from ? path.resolve(from) === data_dir : !database_url)
    throw new MoveError(
      `The current database is already the embedded one in ${data_dir}: set DATABASE_URL to the database to move from, or give --from with the DATA_DIR of another release`,
    )
  await refuseRunning(data_dir, log)
}

async function openSource(config: Config, from: string | undefined): Promise<EmbeddedServer> {
  if (from) return running(runningUrl(path.resolve(from)))
  return config.database_url ? remote(config.database_url) : attachEmbedded(config.data_dir, log)
}

async function cancel(session: pg.Client, say: Say): Promise<void> {
  await reopen(session)
  say('This database accepts writes again. Do not use the copy.')
}

interface Source {
  url: string
  session: pg.Client
  /** When it is the embedded database of another folder. */
  dataDir: string | undefined
}

async function move(config: Config, source: Source, to: string, say: Say): Promise<void> {
  const begin = performance.now()
  const { session, dataDir } = source
  const staging = path.join(config.data_dir, 'moving')
  const isInterrupted = existsSync(staging) || isHalfReplaced(config.data_dir)
  await refuseMoved(session, to === 'embedded' && isInterrupted)
  const secret = await readSecret(session, config, dataDir)
  const movedTo = withoutPassword(to)
  const target = await openTarget(to, staging)
  try {
    await prepareTarget(session, target.url)
    say('Closing the database for writing; reads are still answered ...')
    const rows = await whileClosed(source, say, async () => {
      const rows = await copyAll(session, target.url, say)
      await verifyTarget(config, { url: target.url, name: movedTo }, secret, say)
      if (to === 'embedded') await refuseRunning(config.data_dir, log)
      await markMoved(session, movedTo)
      return rows
    })
    say(`Copied and compared: ${rows} rows, in ${((performance.now() - begin) / 1000).toFixed(1)} s.`)
  } finally {
    await target.stop()
  }
  if (to === 'embedded') await finishEmbedded(config, staging, secret, say)
  else
    say(`Now set DATABASE_URL to the new address and ${keyAdvice(config, dataDir)}, and restart the service.`)
}

const keyAdvice = (config: Config, dataDir: string | undefined) =>
  keySource(config) === 'file'
    ? `SECRET_KEY to the content of ${path.join(dataDir ?? config.data_dir, 'secret.key')}`
    : 'leave SECRET_KEY as it is'

/** The key that encrypts the values which are copied; it must go with them. */
async function readSecret(session: pg.Client, config: Config, dataDir: string | undefined): Promise<string> {
  if (config.secret_key) return config.secret_key
  if (!dataDir && config.database_url) {
    const { rows } = await session.query<{ value: string }>(
      `select value from instance where key = 'secret_key'`,
    )
    return rows[0]!.value
  }
  return readFileSync(path.join(dataDir ?? config.data_dir, 'secret.key'), 'utf8').trim()
}

async function openTarget(to: string, staging: string): Promise<EmbeddedServer> {
  if (to !== 'embedded') return remote(to)
  refuseForeignRoot(path.dirname(staging))
  clearStaging(staging)
  return startForCommand(staging, log)
}

/** Creates the tables of the source's release, which may be older than this one. */
async function prepareTarget(session: pg.Client, url: string): Promise<void> {
  const { rows } = await session.query<{ name: string }>('select name from migrations')
  const names = new Set(rows.map(({ name }) => name))
  await migrate(url, log, { isWanted: (name) => names.has(name) })
  await withSession(url, 'move', async (target) => {
    const used = await target.query('select from users union all select from audit_entries limit 1')
    if (used.rowCount) throw new MoveError('The target is already in use: give an empty database')
  })
}

const copyAll = (session: pg.Client, url: string, say: Say): Promise<number> =>
  withSession(url, 'move', async (target) => {
    try {
      await session.query('begin isolation level repeatable read read only')
      const rows = await copyDatabase(session, target, say)
      await session.query('commit')
      return rows
    } catch (error) {
      await session.query('rollback').catch(() => undefined) // the first error is the one to report
      throw error
    }
  })

const verifyTarget = (
  config: Config,
  { url, name }: { url: string; name: string },
  secret_key: string,
  say: Say,
): Promise<void> =>
  withCommandCtx(config, url, log, async (ctx) => {
    const { db } = ctx
    const keys = await openKeys(db, { ...config, secret_key })
    const { valid, sealed, first_broken } = await verify(db, keys)
    if (!valid)
      throw new Error(`The audit log is broken at entry ${first_broken?.entry}: ${first_broken?.reason}`)
    say(`Verified: the audit log is intact (${sealed} entries sealed).`)
    const changes = [{ field: 'moved', from: null, to: name }]
    await transact(ctx, (ctx) =>
      record(ctx, 'database', { subject_type: 'database', action: 'moved', changes }),
    )
    // Sealed now, because transaction IDs of the new cluster could overtake those of the old one unnoticed later.
    while ((await verify(db, keys)).unsealed > 0) await transact(ctx, (ctx) => sealEntries(ctx, keys))
  })

async function finishEmbedded(config: Config, staging: string, secret: string, say: Say): Promise<void> {
  if (!config.secret_key) await writeDurably(path.join(staging, 'secret.key'), `${secret}\n`)
  const aside = replaceCluster(config.data_dir, staging, 'move')
  if (aside) say(`The previous embedded database is in ${aside}.`)
  say('Now unset DATABASE_URL and restart the service.')
}
