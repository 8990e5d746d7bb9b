import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../test/free-port.ts'
import { bareCtx, silent } from '../../../../test/ctx.ts'
import { eventually } from '../../../../test/eventually.ts'
import { migrate } from '../../../db/migrate.ts'
import { openDb, openPool } from '../../../db/pool.ts'
import { isFound } from '../../../db/rows.ts'
import { loadEmbedding, type StaticEmbedding } from '../embedding/static.ts'
import { startIndexer } from './indexer.ts'
import { findPassages } from './service.ts'
import { openVectors } from './vectors.ts'

/** PostgreSQL with pgvector in WebAssembly; it accepts one connection at a time. */
const postgres = await PGlite.create({ extensions: { vector } })
const port = await freePort()
const server = new PGLiteSocketServer({ db: postgres, port, host: '127.0.0.1' })
await server.start()
const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
await migrate(url, silent)
const db = openDb(openPool(url, 1, silent))
const ctx = bareCtx(db)
const close = () => db.destroy()
afterAll(async () => {
  await close()
  await server.stop()
  await postgres.close()
})

const publish = (id: string, title: string, body: string) =>
  sql`insert into articles (id, title, body, tags, state, author, author_id, updated_by, created_at, updated_at)
      values (${id}, ${title}, ${body}, '{}', 'published', 'a', 'a', 'a', now(), now())`.execute(ctx.db)

async function indexAll(embedding: StaticEmbedding) {
  const indexer = startIndexer(() => ctx, embedding)
  await eventually(async () => !(await isFound(ctx.db, sql`select from index_queue`)))
  await indexer.stop(0)
}

test('with pgvector a passage is found by its meaning, without a shared word', async () => {
  const local = loadEmbedding()
  await publish('KB0000001', 'Printer out of paper', 'Refill the printer tray.')
  await publish('KB0000002', 'Bicycle racks', 'Behind the canteen.')
  await indexAll(local)
  const find = async (embedding: StaticEmbedding) =>
    (await findPassages(ctx, embedding, { kind: 'article', query: 'printing', limit: 1 })).map(
      ({ record_id }) => record_id,
    )
  expect(await find(local)).toEqual([])

  expect(await openVectors(ctx, local.dimensions)).toBe(true)
  const embedding = { ...local, uses_pgvector: true }
  await indexAll(embedding)
  expect(await find(embedding)).toEqual(['KB0000001'])
  expect(await isFound(ctx.db, sql`select from passages where embedding is null`)).toBe(false)
})

test('a second start finds the column and does not reindex', async () => {
  expect(await openVectors(ctx, 256)).toBe(true)
  expect(await isFound(ctx.db, sql`select from index_queue`)).toBe(false)
})
