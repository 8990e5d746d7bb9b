import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { tokenOfUser } from '../../../test/identity/mint.ts'
import {
  accessToken,
  askAsClient,
  exchangeKey,
  makeClient,
  statusWith,
  type MadeClient,
} from '../../../test/identity/token-endpoint.ts'

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startApp()
  other = await startApp({ DATABASE_URL: app.url })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const newToken = async (client: MadeClient) => accessToken(await askAsClient(app, client))

async function expectAccepted(token: string): Promise<void> {
  expect([await statusWith(app, token), await statusWith(other, token)]).toEqual([200, 200])
}

async function expectSoonRefused(token: string): Promise<void> {
  for (const node of [app, other]) await eventually(async () => (await statusWith(node, token)) === 401)
}

test.for<[string, (client: MadeClient) => Promise<{ statusCode: number }>]>([
  ['deactivated', ({ id }) => app.call('PATCH', `/clients/${id}`, { body: { active: false } })],
  ['deleted', ({ id }) => app.call('DELETE', `/clients/${id}`)],
])('the tokens of a client that is %s end on every node, and it gets no more', async ([, end]) => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  await expectAccepted(token)
  expect((await end(client)).statusCode).toBe(200)
  await expectSoonRefused(token)
  expect((await askAsClient(app, client)).statusCode).toBe(401)
  expect((await askAsClient(other, client)).statusCode).toBe(401)
})

test('a client that is active again gets new tokens, but the old ones stay worthless', async () => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  await expectAccepted(token)
  await app.call('PATCH', `/clients/${client.id}`, { body: { active: false } })
  await app.call('PATCH', `/clients/${client.id}`, { body: { active: true } })
  await expectAccepted(await newToken(client))
  await expectSoonRefused(token)
})

test('new roles of a client count from the next token on, and end the earlier ones', async () => {
  const client = await makeClient(app, 'super_admin')
  const token = await newToken(client)
  await expectAccepted(token)
  await app.call('PATCH', `/clients/${client.id}`, { body: { roles: ['viewer'] } })
  const next = await newToken(client)
  await expectAccepted(next)
  expect((await app.call('GET', '/users', { as: next })).statusCode).toBe(403)
  await expectSoonRefused(token)
  await expectAccepted(next)
})

test('a new name of a client leaves its tokens alone', async () => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  const [before] = await app.query<{ epoch: number }>(`select epoch from clients where id = '${client.id}'`)
  await app.call('PATCH', `/clients/${client.id}`, { body: { name: 'another name' } })
  expect(await app.query(`select epoch from clients where id = '${client.id}'`)).toEqual([before])
  await expectAccepted(token)
})

test('a new secret replaces the old one at once and ends its tokens', async () => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  await expectAccepted(token)
  const rotated = await app.call('POST', `/clients/${client.id}/rotate-secret`)
  expect(rotated.statusCode).toBe(200)
  expect((await askAsClient(app, client)).statusCode).toBe(401)
  await expectAccepted(await newToken(rotated.json()))
  await expectSoonRefused(token)
})

async function makeUser(): Promise<{ id: string; token: string }> {
  const body = { email: `${crypto.randomUUID()}@example.com`, roles: ['viewer', 'super_admin'] }
  const { id } = (await app.call('POST', '/users', { body })).json<{ id: string }>()
  return { id, token: await tokenOfUser(app, id) }
}

test.for<[string, (id: string) => Promise<{ statusCode: number }>]>([
  ['is deactivated', (id) => app.call('PATCH', `/users/${id}`, { body: { active: false } })],
  ['is deleted', (id) => app.call('DELETE', `/users/${id}`)],
  ['gets other roles', (id) => app.call('PATCH', `/users/${id}`, { body: { roles: ['viewer'] } })],
  [
    'gets a new password',
    (id) => app.call('PATCH', `/users/${id}`, { body: { password: 'a new password' } }),
  ],
])('the tokens of a user who %s end on every node', async ([, change]) => {
  const { id, token } = await makeUser()
  await expectAccepted(token)
  expect((await change(id)).statusCode).toBe(200)
  await expectSoonRefused(token)
})

test('after new roles a user works on with a new token at once', async () => {
  const { id } = await makeUser()
  await app.call('PATCH', `/users/${id}`, { body: { roles: ['viewer'] } })
  await expectAccepted(await tokenOfUser(app, id))
})

test('the tokens that an API key has bought end with the key, and the owner is not touched', async () => {
  const owner = await newToken(await makeClient(app, 'viewer'))
  const made = await app.call('POST', '/profile/api-keys', { as: owner, body: { name: 'a key' } })
  const { id, key } = made.json<{ id: string; key: string }>()
  const token = accessToken(await exchangeKey(app, key))
  await expectAccepted(token)
  expect((await app.call('DELETE', `/profile/api-keys/${id}`, { as: owner })).statusCode).toBe(200)
  await expectSoonRefused(token)
  await expectAccepted(owner)
})

test('the tokens of an API key end with its owner', async () => {
  const client = await makeClient(app, 'viewer')
  const as = await newToken(client)
  const made = await app.call('POST', '/profile/api-keys', { as, body: { name: 'a key' } })
  const token = accessToken(await exchangeKey(app, made.json<{ key: string }>().key))
  await expectAccepted(token)
  await app.call('DELETE', `/clients/${client.id}`)
  await expectSoonRefused(token)
})
