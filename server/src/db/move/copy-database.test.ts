import pg from 'pg'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../../test/cleanup.ts'
import { freshDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { openSession } from '../session.ts'
import { copyDatabase } from './copy-database.ts'

async function open(url: string): Promise<pg.Client> {
  const client = await openSession(url, 'test')
  closeAtEnd(() => client.end())
  return client
}

test('a source that fails in the middle of a table ends the copy, and nothing of it stays', async () => {
  const [from, to] = [await freshDatabase(), await freshDatabase()]
  const [source, target, watcher] = [await open(from), await open(to), await open(to)]
  await source.query(`create table big (n integer, text text);
    insert into big select n, repeat('x', 1000) from generate_series(1, 20000) as n`)
  // Waits in the middle for a lock that the test holds.
  await target.query(`create function wait(n integer) returns boolean language plpgsql as
      $$ begin if n = 5000 then perform pg_advisory_xact_lock_shared(1); end if; return true; end $$;
    create table big (n integer check (wait(n)), text text)`)
  await watcher.query('select pg_advisory_lock(1)')
  const { rows } = await source.query<{ pid: number }>('select pg_backend_pid() as pid')
  const copy = copyDatabase(source, target, () => undefined)
  const isWaiting = eventually(async () => {
    const waiting = await watcher.query(
      `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return waiting.rowCount === 1
  })
  await Promise.race([isWaiting, copy])
  await watcher.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  await watcher.query('select pg_advisory_unlock(1)')
  await expect(copy).rejects.toThrow(/terminat/)
  expect((await target.query('select from big')).rowCount).toBe(0)
})
