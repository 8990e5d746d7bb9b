import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { bootstrapClient } from '../../../../test/accounts.ts'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, type Webhook } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { transact } from '../../../db/ctx.ts'

/** The DNS answer for the webhook host: each creation waits for it. */
let resolve: () => Promise<string[]>
const somewhere = async () => ['93.184.215.14']

const app = await startApp({}, { resolve: () => resolve() })
const outbound = driveOutbound(app)
beforeEach(() => {
  resolve = somewhere
})

const post = (key: string, name: string) =>
  outbound.ask({ ...outbound.defaults, name }, { headers: { 'idempotency-key': key } })
const named = (name: string) =>
  app.query<{ id: string }>(`select id from outbound_webhooks where name = '${name}'`)
const marks = (key: string) =>
  app.query<{ status: number }>(`select status from idempotency_keys where key = '${key}'`)
const begun = [{ status: 0 }]

/** From now on the lookup completes on request. */
function holdResolution() {
  const held: (() => void)[] = []
  resolve = () => new Promise((done) => held.push(() => done(['93.184.215.14'])))
  return { held, release: () => held.forEach((go) => go()) }
}

test('the same key and body return the stored response, with the same secret and no second webhook', async () => {
  const first = await post('replay', 'Replayed')
  const second = await post('replay', 'Replayed')
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.body).toBe(first.body)
  expect(second.json<Webhook>().secret).toMatch(/^whsec_/)
  expect(second.headers).toMatchObject({
    'idempotent-replayed': 'true',
    location: first.headers.location,
    etag: first.headers.etag,
  })
  expect(await named('Replayed')).toHaveLength(1)
})

test('of fifty concurrent requests one creates a webhook; the others get its response or a conflict', async () => {
  for (let round = 0; round < 5; round++) {
    const name = `Parallel ${round}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(name.replace(' ', '-'), name)))
    expect(await named(name)).toHaveLength(1)
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    expect(new Set(made.map(({ body }) => body)).size).toBe(1)
    expect(made.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1)
    for (const answer of answers)
      if (answer.statusCode !== 201) expectProblem(answer, 409, 'idempotency_in_progress')
  }
})

test('a repeated request while the first is still in progress gets a conflict', async () => {
  const { held, release } = holdResolution()
  const first = post('waiting', 'Waiting')
  await eventually(() => held.length === 1)
  expectProblem(await post('waiting', 'Waiting'), 409, 'idempotency_in_progress')
  expectProblem(await post('waiting', 'Another'), 422, 'idempotency_mismatch')
  expect(held).toHaveLength(1)
  expect(await named('Waiting')).toEqual([])
  release()
  expect((await first).statusCode).toBe(201)
  expect((await post('waiting', 'Waiting')).body).toBe((await first).body)
})

test('a request that has waited is not refused because of another that only peeks', async () => {
  const { held, release } = holdResolution()
  const first = post('lock', 'Locked')
  await eventually(() => held.length === 1)
  await transact(app.ctx(), async (ctx) => {
    const lock = `${bootstrapClient.id} lock`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(ctx.db)
    release()
    await eventually(
      async () =>
        (
          await app.query(
            `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
          )
        ).length,
    )
  })
  expect((await first).statusCode).toBe(201)
  expect(await named('Locked')).toHaveLength(1)
})

test('another body under the same key is refused and creates nothing', async () => {
  expect((await post('mismatch', 'First body')).statusCode).toBe(201)
  expectProblem(await post('mismatch', 'Second body'), 422, 'idempotency_mismatch')
  expect(await named('Second body')).toEqual([])
})

test('a failed check stores nothing, and a later attempt with the same key works', async () => {
  resolve = async () => ['127.0.0.1']
  const before = await outbound.everything()
  expectProblem(await post('failed', 'Failed'), 400, 'validation_error')
  expect(await marks('failed')).toEqual([])
  expect(await outbound.everything()).toEqual(before)
  const reserved = { ...outbound.defaults, headers: { Host: 'evil' } }
  resolve = somewhere
  expectProblem(
    await outbound.ask(reserved, { headers: { 'idempotency-key': 'failed' } }),
    400,
    'validation_error',
  )
  expect(await outbound.everything()).toEqual(before)
  expect((await post('failed', 'Failed')).statusCode).toBe(201)
  expect(await named('Failed')).toHaveLength(1)
})

test('the lock of a dead process expires a minute after a model would have answered', async () => {
  const { held, release } = holdResolution()
  const dead = post('dead', 'Dead')
  await eventually(() => held.length === 1)
  expect(await marks('dead')).toEqual(begun)
  resolve = somewhere
  const age = (seconds: number) =>
    app.query(
      `update idempotency_keys set created_at = now() - interval '${seconds} seconds' where key = 'dead'`,
    )
  await age(30 + 50)
  expectProblem(await post('dead', 'Dead'), 409, 'idempotency_in_progress')
  await age(30 + 61)
  const second = await post('dead', 'Dead')
  expect(second.statusCode).toBe(201)
  release() // it was only slow: the other webhook stays
  expect((await dead).body).toBe(second.body)
  expect(await named('Dead')).toHaveLength(1)
})

test('a test with one key is sent once', async () => {
  const { id } = await outbound.create()
  const send = () =>
    app.call('POST', `/webhooks/outbound/${id}/test`, { headers: { 'idempotency-key': 'test' } })
  resolve = async () => ['127.0.0.1'] // refused, which is a result
  const first = await send()
  expect(expectOk(first, 200)).toMatchObject({ status: 'failed', error: 'address_refused' })
  expect((await send()).body).toBe(first.body)
  expect((await outbound.deliveries(id)).total).toBe(1)
})
