import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase, withServer } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { openFolder } from '../../test/folders.ts'
import { advisoryLocks } from '../kernel/advisory-locks.ts'
import { sha256 } from '../kernel/crypto.ts'
import { migrate, supportProblem } from './migrate.ts'

const log = pino({ level: 'silent' })
let url: string
let folder: string

beforeEach(async () => {
  url = await freshDatabase('template0')
  folder = path.join(openFolder(), 'migrations')
  mkdirSync(folder)
  write('0001_things.sql', 'create table things (id int primary key);')
})

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

const run = (halt?: AbortSignal) => migrate(url, log, { folder, halt })

async function query<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const applied = async () =>
  (await query<{ name: string }>('select name from migrations order by name')).map(({ name }) => name)

test('applies the files in name order, each of them once', async () => {
  write('0002_more.sql', 'insert into things values (1);')
  await run()
  await run()
  expect(await applied()).toEqual(['0001_things.sql', '0002_more.sql'])
  expect(await query('select id from things')).toEqual([{ id: 1 }])
})

test('a new database in another encoding is refused, and one that already has data is not', async () => {
  const [database] = await query<{ name: string }>('select current_database() as name')
  await withServer(async (admin) => {
    await admin.query(`drop database ${database!.name}`)
    await admin.query(
      `create database ${database!.name} template template0 encoding 'SQL_ASCII' locale 'C' locale_provider 'libc'`,
    )
  })
  await expect(run()).rejects.toThrow('The encoding of this database is SQL_ASCII: create it with UTF8')
  expect(await query(`select to_regclass('things') as things`)).toEqual([{ things: null }])
  const text = '-- applied by an earlier release'
  write('0000_earlier.sql', text)
  await query(`insert into migrations (name, checksum) values ('0000_earlier.sql', '${sha256(text)}')`)
  await run()
  expect(await applied()).toEqual(['0000_earlier.sql', '0001_things.sql'])
})

test('a PostgreSQL that is too old is refused with the version to use', () => {
  expect(supportProblem({ version: 14, encoding: 'UTF8', small_i: 'i' })).toBe(
    'This is PostgreSQL 14: use PostgreSQL 15 or newer',
  )
  expect(supportProblem({ version: 15, encoding: 'UTF8', small_i: 'i' })).toBe(undefined)
})

test('a database that takes upper and lower case from Turkish is refused', () => {
  expect(supportProblem({ version: 15, encoding: 'UTF8', small_i: 'ı' })).toMatch(
    /^The locale of this database makes "ı" of a capital I: create it with UTF8, such as: /,
  )
})

test('time limits of the database do not apply to a migration', async () => {
  await query(`do $$ begin
    execute format('alter database %I set statement_timeout = %L', current_database(), '1min');
    execute format('alter database %I set lock_timeout = %L', current_database(), '1min');
    execute format('alter database %I set idle_in_transaction_session_timeout = %L', current_database(), '1min');
    end $$`)
  write(
    '0002_more.sql',
    `create table limits as select setting, source from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  )
  await run()
  // Set when connecting, which is what a pooler that shares its connections refuses.
  const none = { setting: '0', source: 'client' }
  expect(await query('select * from limits')).toEqual([none, none, none])
})

test('a database that somebody made read-only is refused, with what may be the reason', async () => {
  await run()
  await query(`do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`)
  write('0002_more.sql', 'create table more ();')
  await expect(run()).rejects.toThrow(/^This database is read-only .* move was interrupted.* disk is full/)
  expect(await applied()).toEqual(['0001_things.sql'])
})

test('a file that was changed after it was applied is refused by name, and later files are not applied', async () => {
  await run()
  write('0001_things.sql', 'create table things (id bigint primary key);')
  write('0002_more.sql', 'create table more ();')
  await expect(run()).rejects.toThrow(/0001_things\.sql was changed/)
  expect(await applied()).toEqual(['0001_things.sql'])
})

test('a database of a newer release is refused with the name of the unknown migration', async () => {
  await run()
  await query(`insert into migrations (name, checksum) values ('9999_future.sql', 'x')`)
  write('0002_more.sql', 'create table more ();')
  await expect(run()).rejects.toThrow(/newer than this release \(it has 9999_future\.sql\)/)
  expect(await query(`select to_regclass('more') as found`)).toEqual([{ found: null }])
})

test('the victim of a deadlock with a node that writes is applied again', async () => {
  await run()
  const open = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  const [gate, node] = [await open(), await open()]
  const waiting = async (type: string) =>
    (
      await query(`select from pg_locks where locktype = '${type}' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).length > 0
  // It has a lock that the node waits for, and then waits for one that the node has; it notices that first.
  write(
    '0002_more.sql',
    `set local deadlock_timeout = '10ms'; lock table things in share mode; select pg_advisory_xact_lock(1);
     alter table things add column more text;`,
  )
  await gate.query('select pg_advisory_lock(1)')
  // It does not look for a deadlock itself, however long it has waited by then.
  await node.query(`set deadlock_timeout = '1h'; begin; select from things`)
  const migrated = run()
  await eventually(() => waiting('advisory'))
  const written = node.query('insert into things values (1)')
  await eventually(() => waiting('relation'))
  await gate.query('select pg_advisory_unlock(1)')
  await written
  await node.query('commit')
  await migrated
  expect(await applied()).toEqual(['0001_things.sql', '0002_more.sql'])
  expect(await query('select id, more from things')).toEqual([{ id: 1, more: null }])
  await Promise.all([gate.end(), node.end()])
})

test('a failed migration is rolled back, and succeeds once it is fixed', async () => {
  write('0002_more.sql', 'create table more (); insert into things values (1); select 1 / 0;')
  await expect(run()).rejects.toThrow(/division by zero/)
  expect(await applied()).toEqual(['0001_things.sql'])
  expect(await query(`select to_regclass('more') as found`)).toEqual([{ found: null }])
  expect(await query('select id from things')).toEqual([])
  write('0002_more.sql', 'create table more ();')
  await run()
  expect(await applied()).toEqual(['0001_things.sql', '0002_more.sql'])
})

test('of several nodes that start at the same time one migrates, and the others find it done', async () => {
  write('0002_more.sql', 'insert into things values (1); select pg_sleep(0.2);')
  await Promise.all([run(), run(), run(), run()])
  expect(await query('select id from things')).toEqual([{ id: 1 }])
})

const sleeping = () =>
  query(`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`)

test.each([
  ['during a statement', 'create table more (); select pg_sleep(600);'],
  ['while another node migrates', 'create table more ();'],
])('a stop %s rolls the migration back and ends its session', async (when, text) => {
  await run()
  write('0002_more.sql', text)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const isWaiting = when.startsWith('while')
  if (isWaiting) await other.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
  const halt = new AbortController()
  const halted = run(halt.signal).catch((error: unknown) => error)
  await eventually(async () =>
    isWaiting
      ? (
          await query(`select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`)
        ).length === 1
      : (await sleeping()).length === 1,
  )
  halt.abort()
  expect(await halted).toBe(halt.signal.reason)
  await eventually(
    async () =>
      (
        await query(`select from pg_stat_activity where application_name = 'mainstay-migrate'
          and datname = current_database()`)
      ).length === 0,
  )
  expect(await applied()).toEqual(['0001_things.sql'])
  expect(await query(`select to_regclass('more') as found`)).toEqual([{ found: null }])
  await other.end()
  await expect(run(halt.signal)).rejects.toBe(halt.signal.reason)
  write('0002_more.sql', 'create table more ();')
  await run()
  expect(await applied()).toEqual(['0001_things.sql', '0002_more.sql'])
})

test('a node that dies during a migration does not block the others', async () => {
  write('0002_more.sql', 'create table more (); select pg_sleep(600);')
  const dying = run().catch((error: unknown) => error)
  await eventually(async () => (await sleeping()).length === 1)
  await query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mainstay-migrate'
    and datname = current_database()`)
  expect(await dying).toBeInstanceOf(Error)
  write('0002_more.sql', 'create table more ();')
  await run()
  expect(await applied()).toEqual(['0001_things.sql', '0002_more.sql'])
})

test('words beside typographic signs are found after the upgrade of a database that took them for letters', async () => {
  const ctype = (name: string) =>
    query(`update pg_database set datctype = '${name}' where datname = current_database()`)
  await ctype('C')
  const before = (name: string) => name < '0056'
  await migrate(url, log, { isWanted: before })
  await query(`insert into catalog_items (id, name, approval_required, active, created_at, updated_at)
    values ('ITEM0000001', 'A “laptop” stand', false, true, now(), '2026-01-01'),
      ('ITEM0000002', 'A monitor', false, true, now(), now())`)
  await query('truncate new_search_words')
  const found = () =>
    query(`select id, version, updated_at < '2026-01-02' as is_unchanged from catalog_items
    where search @@ to_tsquery('english', 'laptop')`)
  await ctype('C.UTF-8')
  expect(await found()).toEqual([])
  await migrate(url, log)
  expect(await found()).toEqual([{ id: 'ITEM0000001', version: 1, is_unchanged: true }])
  expect(await query('select table_name from searches_to_fold')).toEqual([{ table_name: 'catalog_items' }])
  expect(await query('select title from new_search_words')).toEqual([{ title: 'A “laptop” stand' }])
  expect(await query(`select from pg_trigger where tgenabled = 'D'`)).toEqual([])
})
