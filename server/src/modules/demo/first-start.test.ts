import { copyFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { bareCtx, silent } from '../../../test/ctx.ts'
import { freshDatabase, openTestDb } from '../../../test/database.ts'
import { openFolder } from '../../../test/folders.ts'
import { readConfig } from '../../config.ts'
import type { Ctx } from '../../db/ctx.ts'
import { migrate } from '../../db/migrate.ts'
import { sql } from 'kysely'
import { decideAtStart } from './service.ts'

const opened: Ctx[] = []
afterAll(() => Promise.all(opened.map(({ db }) => db.destroy())))

async function openDatabase(url?: string): Promise<Ctx> {
  const ctx = bareCtx(await openTestDb(4, url))
  opened.push(ctx)
  return ctx
}

/** A start with this environment, limited to the demo data. */
const start = (ctx: Ctx, env: Record<string, string>) => decideAtStart({ ...ctx, config: readConfig(env) })

const outside = { DATABASE_URL: 'postgres://somewhere/else' }
const embedded = {}

async function outcome(ctx: Ctx): Promise<{ status: string; jobs: number }> {
  const { rows } = await sql<{ status: string; jobs: number }>`
    select value::jsonb ->> 'status' as status, (select count(*) from jobs where type = 'load-demo-data') as jobs
    from instance where key = 'demo_data'`.execute(ctx.db)
  return rows[0]!
}

const setStatus = (ctx: Ctx, status: string) =>
  sql`update instance set value = ${JSON.stringify({ status })} where key = 'demo_data'`.execute(ctx.db)

const forgetJobs = (ctx: Ctx) => sql`delete from jobs where type = 'load-demo-data'`.execute(ctx.db)

test.for([
  ['the embedded database', embedded, 'loading'],
  ['the embedded database with DEMO_DATA=true', { ...embedded, DEMO_DATA: 'true' }, 'loading'],
  ['the embedded database with DEMO_DATA=false', { ...embedded, DEMO_DATA: 'false' }, 'none'],
  ['an outside database', outside, 'none'],
  ['an outside database with DEMO_DATA=true', { ...outside, DEMO_DATA: 'true' }, 'loading'],
  ['an outside database with DEMO_DATA=false', { ...outside, DEMO_DATA: 'false' }, 'none'],
] as const)('on the first start of %s the decision is %s', async ([, env, status]) => {
  const ctx = await openDatabase()
  await start(ctx, env)
  expect(await outcome(ctx)).toEqual({ status, jobs: status === 'loading' ? 1 : 0 })
})

test('a later start does not decide again, whatever happened to the data', async () => {
  const ctx = await openDatabase()
  await start(ctx, embedded)
  for (const status of ['loading', 'loaded', 'removed']) {
    await forgetJobs(ctx)
    await setStatus(ctx, status)
    for (const env of [embedded, { DEMO_DATA: 'true' }, { DEMO_DATA: 'false' }]) await start(ctx, env)
    expect(await outcome(ctx)).toEqual({ status, jobs: 0 })
  }
})

test('after declining, a later start loads it only if explicitly configured', async () => {
  const ctx = await openDatabase()
  await start(ctx, { DEMO_DATA: 'false' })
  await start(ctx, embedded)
  expect(await outcome(ctx)).toEqual({ status: 'none', jobs: 0 })
  await start(ctx, { DEMO_DATA: 'true' })
  expect(await outcome(ctx)).toEqual({ status: 'loading', jobs: 1 })
})

test('nodes that start at the same time decide once', async () => {
  const ctx = await openDatabase()
  await Promise.all(Array.from({ length: 4 }, () => start(ctx, { DEMO_DATA: 'true' })))
  expect(await outcome(ctx)).toEqual({ status: 'loading', jobs: 1 })
})

test('a database used before demo data existed gets none by default', async () => {
  const url = await freshDatabase('template0')
  const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))
  const earlier = openFolder()
  for (const name of readdirSync(folder).filter((name) => name < '0009'))
    copyFileSync(path.join(folder, name), path.join(earlier, name))
  await migrate(url, silent, { folder: earlier })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into clients (id, name, email, roles, secret_hash) values ('old', 'Old', 'old@example.com', '{viewer}', '')`,
  )
  await client.end()
  await migrate(url, silent)

  const ctx = await openDatabase(url)
  await start(ctx, embedded)
  expect(await outcome(ctx)).toEqual({ status: 'none', jobs: 0 })
})
