import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { listKeys, makeKey, type ApiKeyWithSecret } from '../../../test/identity/key-owners.ts'
import { accessToken, exchangeKey } from '../../../test/identity/token-endpoint.ts'
import { expectProblem } from '../../../test/problem.ts'
import { parseKey } from './model.ts'

const app = await startApp()

const ask = (as: string, body: object) => app.call('POST', '/profile/api-keys', { as, body })
const keyCount = async () => (await app.query<{ n: number }>('select count(*) as n from api_keys'))[0]!.n

test('a key may have fewer roles than its owner, and its token has only those', async () => {
  const admin = await app.tokenFor('super_admin')
  const { key, roles } = await makeKey(app, admin, { roles: ['viewer'] })
  expect(roles).toEqual(['viewer'])
  const token = accessToken(await exchangeKey(app, key))
  expect((await app.call('GET', '/profile', { as: token })).json()).toMatchObject({ roles: ['viewer'] })
  expect((await app.call('GET', '/users', { as: token })).statusCode).toBe(403)
  const manager = await app.tokenFor('itsm_manager')
  expect((await ask(manager, { name: 'up', roles: ['super_admin'] })).statusCode).toBe(403)
  const agent = await app.tokenFor('itsm_agent')
  expect((await ask(agent, { name: 'aside', roles: ['auditor'] })).statusCode).toBe(403)
})

test('a key has the roles that its owner chose, or all of them', async () => {
  const token = await app.tokenFor('itsm_agent', 'viewer')
  const some = await ask(token, { name: 'some', roles: ['viewer'] })
  expect(some.statusCode).toBe(201)
  expect(some.json()).toEqual({
    id: expect.stringMatching(/^key_/),
    key: expect.stringMatching(/^mk_[0-9a-z]{16}_[\w-]{43}_[0-9a-f]{8}$/),
    name: 'some',
    roles: ['viewer'],
    created_at: expect.any(String),
    expires_at: expect.stringMatching(/Z$/),
    last_used_at: null,
  })
  const { key: _, ...shown } = some.json<ApiKeyWithSecret>()
  expect(some.headers.location).toBe(`/prod/api/v1/profile/api-keys/${shown.id}`)
  expect((await app.call('GET', some.headers.location!, { as: token })).json()).toEqual(shown)
  expect((await makeKey(app, token)).roles).toEqual(['itsm_agent', 'viewer'])
})

test('a key cannot have a role that its owner lacks', async () => {
  const token = await app.tokenFor('itsm_agent')
  const before = await keyCount()
  const response = await ask(token, { name: 'too much', roles: ['itsm_agent', 'super_admin'] })
  expect([response.statusCode, response.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'insufficient_role', required_roles: ['super_admin'] }),
  ])
  expect(await keyCount()).toBe(before)
})

test.for<[string, object, string]>([
  ['no name', {}, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
  ['an unknown role', { name: 'k', roles: ['root'] }, 'roles.0'],
  ['no role', { name: 'k', roles: [] }, 'roles'],
  ['a past expiry', { name: 'k', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ['an expiry that is no time', { name: 'k', expires_at: 'soon' }, 'expires_at'],
  ['an unknown field', { name: 'k', owner: 'me' }, 'owner'],
])('a key with %s is refused', async ([, body, field]) => {
  const before = await keyCount()
  const response = await ask(await app.tokenFor('viewer'), body)
  expect([response.statusCode, response.json()]).toEqual([
    400,
    expect.objectContaining({
      code: 'validation_error',
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    }),
  ])
  expect(await keyCount()).toBe(before)
})

test('a key is shown once: neither the list nor the database contains it', async () => {
  const token = await app.tokenFor('viewer')
  const made = await makeKey(app, token)
  const { secret } = parseKey(made.key)!
  const listed = await app.call('GET', '/profile/api-keys', { as: token })
  expect(listed.json()).toMatchObject({ total: 1, data: [{ id: made.id, name: 'a key' }] })
  expect(listed.body).not.toContain(secret)
  const rows = await app.query(`select * from api_keys where id = '${made.id}'`)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a token from an API key cannot create keys, and revokes only its own', async () => {
  const owner = await app.tokenFor('viewer')
  const other = await makeKey(app, owner)
  const { id, key } = await makeKey(app, owner)
  const token = accessToken(await exchangeKey(app, key))
  const before = await keyCount()
  const response = await ask(token, { name: 'child' })
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([403, 'insufficient_role'])
  expect(await keyCount()).toBe(before)
  const revoke = (which: string) => app.call('DELETE', `/profile/api-keys/${which}`, { as: token })
  expectProblem(await revoke(other.id), 403, 'insufficient_role')
  expect((await listKeys(app, owner)).data.map((each) => each.id)).toEqual([id, other.id])
  expect((await revoke(id)).statusCode).toBe(200)
  expect((await listKeys(app, owner)).data.map((each) => each.id)).toEqual([other.id])
})

test('keys of others can be neither seen nor revoked', async () => {
  const mine = await app.tokenFor('viewer')
  const { id, key } = await makeKey(app, mine)
  const theirs = await app.tokenFor('super_admin')
  expect((await listKeys(app, theirs)).total).toBe(0)
  for (const method of ['GET', 'DELETE'] as const)
    expect((await app.call(method, `/profile/api-keys/${id}`, { as: theirs })).statusCode).toBe(404)
  expect((await exchangeKey(app, key)).statusCode).toBe(200)
})

test('without a token keys cannot be listed, created or revoked', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', '/key_x'],
  ] as const)
    expect((await app.call(method, `/profile/api-keys${path}`, { as: null })).statusCode).toBe(401)
})
