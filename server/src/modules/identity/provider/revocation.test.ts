import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeKey, makeUser } from '../../../../test/identity/key-owners.ts'
import { tokenOfUser } from '../../../../test/identity/mint.ts'
import {
  accessToken,
  askAsClient,
  exchangeKey,
  makeClient,
  statusWith,
  type ClientWithSecret,
} from '../../../../test/identity/token-endpoint.ts'

const app = await startApp()
const other = await startApp({ DATABASE_URL: app.url })
afterAll(async () => {
  await other.close()
  await app.close()
})

const newToken = async (client: ClientWithSecret) => accessToken(await askAsClient(app, client))

const nodes = () => [app, other]
const isAccepted = async (token: string) =>
  (await Promise.all(nodes().map((node) => statusWith(node, token)))).every((status) => status === 200)
const isSoonRefused = async (token: string) => {
  for (const node of nodes()) await eventually(async () => (await statusWith(node, token)) === 401)
  return true
}

test.concurrent.for<[string, (client: ClientWithSecret) => Promise<{ statusCode: number }>]>([
  ['deactivated', ({ id }) => app.call('PATCH', `/clients/${id}`, { body: { active: false } })],
  ['deleted', ({ id }) => app.call('DELETE', `/clients/${id}`)],
])('the tokens of a client that is %s end on every node, and it gets no new ones', async ([, end]) => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  expect(await isAccepted(token)).toBe(true)
  expect((await end(client)).statusCode).toBe(200)
  expect(await isSoonRefused(token)).toBe(true)
  expect((await askAsClient(app, client)).statusCode).toBe(401)
  expect((await askAsClient(other, client)).statusCode).toBe(401)
})

test.concurrent('a reactivated client gets new tokens, but the old ones stay invalid', async () => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  expect(await isAccepted(token)).toBe(true)
  await app.call('PATCH', `/clients/${client.id}`, { body: { active: false } })
  await app.call('PATCH', `/clients/${client.id}`, { body: { active: true } })
  expect(await isAccepted(await newToken(client))).toBe(true)
  expect(await isSoonRefused(token)).toBe(true)
})

test.concurrent('changed roles of a client apply from the next token on, and end earlier ones', async () => {
  const client = await makeClient(app, 'super_admin')
  const token = await newToken(client)
  expect(await isAccepted(token)).toBe(true)
  await app.call('PATCH', `/clients/${client.id}`, { body: { roles: ['viewer'] } })
  const next = await newToken(client)
  expect(await isAccepted(next)).toBe(true)
  expect((await app.call('GET', '/users', { as: next })).statusCode).toBe(403)
  expect(await isSoonRefused(token)).toBe(true)
  expect(await isAccepted(next)).toBe(true)
})

test.concurrent('a changed name of a client does not end its tokens', async () => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  const [before] = await app.query<{ epoch: number }>(`select epoch from clients where id = '${client.id}'`)
  await app.call('PATCH', `/clients/${client.id}`, { body: { name: 'another name' } })
  expect(await app.query(`select epoch from clients where id = '${client.id}'`)).toEqual([before])
  expect(await isAccepted(token)).toBe(true)
})

test.concurrent('a new secret replaces the old one immediately and ends its tokens', async () => {
  const client = await makeClient(app, 'viewer')
  const token = await newToken(client)
  expect(await isAccepted(token)).toBe(true)
  const rotated = await app.call('POST', `/clients/${client.id}/rotate-secret`)
  expect(rotated.statusCode).toBe(200)
  expect((await askAsClient(app, client)).statusCode).toBe(401)
  expect(await isAccepted(await newToken(rotated.json()))).toBe(true)
  expect(await isSoonRefused(token)).toBe(true)
})

test.concurrent.for<[string, (id: string) => Promise<{ statusCode: number }>]>([
  ['is deactivated', (id) => app.call('PATCH', `/users/${id}`, { body: { active: false } })],
  ['is deleted', (id) => app.call('DELETE', `/users/${id}`)],
  ['gets other roles', (id) => app.call('PATCH', `/users/${id}`, { body: { roles: ['viewer'] } })],
  [
    'gets a new password',
    (id) => app.call('PATCH', `/users/${id}`, { body: { password: 'a new password' } }),
  ],
])('the tokens of a user who %s end on every node', async ([, change]) => {
  const { id, token } = await makeUser(app, 'viewer', 'super_admin')
  expect(await isAccepted(token)).toBe(true)
  expect((await change(id)).statusCode).toBe(200)
  expect(await isSoonRefused(token)).toBe(true)
})

test.concurrent('after a role change a user can continue with a new token', async () => {
  const { id } = await makeUser(app, 'viewer', 'super_admin')
  await app.call('PATCH', `/users/${id}`, { body: { roles: ['viewer'] } })
  expect(await isAccepted(await tokenOfUser(app, id))).toBe(true)
})

test.concurrent('the tokens of an API key end with the key, and other tokens of the owner do not', async () => {
  const owner = await newToken(await makeClient(app, 'viewer'))
  const { id, key } = await makeKey(app, owner)
  const token = accessToken(await exchangeKey(app, key))
  expect(await isAccepted(token)).toBe(true)
  expect((await app.call('DELETE', `/profile/api-keys/${id}`, { as: owner })).statusCode).toBe(200)
  expect(await isSoonRefused(token)).toBe(true)
  expect(await isAccepted(owner)).toBe(true)
})

test.concurrent('the tokens of an API key end with its owner', async () => {
  const client = await makeClient(app, 'viewer')
  const { key } = await makeKey(app, await newToken(client))
  const token = accessToken(await exchangeKey(app, key))
  expect(await isAccepted(token)).toBe(true)
  await app.call('DELETE', `/clients/${client.id}`)
  expect(await isSoonRefused(token)).toBe(true)
})
