import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { second } from '../../kernel/durations.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { locateBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { sharedBuffers } from './memory.ts'
import { chooseOwner, give, type Owner } from './owner.ts'
import { readPassword, requirePassword } from './password.ts'
import { endProcesses, processesOf, readPidFile } from './processes.ts'
import { toFlags, type ClusterFiles, type Settings } from './single-user.ts'

export interface EmbeddedServer {
  url: string
  /** Resolves when PostgreSQL has stopped cleanly. */
  stop: () => Promise<void>
}

interface ClusterLayout extends ClusterFiles {
  socketFolder: string
  logFile: string
  password: string
  settings: Settings
}

type ConnectionSettings = Pick<ClusterLayout, 'socketFolder' | 'password'>

/** Also of a recovery, which refuses lower limits than those that the log was written under. */
export const serverSettings: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  // More than the largest DATABASE_POOL_SIZE: in a rolling restart a new worker runs beside an old one.
  max_connections: '300',
  shared_buffers: sharedBuffers(),
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  random_page_cost: '1.1',
  wal_compression: 'on',
}

/** Starts PostgreSQL under DATA_DIR and keeps it running until it is stopped. Tests override settings. */
export async function startEmbedded(
  dataDir: string,
  log: Logger,
  overrides: Settings = {},
): Promise<EmbeddedServer> {
  const owner = chooseOwner()
  const binaries = locateBinaries(dataDir, owner)
  const cluster = await ensureCluster(dataDir, binaries, owner)
  await clearPrevious(cluster, dataDir, log)
  const password = await requirePassword({ dataDir, cluster, binaries, owner })
  const place: ClusterLayout = {
    cluster,
    binaries,
    owner,
    password,
    settings: { ...serverSettings, ...overrides },
    ...chooseFolders(dataDir, cluster, owner),
  }

  let stopping = false
  let restarting = Promise.resolve()
  let child = await launch(place, dataDir)
  const restart = async () => {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5 * second)) {
      try {
        await endProcesses(place.cluster)
        child = await launch(place, dataDir)
        return supervise()
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL did not start again')
        await sleep(pause)
      }
    }
  }
  const supervise = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'PostgreSQL ended unexpectedly, starting it again')
      restarting = restart()
    })
  }
  supervise()
  return {
    url: socketUrl(place),
    stop: async () => {
      stopping = true
      await restarting // otherwise a process that is just starting would outlive us
      await endChild(child)
      if (place.socketFolder !== place.cluster) rmSync(place.socketFolder, { recursive: true, force: true })
    },
  }
}

export const socketUrl = ({ socketFolder, password }: ConnectionSettings) =>
  `postgres://mainstay:${password}@/mainstay?host=${encodeURIComponent(socketFolder)}`

/** A socket path is limited to 107 bytes; a deep DATA_DIR gets its socket in a private temporary directory. */
function chooseFolders(dataDir: string, cluster: string, owner: Owner | undefined) {
  const fits = Buffer.byteLength(path.join(cluster, '.s.PGSQL.5432.lock')) < 100
  const socketFolder = fits ? cluster : mkdtempSync(path.join(tmpdir(), 'mainstay-'))
  if (!fits) give(owner, socketFolder)
  return { socketFolder, logFile: path.join(dataDir, 'postgres.log') }
}

/** A killed service leaves PostgreSQL running: stop it, unless a live service holds the advisory lock. */
async function clearPrevious(cluster: string, dataDir: string, log: Logger): Promise<void> {
  const previous = readPidFile(cluster)
  const isVisible = processesOf(cluster).length > 0
  if (await isInUse(cluster, dataDir)) throw new DataDirInUse(dataDir)
  if (isVisible)
    log.warn({ pid: previous?.pid }, 'ending the PostgreSQL that an earlier service left running')
  if (isVisible || previous) await endProcesses(cluster)
}

/** Whether a live service uses a cluster, or a PostgreSQL runs on it that cannot be ended from here. */
export async function isInUse(cluster: string, dataDir: string): Promise<boolean> {
  const previous = readPidFile(cluster)
  if (!previous) return false
  const password = readPassword(dataDir) ?? 'none' // a cluster of the first release accepts any password
  const guard = await askForGuard({ socketFolder: previous.socketFolder, password })
  if (guard === 'taken') return true
  // In another container its processes are not visible, but its socket is.
  return guard !== 'no server' && processesOf(cluster).length === 0
}

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Mainstay is running on ${dataDir}: stop it, or set DATA_DIR to another folder`)
  }
}

const attempts = 600
const attemptsWhileTaken = 30

async function askForGuard(
  connection: ConnectionSettings,
): Promise<'taken' | 'free' | 'no answer' | 'no server'> {
  let taken = 0
  for (let attempt = 0; attempt < attempts; attempt++) {
    const client = await connect(connection).catch((error: { code?: string }) => error.code ?? '')
    if (typeof client === 'string') {
      if (['ENOENT', 'ECONNREFUSED'].includes(client)) return 'no server'
      if (['28P01', '28000'].includes(client)) return 'taken' // it is healthy, but not the one whose password we have
      if (client !== startingOrStopping) return 'no answer'
    } else {
      const isFree = await takeGuard(client)
      await client.end()
      if (isFree) return 'free'
      // A service that was just killed keeps its session for a moment longer.
      if (++taken === attemptsWhileTaken) return 'taken'
    }
    await sleep(100)
  }
  return 'no answer'
}

const startingOrStopping = '57P03'

async function launch(place: ClusterLayout, dataDir: string): Promise<ChildProcess> {
  const child = spawnServer(place)
  const exited = once(child, 'exit').then(() => {
    throw new Error(`PostgreSQL did not start:\n${readFileSync(place.logFile, 'utf8').slice(-2000)}`)
  })
  exited.catch(() => undefined) // observed through the race below, and later by the supervisor
  for (;;) {
    const guard = await Promise.race([exited, connect(place).catch(() => undefined)])
    if (guard && (await takeGuard(guard))) {
      await ensureDatabase(guard)
      keepGuard(guard, child, place)
      return child
    }
    if (guard) {
      await guard.end()
      throw new DataDirInUse(dataDir)
    }
    await Promise.race([exited, sleep(20)])
  }
}

function spawnServer(place: ClusterLayout): ChildProcess {
  const log = openSync(place.logFile, isLarge(place.logFile) ? 'w' : 'a', 0o600)
  const flags = toFlags({ ...place.settings, unix_socket_directories: place.socketFolder })
  // Detached, because a Ctrl-C in the terminal is handled by us: PostgreSQL stops after the last request.
  const child = spawn(path.join(place.binaries, 'bin', 'postgres'), ['-D', place.cluster, ...flags], {
    ...place.owner,
    cwd: place.cluster,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  })
  closeSync(log)
  return child
}

const isLarge = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 10 * 2 ** 20

async function connect({ socketFolder, password }: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketFolder,
    user: 'mainstay',
    password,
    database: 'postgres',
    application_name: 'mainstay-guard',
    connectionTimeoutMillis: 5 * second,
  })
  client.on('error', () => undefined) // only its exit matters
  await client.connect()
  return client
}

async function takeGuard(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    advisoryLocks.cluster,
  ])
  return rows[0]!.free
}

/** PostgreSQL ends every session when one of them crashes, and continues: then the lock is taken again. */
function keepGuard(guard: pg.Client, child: ChildProcess, connection: ConnectionSettings): void {
  guard.once('end', async () => {
    while (isRunning(child)) {
      const next = await connect(connection).catch(() => undefined)
      if (next && (await takeGuard(next).catch(() => false))) return keepGuard(next, child, connection)
      await next?.end()
      await sleep(100)
    }
  })
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'mainstay'`)
  if (!rowCount) await client.query('create database mainstay')
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function endChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  const late = AbortSignal.timeout(7 * second)
  late.addEventListener('abort', () => child.kill('SIGQUIT'))
  await exited
}
