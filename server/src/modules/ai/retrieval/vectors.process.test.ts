import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../test/free-port.ts'
import { bareCtx, silent } from '../../../../test/ctx.ts'
import { connectWithin } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import { migrate } from '../../../db/migrate.ts'
import { openDb, openPool } from '../../../db/pool.ts'
import { isFound } from '../../../db/rows.ts'
import { encoderName } from '../embedding/encoder.ts'
import { openEmbedding } from '../embedding/open.ts'
import { loadEmbedding } from '../embedding/static.ts'
import { encodeNext } from './encoding.ts'
import { startIndexer } from './indexer.ts'
import { openIndex, type PassageIndex } from './open.ts'
import { findPassages } from './service.ts'
import { openVectors } from './vectors.ts'

/** PostgreSQL with pgvector in WebAssembly; it accepts one connection at a time. */
const postgres = await PGlite.create({ extensions: { vector } })
const port = await freePort()
const server = new PGLiteSocketServer({ db: postgres, port, host: '127.0.0.1' })
await server.start()
const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
await migrate(url, silent)
const db = openDb(openPool(url, 1, silent, { connectWithin, limits: {} }))
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

async function indexAll(index: PassageIndex) {
  const indexer = startIndexer(() => ctx, local)
  await eventually(async () => !(await isFound(ctx.db, sql`select from index_queue`)))
  await indexer.stop(0)
  while ((await encodeNext(ctx, index)).length > 0);
}

const local = loadEmbedding()
const openAll = () => openIndex(ctx, openEmbedding(encoderName, local, silent), local)

test('with pgvector a passage is found by its meaning, however many there are', async () => {
  await publish('KB0000001', 'Printer out of paper', 'Refill the printer tray.')
  await publish('KB0000002', 'Bicycle racks', 'Behind the canteen.')
  const index = { ...(await openAll()), max_mirrored: 0 }
  expect(index.uses_pgvector).toBe(true)
  await indexAll(index)
  const find = async (index: PassageIndex) =>
    (await findPassages(ctx, index, { kind: 'article', query: 'printing', limit: 1 })).map(
      ({ record_id }) => record_id,
    )
  expect(await find({ ...index, uses_pgvector: false })).toEqual([])
  expect(await find(index)).toEqual(['KB0000001'])
  expect(await isFound(ctx.db, sql`select from passages where embedding is null`)).toBe(false)
})

test('an article that is indexed again with the same text keeps its vector', async () => {
  const index = { ...(await openAll()), max_mirrored: 0 }
  await sql`insert into index_queue (kind, record_id) select 'article', id from articles`.execute(ctx.db)
  await indexAll(index)
  expect(await isFound(ctx.db, sql`select from passages where embedding is null`)).toBe(false)
})

test('a process that started before pgvector was set up stores vectors for it too', async () => {
  const index = { ...(await openAll()), uses_pgvector: false }
  await publish('KB0000003', 'Coffee machine', 'Descale it once a month.')
  await indexAll(index)
  expect(await isFound(ctx.db, sql`select from passages where embedding is null`)).toBe(false)
})

test('a second start finds the column and encodes nothing again', async () => {
  await openAll()
  expect(await isFound(ctx.db, sql`select from passages where model is null`)).toBe(false)
})

test('a column of another model is made anew', async () => {
  expect(await openVectors(ctx, 256)).toBe(true)
  const index = { ...(await openAll()), max_mirrored: 0 }
  expect(await isFound(ctx.db, sql`select from passages where model is not null`)).toBe(false)
  await indexAll(index)
  expect(await isFound(ctx.db, sql`select from passages where embedding is null`)).toBe(false)
})
