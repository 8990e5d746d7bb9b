import { expect, test } from 'vitest'
import { bootstrapClient } from '../../../test/accounts.ts'
import { startApp } from '../../../test/app.ts'
import { freshDatabase, withLongTimeouts } from '../../../test/database.ts'
import {
  accessToken,
  askAsClient,
  makeClient,
  type ClientWithSecret,
} from '../../../test/identity/token-endpoint.ts'

// A first start, which hashes the secret of its client.
const app = await startApp({ DATABASE_URL: withLongTimeouts(await freshDatabase()) })

const ask = (body: object) => app.call('POST', '/clients', { body })
const read = (id: string) => app.call('GET', `/clients/${id}`)
const patch = (id: string, body: object, headers = {}) =>
  app.call('PATCH', `/clients/${id}`, { body, headers })
const remove = (id: string) => app.call('DELETE', `/clients/${id}`)
const rotate = (id: string, headers = {}) => app.call('POST', `/clients/${id}/rotate-secret`, { headers })
const codeOf = (response: { statusCode: number; json: () => unknown }) => [
  response.statusCode,
  (response.json() as { code: string }).code,
]
const clientCount = async () => (await app.query<{ n: number }>('select count(*) as n from clients'))[0]!.n

test('a client is created, read, updated and deleted', async () => {
  const made = await ask({ name: 'Monitoring', email: 'monitoring@example.com', roles: ['itsm_agent'] })
  expect(made.statusCode).toBe(201)
  const { client_id, client_secret, ...client } = made.json<ClientWithSecret>()
  expect(client).toEqual({
    id: client_id,
    name: 'Monitoring',
    email: 'monitoring@example.com',
    roles: ['itsm_agent'],
    redirect_uris: [],
    active: true,
    version: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(client_secret).toMatch(/^ms_[\w-]{43}$/)
  expect(made.headers).toMatchObject({ etag: '"1"', location: `/prod/api/v1/clients/${client.id}` })

  const got = await read(client.id)
  expect([got.statusCode, got.json(), got.headers.etag]).toEqual([200, client, '"1"'])
  const changed = await patch(client.id, { name: 'Metrics' })
  expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"'])
  expect(changed.json()).toMatchObject({ name: 'Metrics', roles: ['itsm_agent'], version: 2 })
  expect(codeOf(await rotate(client.id, { 'if-match': '"1"' }))).toEqual([412, 'precondition_failed'])
  const rotated = await rotate(client.id, { 'if-match': '"2"' })
  expect([rotated.statusCode, rotated.headers.etag]).toEqual([200, '"3"'])
  const deleted = await remove(client.id)
  expect([deleted.statusCode, deleted.json()]).toEqual([200, expect.objectContaining({ deleted: true })])
})

test('a client that is created inactive gets no token', async () => {
  const made = (await ask({ name: 'Later', roles: ['viewer'], active: false })).json<ClientWithSecret>()
  expect(made.active).toBe(false)
  expect((await askAsClient(app, made)).statusCode).toBe(401)
  await patch(made.id, { active: true })
  expect((await askAsClient(app, made)).statusCode).toBe(200)
})

test('a client without an email gets one, and its token contains it', async () => {
  const client = await makeClient(app, 'viewer')
  expect(client.email).toBe(`${client.id}@clients.mainstay.local`)
  const profile = await app.call('GET', '/profile', { as: accessToken(await askAsClient(app, client)) })
  expect(profile.json()).toEqual({
    id: client.id,
    kind: 'client',
    email: client.email,
    name: 'a client of a test',
    roles: ['viewer'],
    groups: [],
    mfa_enrolled: false,
  })
})

test('a deleted client is not found by any method', async () => {
  const { id } = await makeClient(app, 'viewer')
  await remove(id)
  for (const response of [await read(id), await patch(id, { name: 'x' }), await remove(id), await rotate(id)])
    expect(codeOf(response)).toEqual([404, 'not_found'])
  const { data } = (await app.call('GET', '/clients', { query: { limit: '200' } })).json<{
    data: ClientWithSecret[]
  }>()
  expect(data.map((client) => client.id)).not.toContain(id)
})

test('an unknown client is not found, however the ID is written', async () => {
  for (const id of ['client_unknown', "'%20or%201=1--"])
    expect([id, ...codeOf(await read(id))]).toEqual([id, 404, 'not_found'])
})

test.for<[string, object, string]>([
  ['no name', { roles: ['viewer'] }, 'name'],
  ['a blank name', { name: ' ', roles: ['viewer'] }, 'name'],
  ['no roles', { name: 'c' }, 'roles'],
  ['an empty list of roles', { name: 'c', roles: [] }, 'roles'],
  ['an unknown role', { name: 'c', roles: ['root'] }, 'roles.0'],
  ['an e-mail that is none', { name: 'c', roles: ['viewer'], email: 'x' }, 'email'],
  ['a secret of their own', { name: 'c', roles: ['viewer'], client_secret: 'x' }, 'client_secret'],
])('a client with %s is refused', async ([, body, field]) => {
  const before = await clientCount()
  const response = await ask(body)
  expect([response.statusCode, response.json()]).toEqual([
    400,
    expect.objectContaining({
      code: 'validation_error',
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    }),
  ])
  expect(await clientCount()).toBe(before)
})

test('an update applies only to the version that was read', async () => {
  const { id } = await makeClient(app, 'viewer')
  expect(codeOf(await patch(id, { name: 'x' }, { 'if-match': '"7"' }))).toEqual([412, 'precondition_failed'])
  expect((await read(id)).json()).toMatchObject({ name: 'a client of a test', version: 1 })
  expect((await patch(id, { name: 'x' }, { 'if-match': '"1"' })).statusCode).toBe(200)
  const remove = (version: number) =>
    app.call('DELETE', `/clients/${id}`, { headers: { 'if-match': `"${version}"` } })
  expect(codeOf(await remove(1))).toEqual([412, 'precondition_failed'])
  expect((await read(id)).json()).toMatchObject({ active: true, version: 2 })
  expect((await remove(2)).statusCode).toBe(200)
})

test('the secret is shown once on creation and stored as a hash', async () => {
  const client = await makeClient(app, 'viewer')
  const rotated = await rotate(client.id)
  expect(rotated.statusCode).toBe(200)
  const { client_secret } = rotated.json<ClientWithSecret>()
  expect(client_secret).toMatch(/^ms_[\w-]{43}$/)
  expect(client_secret).not.toBe(client.client_secret)
  const later = [
    await read(client.id),
    await patch(client.id, { name: 'x' }),
    await app.call('GET', '/clients'),
  ]
  for (const { body } of later) {
    expect(body).not.toContain(client_secret)
    // Fields: an ID may contain such a word by chance.
    expect(body).not.toMatch(/"\w*(secret|hash|epoch)\w*":|sha256:|argon2/)
  }
  const hashes = await app.query<{ id: string; secret_hash: string }>('select id, secret_hash from clients')
  for (const { id, secret_hash } of hashes)
    expect(secret_hash).toMatch(id === bootstrapClient.id ? /^\$argon2id\$/ : /^sha256:[0-9a-f]{64}$/)
})

test('the list sorts and pages', async () => {
  for (const name of ['Zeta', '!alpha', '!Beta']) await ask({ name, roles: ['viewer'] })
  const byName = await app.call('GET', '/clients', { query: { sort: 'name', order: 'asc', limit: '1' } })
  const page = byName.json<{ data: { name: string }[]; next_cursor: string; total: number }>()
  expect(page.total).toBe((await app.query('select 1 from clients where deleted_at is null')).length)
  expect(page.data).toMatchObject([{ name: '!alpha' }])
  const query = { sort: 'name', order: 'asc', limit: '1', cursor: page.next_cursor }
  const next = await app.call('GET', '/clients', { query })
  expect(next.json()).toMatchObject({ data: [{ name: '!Beta' }] })
  expect((await app.call('GET', '/clients?sort=secret_hash')).statusCode).toBe(400)
})

test('only a super_admin can read or change clients', async () => {
  const { id } = await makeClient(app, 'viewer')
  const as = await app.tokenFor('itsm_manager', 'auditor')
  const before = await clientCount()
  for (const [method, path, body] of [
    ['GET', '/clients'],
    ['GET', `/clients/${id}`],
    ['POST', '/clients', { name: 'c', roles: ['super_admin'] }],
    ['PATCH', `/clients/${id}`, { roles: ['super_admin'] }],
    ['POST', `/clients/${id}/rotate-secret`],
    ['DELETE', `/clients/${id}`],
  ] as const) {
    expect(codeOf(await app.call(method, path, { as, body }))).toEqual([403, 'insufficient_role'])
    expect((await app.call(method, path, { as: null, body })).statusCode).toBe(401)
  }
  expect(await clientCount()).toBe(before)
  expect((await read(id)).json()).toMatchObject({ roles: ['viewer'], version: 1 })
})

test('a client sent back as it was read does not change, and no token ends', async () => {
  const made = (await app.call('POST', '/clients', { body: { name: 'same', roles: ['viewer'] } })).json<{
    id: string
  }>()
  const epoch = `select epoch, version from clients where id = '${made.id}'`
  const before = await app.query(epoch)
  const { statusCode, body } = await app.call('GET', `/clients/${made.id}`)
  expect(statusCode).toBe(200)
  for (const sent of [made, JSON.parse(body) as object, {}]) {
    const response = await app.call('PATCH', `/clients/${made.id}`, { body: sent })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(JSON.parse(body))
  }
  expect(await app.query(epoch)).toEqual(before)
})
