import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { listKeys, makeKey, makeUser } from '../../../test/identity/key-owners.ts'
import {
  accessToken,
  askAsClient,
  askToken,
  exchangeKey,
  makeClient,
  tokenExchange,
} from '../../../test/identity/token-endpoint.ts'
import { day } from '../../kernel/durations.ts'
import { formatKey, parseKey } from './model.ts'

const app = await startApp()

/** Asserts the complete error response. */
async function expectNoToken(key: string, more: Record<string, string> = {}, error = 'invalid_grant') {
  const response = await exchangeKey(app, key, more)
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { error, error_description: expect.any(String), ...(error === 'invalid_scope' && { scope: more.scope }) },
  ])
}

test('a key is exchanged for a token of 15 minutes with the roles of the key', async () => {
  const user = await makeUser(app, 'itsm_agent', 'viewer')
  const { id, key } = await makeKey(app, user.token, { roles: ['viewer'] })
  const response = await exchangeKey(app, key)
  expect([response.statusCode, response.json()]).toEqual([
    200,
    {
      access_token: expect.any(String),
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'api',
    },
  ])
  expect(response.headers['cache-control']).toContain('no-store')
  const claims = decodeJwt(accessToken(response))
  expect(claims).toMatchObject({ sub: user.id, kind: 'user', roles: ['viewer'], api_key_id: id })
  expect(claims.exp! - claims.iat!).toBe(900)
  const profile = await app.call('GET', '/profile', { as: accessToken(response) })
  expect(profile.json()).toMatchObject({ id: user.id, email: user.email, roles: ['viewer'] })
})

test('the last use is recorded', async () => {
  const token = await app.tokenFor('viewer')
  const { key } = await makeKey(app, token)
  expect((await listKeys(app, token)).data[0]!.last_used_at).toBeNull()
  await exchangeKey(app, key)
  const [used] = (await listKeys(app, token)).data
  expect(Math.abs(Date.parse(used!.last_used_at!) - Date.now())).toBeLessThan(60_000)
})

test('a key that is mistyped, unknown or empty is refused', async () => {
  const { key } = await makeKey(app, await app.tokenFor('viewer'))
  const { id, secret } = parseKey(key)!
  const wrong = [
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    formatKey(id, `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`),
    formatKey('key_0000000000000000', secret),
    key.toUpperCase(),
    `${key} `,
    `${key}\0`,
    'mk_',
    "' or 1=1 --",
    'x'.repeat(10_000),
  ]
  for (const text of wrong) await expectNoToken(text)
  // OAuth takes an empty parameter for a missing one.
  await expectNoToken('', {}, 'invalid_request')
  expect((await exchangeKey(app, key)).statusCode).toBe(200)
})

test('a revoked key is refused, no longer listed, and cannot be revoked again', async () => {
  const token = await app.tokenFor('viewer')
  const { id, key } = await makeKey(app, token)
  const revoked = await app.call('DELETE', `/profile/api-keys/${id}`, { as: token })
  expect([revoked.statusCode, revoked.json()]).toEqual([200, expect.objectContaining({ id, revoked: true })])
  await expectNoToken(key)
  expect((await listKeys(app, token)).total).toBe(0)
  expect((await app.call('DELETE', `/profile/api-keys/${id}`, { as: token })).statusCode).toBe(404)
})

test('an expired key is refused', async () => {
  const token = await app.tokenFor('viewer')
  const tomorrow = new Date(Date.now() + day).toISOString()
  const { id, key, expires_at } = await makeKey(app, token, { expires_at: tomorrow })
  expect(expires_at).toBe(tomorrow)
  expect((await exchangeKey(app, key)).statusCode).toBe(200)
  await app.query(`update api_keys set expires_at = now() - interval '1 second' where id = '${id}'`)
  await expectNoToken(key)
})

test('the key of a deleted owner is refused', async () => {
  for (const end of ['deactivated', 'deleted'] as const) {
    const user = await makeUser(app, 'viewer')
    const { key } = await makeKey(app, user.token)
    const address = `/users/${user.id}`
    if (end === 'deleted') await app.call('DELETE', address)
    else await app.call('PATCH', address, { body: { active: false } })
    const response = await exchangeKey(app, key)
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_grant'])
  }
})

test('a role that the owner lost is lost to the key', async () => {
  const user = await makeUser(app, 'itsm_manager', 'viewer')
  const manager = await makeKey(app, user.token, { roles: ['itsm_manager'] })
  const both = await makeKey(app, user.token)
  await app.call('PATCH', `/users/${user.id}`, { body: { roles: ['viewer', 'itsm_agent'] } })
  await expectNoToken(manager.key)
  const token = accessToken(await exchangeKey(app, both.key))
  expect(decodeJwt(token).roles).toEqual(['viewer'])
})

test('an exchange accepts no parameters beyond the key', async () => {
  const { key } = await makeKey(app, await app.tokenFor('viewer'))
  await expectNoToken(key, { scope: 'api admin' }, 'invalid_scope')
  await expectNoToken(key, { scope: 'openid' }, 'invalid_scope')
  await expectNoToken(key, { audience: 'https://other.example' }, 'invalid_target')
  await expectNoToken(key, { resource: 'https://other.example' }, 'invalid_target')
  await expectNoToken(
    key,
    { requested_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
    'invalid_request',
  )
  const spelled = {
    scope: 'api',
    audience: 'http://localhost:8080/prod/api',
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  }
  expect((await exchangeKey(app, key, spelled)).statusCode).toBe(200)
})

test('only an API key can be exchanged', async () => {
  const { key } = await makeKey(app, await app.tokenFor('viewer'))
  const jwt = 'urn:ietf:params:oauth:token-type:jwt'
  await expectNoToken(key, { subject_token_type: jwt }, 'invalid_request')
  await expectNoToken(await app.tokenFor('viewer'))
  const bare = await askToken(app, { grant_type: tokenExchange, subject_token: key })
  expect([bare.statusCode, bare.json<{ error: string }>().error]).toEqual([400, 'invalid_request'])
})

test('a client cannot exchange a key under its own name, and a key cannot authenticate a client', async () => {
  const client = await makeClient(app, 'viewer')
  const { key } = await makeKey(app, accessToken(await askAsClient(app, client)))
  const { client_id, client_secret } = client
  await expectNoToken(key, { client_id, client_secret }, 'unauthorized_client')
  const asClient = await askToken(app, { grant_type: 'client_credentials', client_id: 'api-key' })
  expect(asClient.statusCode).toBe(400)
})

test('all tokens of one owner share one rate limit, whatever key they came from', async () => {
  const client = await makeClient(app, 'viewer')
  const own = accessToken(await askAsClient(app, client))
  const keys = await Promise.all([makeKey(app, own), makeKey(app, own), makeKey(app, own)])
  const bought = await Promise.all(keys.map(async ({ key }) => accessToken(await exchangeKey(app, key))))
  const tokens = [own, accessToken(await askAsClient(app, client)), ...bought]
  const strict = await startApp({ DATABASE_URL: app.url, RATE_LIMIT_USER_PER_SECOND: '2' })
  try {
    const started = performance.now()
    const calls = [...tokens, ...tokens].map((as) => strict.call('GET', '/profile', { as }))
    const statuses = (await Promise.all(calls)).map((response) => response.statusCode)
    const seconds = (performance.now() - started) / 1000
    const allowed = statuses.filter((status) => status === 200).length
    expect(allowed).toBeLessThanOrEqual(2 + 2 * seconds)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10 - allowed)
  } finally {
    await strict.close()
  }
})

test('concurrent uses of a key are recorded once without failures', async () => {
  const token = await app.tokenFor('viewer')
  const { key } = await makeKey(app, token)
  const responses = await Promise.all(Array.from({ length: 25 }, () => exchangeKey(app, key)))
  expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]))
  await eventually(async () => (await listKeys(app, token)).data[0]!.last_used_at)
})
