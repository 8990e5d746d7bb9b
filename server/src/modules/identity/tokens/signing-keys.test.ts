import { decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { bootstrapClient } from '../../../../test/accounts.ts'
import { startApp, tokenOf, type TestApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { accessToken, askAsClient, makeClient, statusWith } from '../../../../test/identity/token-endpoint.ts'
import { readConfig } from '../../../config.ts'
import { BackupSession } from '../../../db/backup/backup-session.ts'
import { openKeys } from '../../../db/secret-key.ts'
import type { Problem } from '../../../kernel/errors.ts'
import * as signingKeys from './signing-keys.ts'

const app = await startApp()
const other = await startApp({ DATABASE_URL: app.url })
const client = await makeClient(app, 'viewer')
afterAll(async () => {
  await other.close()
  await app.close()
})

const kidOf = (token: string) => decodeProtectedHeader(token).kid!
const newToken = async (node = app) => accessToken(await askAsClient(node, client))
/** With a new token each time, because the key of the previous one may have been revoked. */
const asAdmin = async (node = app) => ({
  as: await tokenOf(node.http, bootstrapClient.id, bootstrapClient.secret),
})
const rotate = async (node = app) =>
  (await node.call('POST', '/signing-keys/rotate', await asAdmin(node))).json<{ kid: string }>().kid
const revoke = async (kid: string, node = app) =>
  node.call('DELETE', `/signing-keys/${kid}`, await asAdmin(node))
const listed = async () =>
  (await app.call('GET', '/signing-keys', await asAdmin())).json<{
    data: { kid: string; signs: boolean }[]
  }>().data
const published = async (node = app) => {
  const { keys } = (await node.http.inject('/.well-known/jwks.json')).json<JSONWebKeySet>()
  return keys.map((key) => key.kid)
}

test('a rotation signs with a new key immediately, and the old key still verifies', async () => {
  const before = await newToken()
  const kid = await rotate()
  const after = await newToken()
  expect(kidOf(after)).toBe(kid)
  expect(kidOf(before)).not.toBe(kid)
  expect(await statusWith(app, before)).toBe(200)
  expect(await statusWith(app, after)).toBe(200)
  expect(await published()).toEqual(expect.arrayContaining([kid, kidOf(before)]))
  expect((await listed()).find((key) => key.signs)?.kid).toBe(kid)
})

test('no request fails while keys rotate under traffic on two nodes', async () => {
  const statuses: number[] = []
  const kids = new Set<string>()
  let rotating = true
  const caller = async (issues: TestApp, accepts: TestApp) => {
    while (rotating) {
      const token = await newToken(issues)
      kids.add(kidOf(token))
      statuses.push(await statusWith(accepts, token), await statusWith(issues, token))
    }
  }
  const callers = [caller(app, other), caller(other, app), caller(app, app), caller(other, other)]
  const made: string[] = []
  for (let round = 0; round < 6; round++) {
    const kid = await rotate(round % 2 ? other : app)
    made.push(kid)
    await eventually(() => kids.has(kid))
  }
  rotating = false
  await Promise.all(callers)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect([...kids]).toEqual(expect.arrayContaining(made))
})

test('a token signed with a key that another node has just created is accepted immediately', async () => {
  for (let round = 0; round < 5; round++) {
    expect(await statusWith(other, await newToken(other))).toBe(200)
    const kid = await rotate(app)
    const token = await newToken(app)
    expect(kidOf(token)).toBe(kid)
    expect(await statusWith(other, token)).toBe(200)
  }
})

test('a revoked key ends its tokens immediately here, and soon on the other node', async () => {
  const stolen = await newToken()
  expect(await statusWith(other, stolen)).toBe(200)
  const kid = await rotate()
  const response = await revoke(kidOf(stolen))
  expect([response.statusCode, response.json()]).toEqual([200, { kid: kidOf(stolen), revoked: true }])
  expect(await statusWith(app, stolen)).toBe(401)
  await eventually(async () => (await statusWith(other, stolen)) === 401)
  expect(await published()).not.toContain(kidOf(stolen))
  expect(await published(other)).not.toContain(kidOf(stolen))
  expect(kidOf(await newToken())).toBe(kid)
  expect(kidOf(await newToken(other))).toBe(kid)
})

test('when the newest key is revoked, the previous one signs again, also during a backup', async () => {
  const backup = await BackupSession.open(app.url)
  const before = kidOf(await newToken())
  const kid = await rotate()
  expect((await revoke(kid)).statusCode).toBe(200)
  await backup.close()
  const token = await newToken()
  expect(kidOf(token)).toBe(before)
  expect(await statusWith(app, token)).toBe(200)
})

test('a key that is unknown or already revoked cannot be revoked', async () => {
  const kid = await rotate()
  expect((await revoke(kid)).statusCode).toBe(200)
  for (const missing of [kid, 'key-unknown']) {
    const response = await revoke(missing)
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'not_found'])
  }
})

test('the last key cannot be revoked, not even concurrently', async () => {
  for (const { kid } of (await listed()).slice(2)) expect((await revoke(kid)).statusCode).toBe(200)
  const last = (await listed()).map(({ kid }) => kid)
  expect(last).toHaveLength(2)
  // Without HTTP, because the token of the caller is signed with one of the two.
  const keys = await openKeys(app.database.db, readConfig({ DATABASE_URL: app.url }))
  const outcomes = await Promise.allSettled(
    last.map((kid, i) => signingKeys.revoke([app, other][i]!.ctx(), keys, kid)),
  )
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Problem] : [],
  )
  expect(refusals).toMatchObject([{ status: 409, code: 'last_signing_key' }])
  for (const node of [app, other]) await eventually(async () => (await published(node)).length === 1)
  const [only] = await listed()
  const response = await revoke(only!.kid)
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'last_signing_key'])
  expect(await statusWith(app, await newToken())).toBe(200)
})

test('only a super_admin can view or change keys', async () => {
  const as = await newToken()
  const before = await listed()
  for (const [method, path] of [
    ['GET', '/signing-keys'],
    ['POST', '/signing-keys/rotate'],
    ['DELETE', `/signing-keys/${before[0]!.kid}`],
  ] as const)
    expect((await app.call(method, path, { as })).statusCode).toBe(403)
  expect(await listed()).toEqual(before)
})

const runJob = () =>
  app.query(`update jobs set run_at = now() where type = 'rotate-signing-keys' and claimed_by is null`)
const hasRun = async () =>
  (
    await app.query(
      `select 1 from jobs where type = 'rotate-signing-keys' and run_at > now() + interval '1 hour'`,
    )
  ).length > 0

test('a key younger than 90 days is kept, an older one is rotated automatically', async () => {
  const before = (await listed())[0]!.kid
  await app.query(`update signing_keys set created_at = now() - interval '89 days' where kid = '${before}'`)
  await runJob()
  await eventually(hasRun)
  expect((await listed())[0]!.kid).toBe(before)

  await app.query(`update signing_keys set created_at = now() - interval '91 days' where kid = '${before}'`)
  const token = await newToken()
  expect(kidOf(token)).toBe(before)
  await runJob()
  const kid = await eventually(
    async () => (await listed()).find((key) => key.kid !== before && key.signs)?.kid,
  )
  await eventually(async () => kidOf(await newToken()) === kid)
  expect(await statusWith(app, token)).toBe(200)
})

test('a key superseded for longer than the token lifetime is no longer published', async () => {
  await rotate()
  const [, old] = await listed()
  await app.query(
    `update signing_keys set created_at = created_at - interval '3 hours' where kid in
     (select kid from signing_keys where revoked_at is null)`,
  )
  await rotate()
  expect((await listed()).map(({ kid }) => kid)).not.toContain(old!.kid)
  expect(await published()).not.toContain(old!.kid)
})
