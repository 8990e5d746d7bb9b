import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that this run started; each test file makes a database of its own on it. */
    postgresUrl: string
  }
}

export const templateName = 'mainstay_template'

/** One real PostgreSQL for the whole run, and a migrated database to clone. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mainstay-test-'))
  chmodSync(dataDir, 0o755) // reachable for PostgreSQL's own user when we are root
  const server = await startEmbedded(dataDir, pino({ level: 'silent' }))
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await admin.end()
  await migrate(databaseUrl(server.url, templateName), pino({ level: 'silent' }))
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const databaseUrl = (url: string, name: string) => url.replace('/mainstay?', `/${name}?`)
