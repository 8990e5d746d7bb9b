import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ClientWithSecret } from '../../../console/src/api/schema.d.ts'
import { bootstrapClient } from '../../test/accounts.ts'
import { runTwice } from '../../test/ageing.ts'
import { startApp } from '../../test/app.ts'
import { makeKey, makeUser } from '../../test/identity/key-owners.ts'
import { tokenOfUser } from '../../test/identity/mint.ts'
import { accessToken, exchangeKey } from '../../test/identity/token-endpoint.ts'
import { expectProblem } from '../../test/problem.ts'
import { transact } from '../db/ctx.ts'
import { randomId } from '../kernel/ids.ts'

const app = await startApp()

const body = { name: 'Made once', roles: ['viewer'] }
const post = (key: string, sent: unknown = body, options: { as?: string; path?: string } = {}) =>
  app.call('POST', options.path ?? '/clients', {
    body: sent,
    headers: { 'idempotency-key': key },
    ...(options.as && { as: options.as }),
  })
const named = async (name: string) =>
  (await app.query<{ n: number }>(`select count(*) as n from clients where name = '${name}'`))[0]!.n
const stored = (key: string) =>
  app.query<Record<string, unknown>>(`select * from idempotency_keys where key = '${key}'`)

test('the same key and body return the stored response, with the same secret and no second effect', async () => {
  const sent = { ...body, name: 'Replayed' }
  const first = await post('k-replay', sent)
  const second = await post('k-replay', sent)
  expect(first.statusCode).toBe(201)
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(second.statusCode).toBe(201)
  expect(second.headers).toMatchObject({
    'idempotent-replayed': 'true',
    location: first.headers.location,
    etag: first.headers.etag,
    'content-type': first.headers['content-type'],
  })
  expect(second.body).toBe(first.body)
  expect(second.json<ClientWithSecret>().client_secret).toMatch(/^ms_/)
  expect(await named('Replayed')).toBe(1)
})

test('without a key every POST takes effect', async () => {
  for (let i = 0; i < 2; i++) await app.call('POST', '/clients', { body: { ...body, name: 'Twice' } })
  expect(await named('Twice')).toBe(2)
})

test('both prefixes count as the same path', async () => {
  const first = await post('k-prefix', body, { path: '/prod/api/clients' })
  expect((await post('k-prefix', body, { path: '/prod/api/v1/clients' })).body).toBe(first.body)
})

test('the same key with another body or path is refused and has no effect', async () => {
  await post('k-other')
  expectProblem(await post('k-other', { ...body, name: 'Never made' }), 422, 'idempotency_mismatch')
  expectProblem(
    await post('k-other', { email: 'never@example.com', roles: ['viewer'] }, { path: '/users' }),
    422,
    'idempotency_mismatch',
  )
  expect(await named('Never made')).toBe(0)
  expect(await app.query("select 1 from users where email = 'never@example.com'")).toEqual([])
})

test('of fifty concurrent requests one takes effect; the others get its response or a conflict', async () => {
  const sent = { ...body, name: 'Parallel' }
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('k-parallel', sent)))
  expect(await named('Parallel')).toBe(1)
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  expect(new Set(made.map((answer) => answer.body)).size).toBe(1)
  expect(made.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1)
  for (const answer of answers)
    if (answer.statusCode !== 201) expectProblem(answer, 409, 'idempotency_in_progress')
})

test('a request in progress locks its key and no other', async () => {
  const sent = { ...body, name: 'Held' }
  await transact(app.ctx(), async (ctx) => {
    const lock = `${bootstrapClient.id} k-held`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(ctx.db)
    expectProblem(await post('k-held', sent), 409, 'idempotency_in_progress')
    expect((await post('k-free', { ...body, name: 'Free' })).statusCode).toBe(201)
  })
  expect(await named('Held')).toBe(0)
  expect((await post('k-held', sent)).statusCode).toBe(201)
})

test('a failed request stores nothing, and the same key can be used again', async () => {
  const user = { email: 'taken@example.com', roles: ['viewer'] }
  expect((await app.call('POST', '/users', { body: user })).statusCode).toBe(201)
  expectProblem(await post('k-failed', user, { path: '/users' }), 409, 'email_taken')
  expectProblem(
    await post('k-failed', { ...user, roles: ['king'] }, { path: '/users' }),
    400,
    'validation_error',
  )
  expect(await stored('k-failed')).toEqual([])
  const other = { ...user, email: 'free@example.com' }
  expect((await post('k-failed', other, { path: '/users' })).statusCode).toBe(201)
})

test('keys are separate for each caller', async () => {
  const other = await app.tokenFor('super_admin')
  const mine = await post('k-mine')
  const theirs = await post('k-mine', { ...body, name: 'Theirs' }, { as: other })
  expect(theirs.statusCode).toBe(201)
  expect(theirs.json<ClientWithSecret>().id).not.toBe(mine.json<ClientWithSecret>().id)
  expect((await post('k-mine')).body).toBe(mine.body)
})

test('a stored response is returned only for the same permissions, and has no effect for others', async () => {
  const owner = await makeUser(app, 'super_admin', 'viewer')
  const manager = accessToken(await exchangeKey(app, (await makeKey(app, owner.token)).key))
  const viewer = accessToken(
    await exchangeKey(app, (await makeKey(app, owner.token, { roles: ['viewer'] })).key),
  )
  const options = { path: '/profile/api-keys', as: owner.token }
  const made = await post('k-rights', { name: 'Shown once' }, options)
  expect(made.statusCode).toBe(201)
  const keys = () => app.query('select id from api_keys order by id')
  const before = await keys()
  // One has the same roles but uses an API key, which cannot create keys; the other has fewer roles.
  for (const as of [manager, viewer]) {
    const answer = await post('k-rights', { name: 'Shown once' }, { ...options, as })
    expectProblem(answer, 422, 'idempotency_mismatch')
    expect(answer.body).not.toContain('mk_')
  }
  expect(await keys()).toEqual(before)
  const again = await tokenOfUser(app, owner.id)
  const replayed = await post('k-rights', { name: 'Shown once' }, { ...options, as: again })
  expect([replayed.statusCode, replayed.body]).toEqual([201, made.body])
})

test('a response stored by an earlier version is still replayed', async () => {
  const first = await post('k-earlier', { ...body, name: 'Earlier' })
  await app.query(`update idempotency_keys set rights = null where key = 'k-earlier'`)
  expect((await post('k-earlier', { ...body, name: 'Earlier' })).body).toBe(first.body)
})

test('secrets and passwords cannot be read or guessed from the stored data', async () => {
  const { client_secret } = (await post('k-secret')).json<ClientWithSecret>()
  const password = 'correct horse battery staple'
  const user = { email: 'sealed@example.com', roles: ['viewer'], password }
  await post('k-password', user, { path: '/users' })
  const made = (
    await post('k-made', { email: 'made@example.com', roles: ['viewer'] }, { path: '/users' })
  ).json<{
    password: string
  }>()
  const rows = JSON.stringify([
    ...(await stored('k-secret')),
    ...(await stored('k-password')),
    ...(await stored('k-made')),
  ])
  expect(rows).toContain('k-made')
  for (const secret of [client_secret, password, made.password])
    for (const spelling of [
      secret,
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ])
      expect(rows).not.toContain(spelling.replace(/=+$/, ''))

  const [before] = await stored('k-password')
  const elsewhere = await startApp()
  await elsewhere.call('POST', '/users', { body: user, headers: { 'idempotency-key': 'k-password' } })
  const [after] = await elsewhere.query<Record<string, unknown>>(
    "select * from idempotency_keys where key = 'k-password'",
  )
  await elsewhere.close()
  expect(after!.fingerprint).not.toBe(before!.fingerprint)
})

test('a stored response that was moved to another key is not returned', async () => {
  await post('k-from')
  await app.query(
    `insert into idempotency_keys select actor_id, 'k-to', fingerprint, status, headers, body from idempotency_keys where key = 'k-from'`,
  )
  const refused = await post('k-to')
  expectProblem(refused, 500, 'internal_error')
  expect(refused.body).not.toContain('client_secret')
})

test('a key expires after a day', async () => {
  const first = await post('k-old')
  await app.query(
    "update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = 'k-old'",
  )
  const again = await post('k-old', { ...body, name: 'A day later' })
  expect(again.statusCode).toBe(201)
  expect(again.json<ClientWithSecret>().id).not.toBe(first.json<ClientWithSecret>().id)
  expect((await post('k-old', { ...body, name: 'A day later' })).body).toBe(again.body)
})

test('the clean-up removes entries older than a day, and no others', async () => {
  await post('k-young')
  await post('k-aged')
  await app.query("update idempotency_keys set created_at = now() - interval '25 hours' where key = 'k-aged'")
  await runTwice(app, 'forget-idempotency-keys')
  expect(await stored('k-aged')).toEqual([])
  expect(await stored('k-young')).toHaveLength(1)
})

test('an invalid key is refused by name', async () => {
  for (const key of ['', ' ', 'two words', 'é', 'x'.repeat(256)]) {
    const before = await named('Odd key')
    const refused = await post(key, { ...body, name: 'Odd key' })
    const problem = expectProblem(refused, 400, 'validation_error')
    expect(problem.errors?.[0]?.field).toBe('Idempotency-Key')
    expect(await named('Odd key')).toBe(before)
  }
  expect((await post('x'.repeat(255))).statusCode).toBe(201)
  expect((await post(randomId('k-'))).statusCode).toBe(201)
})
