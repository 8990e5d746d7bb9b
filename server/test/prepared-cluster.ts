import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { copyFolder } from './folders.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/mainstay-clusters/', import.meta.url))
const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))
const dependencies = new URL('../package.json', import.meta.url)

/** A data folder with a migrated database, to be copied; reused by later runs until a migration changes. */
export async function prepareCluster(log: Logger): Promise<string> {
  const folder = path.join(cache, contentDigest())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  removeOutdated(path.basename(folder))
  const making = mkdtempSync(`${folder}.`)
  const dataDir = clusterFolder()
  const server = await startEmbedded(dataDir, log, { fsync: 'off' }, 'command')
  await migrate(server.url, log)
  await server.stop()
  copyFolder(dataDir, making)
  rmSync(dataDir, { recursive: true })
  publish(making, folder)
  return folder
}

function removeOutdated(digest: string): void {
  for (const name of readdirSync(cache).filter((each) => !each.startsWith(digest)))
    rmSync(path.join(cache, name), { recursive: true, force: true })
}

/** Another run may have made the same meanwhile. */
function publish(made: string, folder: string): void {
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true })
  }
}

/** Reachable by PostgreSQL's user when the tests run as root, which the cache may not be. */
export function clusterFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'mainstay-test-'))
  chmodSync(folder, 0o755)
  return folder
}

function contentDigest(): string {
  const hash = createHash('sha256').update(readFileSync(dependencies))
  for (const name of readdirSync(migrations).toSorted())
    hash.update(name).update(readFileSync(path.join(migrations, name)))
  return hash.digest('hex').slice(0, 16)
}
