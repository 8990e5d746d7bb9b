import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareCtx, silent } from '../../test/ctx.ts'
import { connectWithin, freshDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { freePort } from '../../test/free-port.ts'
import { readConfig } from '../config.ts'
import { withCommandCtx } from '../make-ctx.ts'
import { anyWords } from './client.ts'
import { transact, type Db } from './ctx.ts'
import { isTimeout, isUnavailable } from './errors.ts'
import { openDb, openPool } from './pool.ts'

const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
let url: string
let pool: pg.Pool
let db: Db

beforeAll(async () => {
  url = await freshDatabase()
  pool = openPool(url, 2, log, { connectWithin })
  db = openDb(pool)
})
afterAll(() => db.destroy())

async function caught(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )
}

test('statements, locks and idle transactions have time-outs', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(db)
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    statement_timeout: '10000',
    lock_timeout: '2000',
    idle_in_transaction_session_timeout: '15000',
  })
})

test('a command has no time-outs, whatever those of the database are', async () => {
  const limited = `${url}&options=${encodeURIComponent('-c statement_timeout=1min -c lock_timeout=1min')}`
  await withCommandCtx(readConfig({}), limited, silent, async ({ db }) => {
    const { rows } = await sql`select current_setting('statement_timeout') as statements,
      current_setting('lock_timeout') as locks`.execute(db)
    expect(rows).toEqual([{ statements: '0', locks: '0' }])
  })
})

test('a day has 24 hours, whatever the time zone of the database is', async () => {
  await sql`do $$ begin
    execute format('alter database %I set timezone = %L', current_database(), 'Europe/Berlin'); end $$`.execute(
    db,
  )
  const berlin = openDb(openPool(url, 1, silent, { connectWithin }))
  const { rows } = await sql<{ at: Date }>`
    select timestamptz '2026-01-15T12:00Z' + 90 * interval '1 day' as at`.execute(berlin)
  await berlin.destroy()
  expect(rows).toEqual([{ at: new Date('2026-04-15T12:00Z') }])
})

test('waiting for a locked table ends with a time-out', async () => {
  await sql`create table locked (id int)`.execute(db)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('begin; lock table locked')
  const error = await caught(sql`select * from locked where id = ${1}`.execute(db))
  expect(isTimeout(error)).toBe(true)
  await other.query('rollback')
  await other.end()
  expect((await sql`select * from locked where id = ${1}`.execute(db)).rows).toEqual([])
})

test('counts are returned as numbers', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from generate_series(1, 3)`.execute(db)
  expect(rows[0]!.n).toBe(3)
})

test('a parameterised statement is prepared once per connection', async () => {
  const client = await pool.connect()
  for (const n of [1, 2, 3]) await client.query('select $1::int as prepared_once', [n])
  const { rows } = await client.query(
    `select name from pg_prepared_statements where statement like '%as prepared_once'`,
  )
  client.release()
  expect(rows).toHaveLength(1)
})

test('a search is prepared only if its plan suits any words', async () => {
  const client = await pool.connect()
  for (const as of ['other_words', `any_words ${anyWords}`])
    for (const n of [1, 2, 3]) await client.query(`select to_tsquery('english', $1) as ${as}`, [`word${n}`])
  const { rows } = await client.query(
    `select statement from pg_prepared_statements where statement like '%_words%'`,
  )
  client.release()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ statement: expect.stringContaining(anyWords) })
})

test('texts that come once take no name from those that come again', async () => {
  const client = await pool.connect()
  for (let page = 0; page < 600; page++) await client.query(`select $1::int as paged offset ${page}`, [page])
  for (const n of [1, 2]) await client.query('select $1::int as comes_again', [n])
  const { rows } = await client.query(
    `select statement from pg_prepared_statements where statement ~ 'as (paged|comes_again)'`,
  )
  client.release()
  expect(rows).toEqual([{ statement: 'select $1::int as comes_again' }])
})

test('a column added by another node does not break prepared statements', async () => {
  await sql`create table grown (id int)`.execute(db)
  await sql`insert into grown values (1)`.execute(db)
  const read = (db: Db) => sql`select * from grown where id = ${1}`.execute(db)
  await Promise.all([read(db), read(db), read(db)])
  await sql`alter table grown add column name text default 'new'`.execute(db)
  expect((await transact(bareCtx(db), (ctx) => read(ctx.db))).rows).toEqual([{ id: 1, name: 'new' }])
  await sql`alter table grown add column size int default 7`.execute(db)
  for (const { rows } of await Promise.all([read(db), read(db), read(db)]))
    expect(rows).toEqual([{ id: 1, name: 'new', size: 7 }])
})

test.each([
  ['one address', '127.0.0.1'],
  ['a host name with several addresses', 'localhost'],
])('a refused connection at %s counts as an outage', async (_case, host) => {
  const away = openPool(`postgres://mainstay@${host}:${await freePort()}/mainstay`, 2, silent)
  expect(isUnavailable(await caught(away.query('select 1')))).toBe(true)
  await away.end()
})

test('a connection that PostgreSQL ends while the pool is closing is not logged as lost', async () => {
  const closing = openPool(url, 1, log)
  const client = await closing.connect()
  const ended = closing.end()
  client.release()
  // What the driver reports if PostgreSQL is faster.
  closing.emit('error', new Error('terminating connection due to administrator command'), client)
  await ended
  expect(logged.filter((line) => line.includes('terminating connection'))).toEqual([])
})

test('connections that PostgreSQL closed are replaced without an error to the caller, and logged', async () => {
  await Promise.all([sql`select pg_sleep(0.01)`.execute(db), sql`select pg_sleep(0.01)`.execute(db)])
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await other.end()
  await eventually(() => pool.totalCount === 0)
  expect(logged.filter((line) => line.includes('lost an idle database connection'))).toHaveLength(2)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
