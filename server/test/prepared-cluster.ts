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
  rmSync(cache, { recursive: true, force: true })
  const making = `${folder}.making`
  mkdirSync(making, { recursive: true })
  const dataDir = clusterFolder()
  const server = await startEmbedded(dataDir, log, { fsync: 'off' })
  await migrate(server.url, log)
  await server.stop()
  copyFolder(dataDir, making)
  rmSync(dataDir, { recursive: true })
  renameSync(making, folder)
  return folder
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
