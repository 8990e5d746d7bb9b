import { expect, test } from 'vitest'
import type { Session } from '../../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../../test/app.ts'
import { exchange, openBrowser, tokensFor } from '../../../../test/identity/person.ts'
import { statusWith } from '../../../../test/identity/token-endpoint.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startApp()

let made = 0
async function newPerson() {
  const person = { email: `watched${++made}@example.com`, password: 'a password of a person' }
  const body = { ...person, roles: ['viewer'] }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201)
  return { id, ...person }
}

const sessionsOf = async (id: string) =>
  expectOk<{ data: Session[]; total: number }>(await app.call('GET', `/users/${id}/sessions`), 200)
const refresh = (refresh_token: string) => exchange(app, { grant_type: 'refresh_token', refresh_token })

test('an administrator sees the sessions of a user, and no other role does', async () => {
  const person = await newPerson()
  const { access_token } = await tokensFor(app, openBrowser(app), person)
  await tokensFor(app, openBrowser(app), await newPerson())
  const { data, total } = await sessionsOf(person.id)
  expect(total).toBe(1)
  expect(data).toMatchObject([{ clients: ['console'], address: '127.0.0.1', current: false }])
  for (const as of [access_token, await app.tokenFor('itsm_manager', 'auditor')])
    expect((await app.call('GET', `/users/${person.id}/sessions`, { as })).statusCode).toBe(403)
  expect((await app.call('GET', `/users/${person.id}/sessions?sort=address`)).statusCode).toBe(400)
})

test('an administrator ends one session: its tokens are refused, others keep working, and it is audited', async () => {
  const person = await newPerson()
  const lost = await tokensFor(app, openBrowser(app), person)
  const { id } = (await sessionsOf(person.id)).data[0]!
  const kept = await tokensFor(app, openBrowser(app), person)
  const path = `/users/${person.id}/sessions/${id}`
  expect((await app.call('DELETE', path, { as: kept.access_token })).statusCode).toBe(403)
  expect(await statusWith(app, lost.access_token)).toBe(200)

  expect(expectOk(await app.call('DELETE', path), 200)).toMatchObject({ id, ended: true })
  expect(await statusWith(app, lost.access_token)).toBe(401)
  expect((await refresh(lost.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  expect(await statusWith(app, kept.access_token)).toBe(200)
  expect((await app.call('DELETE', path)).statusCode).toBe(404)
  const [entry] = await app.query<{ actor: string; changes: object[] }>(
    `select actor, changes from audit_entries where subject_id = '${id}' and action = 'ended'`,
  )
  expect(entry!.actor).toBe('test-admin@clients.mainstay.local')
  expect(entry!.changes).toContainEqual({ field: 'account_id', from: null, to: person.id })
})

test('an administrator ends all sessions of a user, who then signs in again with the same password', async () => {
  const person = await newPerson()
  const all = [await tokensFor(app, openBrowser(app), person), await tokensFor(app, openBrowser(app), person)]
  expect(expectOk(await app.call('DELETE', `/users/${person.id}/sessions`), 200)).toEqual({ ended: 2 })
  for (const { access_token } of all) expect(await statusWith(app, access_token)).toBe(401)
  expect(await sessionsOf(person.id)).toMatchObject({ total: 0, data: [] })
  const { access_token } = await tokensFor(app, openBrowser(app), person)
  expect(await statusWith(app, access_token)).toBe(200)
})

test('a user of an external identity provider can be signed out too', async () => {
  await app.query(`insert into outside_people (id, email, name, roles)
    values ('oidc:eve', 'eve@example.com', 'Eve', '{viewer}')`)
  await app.query(`insert into sessions (id, uid_hash, account_id) values ('ses_eve', 'hash', 'oidc:eve')`)
  expect(await sessionsOf('oidc:eve')).toMatchObject({ total: 0 }) // its cookie has expired
  expect((await app.call('DELETE', '/users/oidc:eve/sessions')).json()).toEqual({ ended: 1 })
})

test('sessions of an unknown user or of another one are not found', async () => {
  const [person, stranger] = [await newPerson(), await newPerson()]
  const tokens = await tokensFor(app, openBrowser(app), person)
  const { id } = (await sessionsOf(person.id)).data[0]!
  for (const path of ['/users/usr_nobody/sessions', '/users/oidc:nobody/sessions'])
    for (const method of ['GET', 'DELETE'] as const)
      expect((await app.call(method, path)).statusCode, `${method} ${path}`).toBe(404)
  expect((await app.call('DELETE', `/users/${stranger.id}/sessions/${id}`)).statusCode).toBe(404)
  expect(await statusWith(app, tokens.access_token)).toBe(200)
})
