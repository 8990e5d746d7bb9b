import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { startPostgres15, type Postgres15 } from '../postgres15.ts'
import { startService, type Service } from '../service.ts'

let primary: Postgres15
let standby: Postgres15
let service: Service
let token: string

beforeAll(async () => {
  primary = await startPostgres15()
  const { host, pathname } = new URL(await primary.emptyDatabase())
  standby = await primary.startSynchronousStandby()
  // The standby first: the order says nothing about which of them takes writes.
  const hosts = `127.0.0.1:${standby.port},${host}`
  service = await startService({
    BASE_URL: 'http://mainstay.test',
    DATABASE_URL: `postgres://mainstay@${hosts}${pathname}?target_session_attrs=read-write`,
  })
  token = await service.token()
})

const isReady = async () => (await fetch(`${service.url}/readyz`)).status === 200

async function keyNames(): Promise<string[]> {
  const response = await service.call(token, '/profile/api-keys?limit=200')
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

/** Commits until one waits for a standby: a process of PostgreSQL reads a changed setting some time later. */
async function commitUntilHeld(): Promise<Promise<unknown>[]> {
  const commits: Promise<unknown>[] = []
  await eventually(async () => {
    commits.push(standby.query(`select pg_logical_emit_message(true, 'test', '')`))
    return (await standby.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount
  })
  return commits
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('1')
  expect(await response.json()).toMatchObject({ code: 'database_unavailable' })
}

test('when the primary dies, writes are refused until the standby is promoted, and none is lost', async () => {
  expect((await service.write(token, 'before')).status).toBe(201)
  await primary.stop('SIGQUIT')
  await expectRefused(await service.write(token, 'between'))
  await eventually(async () => !(await isReady()))
  await standby.promote()
  // It copied the primary's settings, and nobody follows it.
  await standby.configure('synchronous_standby_names', '')
  await eventually(isReady)
  expect((await service.write(token, 'after')).status).toBe(201)
  expect(await keyNames()).toEqual(expect.arrayContaining(['before', 'after']))
  expect(await keyNames()).not.toContain('between')
  expect(service.log.filter(({ msg }) => msg === 'the database has moved to another host')).toHaveLength(1)
})

test('a server that turns read-only is refused with 503 and used again when it takes writes', async () => {
  await standby.configure('default_transaction_read_only', 'on')
  const refused = await eventually(async () => {
    const response = await service.write(token, 'turning')
    return response.status !== 201 && response
  })
  await expectRefused(refused as Response)
  await standby.configure('default_transaction_read_only', 'off')
  await eventually(async () => (await service.write(token, 'writable')).status === 201)
  expect(await keyNames()).toContain('writable')
})

test('a commit that the standby has not confirmed is not acknowledged', async () => {
  await standby.configure('synchronous_standby_names', 'nobody')
  const commits = await commitUntilHeld()
  let isAnswered = false
  const writing = service.write(token, 'unconfirmed').finally(() => (isAnswered = true))
  await eventually(async () => {
    await standby.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    return isAnswered
  })
  await expectRefused(await writing)
  await standby.configure('synchronous_standby_names', '')
  await Promise.all(commits)
  await eventually(isReady)
  expect((await service.write(token, 'confirmed')).status).toBe(201)
  expect(await service.stop()).toBe(0)
})
