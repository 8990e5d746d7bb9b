import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeKey, makeUser } from '../../../test/identity/key-owners.ts'
import { accessToken, exchangeKey, statusWith } from '../../../test/identity/token-endpoint.ts'
import { expectOk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { roles } from '../../kernel/actor.ts'

const app = await startApp()

interface OwnedKey {
  id: string
  owner: string
  active: boolean
  revoked_at: string | null
}

const list = async (query: Record<string, string> = {}) =>
  expectOk<ListPage<OwnedKey>>(await app.call('GET', '/api-keys', { query }), 200)
const keyRows = () => app.query('select md5(string_agg(k::text, $$,$$ order by id)) as keys from api_keys k')

test('an administrator sees the keys of all accounts, but no secret', async () => {
  const ada = await makeUser(app, 'itsm_agent', 'viewer')
  const { id, key } = await makeKey(app, ada.token, { name: 'Laptop', roles: ['viewer'] })
  const { data, total } = await list({ owner: ada.email })
  expect([data, total]).toEqual([
    [
      {
        id,
        name: 'Laptop',
        roles: ['viewer'],
        owner: ada.email,
        owner_id: ada.id,
        owner_kind: 'user',
        owner_name: ada.email,
        created_at: expect.stringMatching(/Z$/),
        expires_at: expect.stringMatching(/Z$/),
        last_used_at: null,
        revoked_at: null,
        active: true,
      },
    ],
    1,
  ])
  expect(JSON.stringify(data)).not.toContain(key.split('_').slice(2).join('_'))
})

test('a key has the present name and address of its owner', async () => {
  const ada = await makeUser(app, 'viewer')
  const robot = await app.tokenFor('viewer')
  const { id, email: before } = (await app.call('GET', '/profile', { as: robot })).json<typeof ada>()
  for (const as of [ada.token, robot]) await makeKey(app, as)
  const email = `${crypto.randomUUID()}@example.com`
  const rename = async (path: string, body: object) =>
    expectOk(await app.call('PATCH', path, { body: { name: 'Renamed', ...body } }), 200)
  await rename(`/users/${ada.id}`, {})
  await rename(`/clients/${id}`, { email })
  expect((await list({ owner: ada.email })).data).toMatchObject([{ owner_name: 'Renamed' }])
  expect((await list({ owner: email })).data).toMatchObject([{ owner: email, owner_name: 'Renamed' }])
  expect(await list({ owner: before })).toMatchObject({ total: 0 })
})

test('the list filters by owner and by activity, and is paged like every list', async () => {
  const [ada, bob] = [await makeUser(app, 'viewer'), await makeUser(app, 'viewer')]
  const first = await makeKey(app, ada.token)
  const second = await makeKey(app, ada.token)
  const expired = await makeKey(app, ada.token)
  await makeKey(app, bob.token)
  await app.query(`update api_keys set expires_at = now() - interval '1 second' where id = '${expired.id}'`)
  await app.call('DELETE', `/profile/api-keys/${first.id}`, { as: ada.token })
  const idsOf = async (query: Record<string, string>) =>
    (await list({ sort: 'created_at', order: 'asc', ...query })).data.map(({ id }) => id)
  expect(await idsOf({ owner: ada.id })).toEqual([first.id, second.id, expired.id])
  expect(await idsOf({ owner: ada.email.toUpperCase(), active: 'true' })).toEqual([second.id])
  expect(await idsOf({ owner: ada.email, active: 'false' })).toEqual([first.id, expired.id])
  expect(await idsOf({ owner: 'nobody@example.com' })).toEqual([])
  const page = await list({ owner: ada.id, limit: '2' })
  expect(page).toMatchObject({ total: 3, limit: 2 })
  const rest = await list({ owner: ada.id, limit: '2', cursor: page.next_cursor! })
  expect([...page.data, ...rest.data].map(({ id }) => id)).toEqual([expired.id, second.id, first.id])
  for (const query of [{ active: 'perhaps' }, { limit: '0' }, { colour: 'red' }])
    expectProblem(await app.call('GET', '/api-keys', { query: query as never }), 400, 'validation_error')
})

test('an administrator revokes any key, which ends its tokens', async () => {
  const ada = await makeUser(app, 'viewer')
  const { id, key } = await makeKey(app, ada.token)
  const token = accessToken(await exchangeKey(app, key))
  const revoked = expectOk<OwnedKey>(await app.call('DELETE', `/api-keys/${id}`), 200)
  expect(revoked).toMatchObject({ id, owner: ada.email, active: false, revoked: true })
  expect(revoked.revoked_at).not.toBeNull()
  expect((await exchangeKey(app, key)).statusCode).toBe(400)
  await eventually(async () => (await statusWith(app, token)) === 401)
  expectProblem(await app.call('DELETE', `/api-keys/${id}`), 404, 'not_found')
  expectProblem(await app.call('DELETE', '/api-keys/key_none'), 404, 'not_found')
})

test.for(roles.filter((role) => role !== 'super_admin'))('%s neither sees nor revokes them', async (role) => {
  const { id } = await makeKey(app, await app.tokenFor('viewer'))
  const as = await app.tokenFor(role)
  const before = await keyRows()
  expectProblem(await app.call('GET', '/api-keys', { as }), 403, 'insufficient_role')
  expectProblem(await app.call('DELETE', `/api-keys/${id}`, { as }), 403, 'insufficient_role')
  expect(await keyRows()).toEqual(before)
})
