import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { minute, second } from '../../kernel/durations.ts'
import { locateBinaries, ownBinaries } from './binaries.ts'
import { sharedBuffers } from './buffers.ts'
import { ensureCluster } from './cluster.ts'
import { removeOtherCopies } from './copied-binaries.ts'
import { DataDirInUse, isInUse, socketUrl, type Starter } from './guard.ts'
import { endChild, launch, type ClusterLayout } from './launch.ts'
import { chooseOwner, give, type Owner } from './owner.ts'
import { requirePassword } from './password.ts'
import { endProcesses, processesOf, readPidFile } from './processes.ts'
import { startOverWhenLarge } from './server-log.ts'
import type { Settings } from './single-user.ts'

export interface EmbeddedServer {
  url: string
  /** Resolves when PostgreSQL has stopped cleanly. */
  stop: () => Promise<void>
}

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
  starter: Starter = 'service',
): Promise<EmbeddedServer> {
  const owner = chooseOwner()
  const isService = starter === 'service'
  const binaries = isService ? ownBinaries(dataDir, owner, log) : locateBinaries(dataDir, owner)
  const cluster = await ensureCluster(dataDir, binaries, owner)
  await clearPrevious(cluster, dataDir, log, starter)
  const password = await requirePassword({ dataDir, cluster, binaries, owner })
  const layout: ClusterLayout = {
    cluster,
    binaries,
    owner,
    password,
    settings: { ...serverSettings, ...overrides },
    ...chooseFolders(dataDir, cluster, owner),
  }

  let stopping = false
  let restarting = Promise.resolve()
  let child = await launch(layout, dataDir)
  if (isService)
    removeOtherCopies(dataDir, binaries).catch((error: unknown) =>
      log.warn({ err: error }, 'PostgreSQL programs of an earlier release could not be removed'),
    )
  const restart = async () => {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5 * second)) {
      try {
        await endProcesses(layout.cluster)
        child = await launch(layout, dataDir)
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
  const trimming = setInterval(() => startOverWhenLarge(layout.logFile), minute).unref()
  return {
    url: socketUrl(layout),
    stop: async () => {
      stopping = true
      clearInterval(trimming)
      await restarting // otherwise a process that is just starting would outlive us
      await endChild(child)
      if (layout.socketFolder !== layout.cluster)
        rmSync(layout.socketFolder, { recursive: true, force: true })
    },
  }
}

/** A socket path is limited to 107 bytes; a deep DATA_DIR gets its socket in a private temporary directory. */
function chooseFolders(dataDir: string, cluster: string, owner: Owner | undefined) {
  const fits = Buffer.byteLength(path.join(cluster, '.s.PGSQL.5432.lock')) < 100
  const socketFolder = fits ? cluster : mkdtempSync(path.join(tmpdir(), 'mainstay-'))
  if (!fits) give(owner, socketFolder)
  return { socketFolder, logFile: path.join(dataDir, 'postgres.log') }
}

/** A killed service leaves PostgreSQL running: stop it, unless a live service holds the advisory lock. */
export async function clearPrevious(
  cluster: string,
  dataDir: string,
  log: Logger,
  starter: Starter,
): Promise<void> {
  const previous = readPidFile(cluster)
  const isVisible = processesOf(cluster).length > 0
  if (await isInUse(cluster, dataDir, starter)) throw new DataDirInUse(dataDir)
  if (isVisible)
    log.warn({ pid: previous?.pid }, 'ending the PostgreSQL that an earlier service left running')
  if (isVisible || previous) await endProcesses(cluster)
}
