import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { addAccounts } from './accounts.ts'
import { appTemplateName, cloneDatabase, databaseUrl, templateName } from './clones.ts'
import { copyFolder } from './folders.ts'
import { memoryFolder } from './memory-folder.ts'
import { clusterFolder, prepareCluster } from './prepared-cluster.ts'
import { keepSpareDatabases } from './spare-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that this project started; each test file creates its own database on it. */
    postgresUrl: string
    /** A data folder whose database is made and migrated, to copy for a process of the service. */
    preparedFolder: string
  }
}

const log = pino({ level: 'silent' })

/** Creating and dropping a database goes through all buffers, and tests do that for every file. */
const forSmallDatabases = { max_connections: '400', shared_buffers: '256MB' }
/** Tests without power failures need no fsync. */
const withoutDisk = {
  ...forSmallDatabases,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '256MB',
}
/** Without a console each of their steps would wait in vain; `npm test` builds before it runs them. */
const projectsOfTheBuild = new Set(['process', 'console', 'faults', 'runtimes'])
const projectsThatKill = new Set(['process', 'faults'])

/** Deriving a key from the password would be a tenth of the work of a test file, which opens many connections. */
function trustLocalConnections(dataDir: string): string {
  const file = path.join(dataDir, 'trust.conf')
  writeFileSync(file, 'local all all trust\n')
  return file
}

/** Vitest fails at the stack of an error from here, and would show that failure instead. */
export default (project: TestProject): ReturnType<typeof setup> =>
  setup(project).catch((error: Error) => {
    error.stack = error.message
    throw error
  })

/** One real PostgreSQL for each project of the run, with a migrated database to clone. */
async function setup(project: TestProject) {
  const isBuilt = existsSync(new URL('../dist/.built', import.meta.url))
  if (projectsOfTheBuild.has(project.name) && !isBuilt)
    throw new Error('The service and its console are not built, or the last build failed: run npm run build')
  const preparedFolder = await prepareCluster(log)
  const onDisk = projectsThatKill.has(project.name)
  const dataDir = clusterFolder(onDisk ? undefined : memoryFolder())
  copyFolder(preparedFolder, dataDir)
  const settings = onDisk ? forSmallDatabases : withoutDisk
  const overrides = { ...settings, hba_file: trustLocalConnections(dataDir) }
  // As a command does, without a copy of the programs, which would take memory.
  const server = await startEmbedded(dataDir, log, overrides, 'command')
  const admin = new pg.Client({ connectionString: databaseUrl(server.url, 'postgres') })
  await admin.connect()
  await cloneDatabase(admin, templateName, 'mainstay')
  await cloneDatabase(admin, appTemplateName, 'mainstay')
  await addAccounts(databaseUrl(server.url, appTemplateName))
  const stopKeeping = project.name === 'api' ? await keepSpareDatabases(admin) : async () => {}
  project.provide('postgresUrl', databaseUrl(server.url, 'postgres'))
  project.provide('preparedFolder', preparedFolder)
  return async () => {
    await stopKeeping()
    await admin.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
