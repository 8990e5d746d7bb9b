import { rmSync } from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { cloneDatabase, databaseUrl, templateName } from './clones.ts'
import { copyFolder } from './folders.ts'
import { clusterFolder, prepareCluster } from './prepared-cluster.ts'
import { keepSpareDatabases } from './spare-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that this project started; each test file makes a database of its own on it. */
    postgresUrl: string
    /** A data folder whose database is made and migrated, to copy for a process of the service. */
    preparedFolder: string
  }
}

const log = pino({ level: 'silent' })

/** Tests that pull no plug need not wait for the disk. */
const withoutDisk = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
}
const durable = { max_connections: '400' }
const projectsThatKill = new Set(['process', 'faults'])

/** One real PostgreSQL for each project of the run, with a migrated database to clone. */
export default async function setup(project: TestProject) {
  const preparedFolder = await prepareCluster(log)
  const dataDir = clusterFolder()
  copyFolder(preparedFolder, dataDir)
  const server = await startEmbedded(dataDir, log, projectsThatKill.has(project.name) ? durable : withoutDisk)
  const admin = new pg.Client({ connectionString: databaseUrl(server.url, 'postgres') })
  await admin.connect()
  await cloneDatabase(admin, templateName, 'mainstay')
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
