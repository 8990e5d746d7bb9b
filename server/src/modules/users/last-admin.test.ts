import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'

const app = await startApp()
const other = await startApp({ DATABASE_URL: app.url })
afterAll(async () => {
  await other.close()
  await app.close()
})

let last: string
beforeEach(async () => {
  await app.query(`delete from users where email <> 'admin@example.com'`)
  const [row] = await app.query<{ id: string }>('select id from users')
  last = row!.id
})

const makeAdmin = async () => {
  const body = { email: `${crypto.randomUUID()}@example.com`, roles: ['super_admin'] }
  return (await app.call('POST', '/users', { body })).json<{ id: string }>().id
}
const admins = () =>
  app.query<{ id: string }>(
    `select id from users where active and deleted_at is null and roles @> '{super_admin}' order by id`,
  )

const removals: [string, (id: string, node?: TestApp) => ReturnType<TestApp['call']>][] = [
  ['deleted', (id, node = app) => node.call('DELETE', `/users/${id}`)],
  ['deactivated', (id, node = app) => node.call('PATCH', `/users/${id}`, { body: { active: false } })],
  ['demoted', (id, node = app) => node.call('PATCH', `/users/${id}`, { body: { roles: ['viewer'] } })],
]

test.for(removals)('the last super_admin cannot be %s', async ([, remove]) => {
  const before = await app.query('select * from users')
  const response = await remove(last)
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'last_admin'])
  expect(await app.query('select * from users')).toEqual(before)
})

test.for(removals)(
  'of two super_admins %s at the same time on two nodes, one remains',
  async ([, remove]) => {
    const second = await makeAdmin()
    const responses = await Promise.all([remove(last, app), remove(second, other)])
    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await admins()).toEqual([{ id: statuses[0] === 200 ? second : last }])
    await app.query(
      `update users set active = true, deleted_at = null, roles = '{super_admin}' where id = '${last}'`,
    )
  },
)

test('an inactive super_admin does not count', async () => {
  const second = await makeAdmin()
  await app.call('PATCH', `/users/${second}`, { body: { active: false } })
  expect((await app.call('DELETE', `/users/${last}`)).statusCode).toBe(409)
  expect((await app.call('DELETE', `/users/${second}`)).statusCode).toBe(200)
})

test('the last super_admin can still change name, password and other roles', async () => {
  const body = {
    name: 'Root',
    password: 'a longer password',
    roles: ['super_admin', 'auditor'],
    active: true,
  }
  const response = await app.call('PATCH', `/users/${last}`, { body })
  expect(response.statusCode).toBe(200)
  expect(await admins()).toEqual([{ id: last }])
})
