import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { randomId } from '../../kernel/ids.ts'
import { canReach, ensureSharedFolder, give, type Owner, sharedFolder } from './owner.ts'
import { refuseHalfReplaced } from './replace-cluster.ts'

/** The path of the cluster: DATA_DIR/postgres, or what that links to. Created on the first start. */
export async function ensureCluster(
  dataDir: string,
  binaries: string,
  owner: Owner | undefined,
): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: owner ? 0o755 : 0o700 })
  refuseHalfReplaced(dataDir)
  const entry = path.join(dataDir, 'postgres')
  if (!isCluster(entry)) {
    refuseBrokenLink(entry)
    await createCluster(entry, binaries, owner)
  }
  const cluster = realpathSync(entry)
  checkVersion(cluster, binaries)
  return cluster
}

/** For commands, which would do their work on a new and empty database when DATA_DIR is not that of the service. */
export function requireCluster(dataDir: string): void {
  refuseHalfReplaced(dataDir)
  const entry = path.join(dataDir, 'postgres')
  if (isCluster(entry)) return
  refuseBrokenLink(entry)
  throw new Error(`There is no database in ${dataDir}: set DATA_DIR to that of the service`)
}

/** Throws when another user's folder hides the answer: an empty database must not be made beside it. */
const isCluster = (entry: string): boolean =>
  statSync(path.join(entry, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined

/** The disk that it leads to may only be away for now, and must not be replaced with an empty database. */
function refuseBrokenLink(entry: string): void {
  if (lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(
      `${entry} is a link to ${readlinkSync(entry)}, where no database is: mount it or bring it back, or delete the link to begin with an empty database`,
    )
}

const createCluster = (entry: string, binaries: string, owner: Owner | undefined) =>
  placeCluster(entry, owner, (folder) => initialise(folder, binaries, owner))

/** Fills a new folder that PostgreSQL's user can reach, and moves it, or a link to it, to `entry`. */
export async function placeCluster(
  entry: string,
  owner: Owner | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const apart = owner !== undefined && !canReach(owner, entry)
  const target = apart ? path.join(sharedFolder, randomId('data-')) : entry
  const partial = `${target}.new`
  rmSync(partial, { recursive: true, force: true })
  if (apart) ensureSharedFolder()
  mkdirSync(partial, { mode: 0o700 })
  give(owner, partial)
  try {
    await fill(partial)
  } catch (error) {
    // It may have filled the disk, and nothing else finds it under a random name.
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
  // The rename makes the cluster appear completely or not at all.
  renameSync(partial, target)
  if (apart) {
    rmSync(entry, { force: true })
    symlinkSync(target, entry)
  }
}

async function initialise(folder: string, binaries: string, owner: Owner | undefined): Promise<void> {
  const args = [
    ['--pgdata', folder],
    ['--username', 'mainstay'],
    ['--auth-local', 'trust'],
    ['--auth-host', 'reject'],
    ['--encoding', 'UTF8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--locale', 'C'],
  ].flat()
  // Detached, because a Ctrl-C in the terminal is handled by us: the start ends after this step.
  const child = spawn(path.join(binaries, 'bin', 'initdb'), args, {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`The database could not be created:\n${explain(output.trim())}`)
}

/** A container can be given any user id; `initdb` wants its name. */
const explain = (output: string): string =>
  output.includes('could not look up effective user ID')
    ? `${output}\nStart as a user that has a line in /etc/passwd, or set DATABASE_URL.`
    : output

export function checkVersion(cluster: string, binaries: string): void {
  const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  const catalog = readFileSync(path.join(binaries, 'share', 'postgresql', 'postgres.bki'), 'utf8').slice(
    0,
    80,
  )
  const runs = /PostgreSQL (\d+)/.exec(catalog)?.[1]
  if (made !== runs)
    throw new Error(
      `${cluster} was made by PostgreSQL ${made}, this release runs ${runs}: see docs/operations.md`,
    )
}
