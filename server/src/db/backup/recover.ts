import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { locateBinaries } from '../embedded/binaries.ts'
import { checkVersion, placeCluster } from '../embedded/cluster.ts'
import { chooseOwner, give, type Owner } from '../embedded/owner.ts'
import { serverSettings } from '../embedded/server.ts'
import { runSingleUser } from '../embedded/single-user.ts'
import { isOnLineage } from './archived-log.ts'
import { BackupError } from './backup-session.ts'
import type { RestoreChoice } from './choose-backup.ts'
import { backupFolder } from './manifest.ts'
import { readBackup } from './verify-backup.ts'

interface RecoveryOrder extends RestoreChoice {
  backupDir: string
  /** The cluster is created in its folder `postgres`. */
  dataDir: string
  at?: Date | undefined
  say: (line: string) => void
}

/** Creates a cluster from a backup and the log that follows it, up to a point in time or the end, and leaves it stopped. */
export async function recoverCluster(order: RecoveryOrder): Promise<void> {
  const owner = chooseOwner()
  const binaries = locateBinaries(order.dataDir, owner)
  await mkdir(order.dataDir, { recursive: true, mode: owner ? 0o755 : 0o700 })
  await placeCluster(path.join(order.dataDir, 'postgres'), owner, async (cluster) => {
    await unpack(order, cluster, owner)
    checkVersion(cluster, binaries)
    await addLog(order, cluster, owner)
    order.say(order.at ? `Replaying changes up to ${order.at.toISOString()} ...` : 'Replaying changes ...')
    await replay(order, cluster, binaries, owner)
  })
}

async function unpack({ backup, backupDir, say }: RecoveryOrder, cluster: string, owner: Owner | undefined) {
  say(`Unpacking backup ${backup.id} and verifying its digests ...`)
  await readBackup(backupFolder(backupDir, backup.id), backup, async ({ name, isFolder }, content) => {
    const target = path.join(cluster, name)
    if (!target.startsWith(cluster + path.sep)) throw new Error(`${name} is outside of the backup`)
    if (isFolder) await mkdir(target, { mode: 0o700, recursive: true })
    else await pipeline(content, createFile(target))
    give(owner, target)
  })
}

const createFile = (file: string): WriteStream =>
  createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })

async function addLog(
  { backup, log, lineage, say }: RecoveryOrder,
  cluster: string,
  owner: Owner | undefined,
) {
  const { names, missing } = log.continuing(backup, lineage)
  for (const name of [...names, ...log.histories]) {
    const target = path.join(cluster, 'pg_wal', name)
    await writeSparsely(target, await log.read(name))
    give(owner, target)
  }
  if (names.length > 0) say(`${names.length} segments of the archived log follow the backup`)
  if (missing) say(`The archive has a gap: ${missing} is missing, and nothing after it can be replayed`)
}

/** A segment that was finished early ends in zeros, which need no disk space. */
async function writeSparsely(file: string, content: Buffer): Promise<void> {
  let end = content.length
  while (end > 0 && content[end - 1] === 0) end--
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.write(content, 0, end)
    await handle.truncate(content.length)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** In single-user mode, so that no client connects to a half-restored cluster. */
async function replay(order: RecoveryOrder, cluster: string, binaries: string, owner: Owner | undefined) {
  const signal = path.join(cluster, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  give(owner, signal)
  const settings = {
    ...serverSettings,
    restore_command: 'false', // all segments are in pg_wal already
    recovery_target_timeline: isOnLineage(order.backup, order.lineage) ? 'latest' : 'current',
    recovery_target_action: 'promote',
    hot_standby: 'off', // not possible in single-user mode
    ...(order.at && { recovery_target_time: toSqlTime(order.at) }),
    log_min_messages: 'log',
  }
  const failure = await runSingleUser({ cluster, binaries, owner }, settings)
  if (failure !== undefined) throw explain(failure)
}

/** PostgreSQL cannot parse the zone `Z` yet when it reads this setting. */
const toSqlTime = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00')

function explain(output: string): Error {
  if (output.includes('recovery ended before configured recovery target was reached')) {
    const [, last] = /last completed transaction was at log time ([^\n]+)/.exec(output) ?? []
    return new BackupError(
      `The archived changes end ${last ? `at ${last}` : 'with the backup'}, before --at: choose an earlier time, or leave --at out for the newest state`,
    )
  }
  return new Error(`PostgreSQL could not replay the changes:\n${output.slice(-2000)}`)
}
