import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { makeKey, makeUser } from '../../test/identity/key-owners.ts'
import { openMint } from '../../test/identity/mint.ts'
import { openBrowser, tokensFor } from '../../test/identity/person.ts'
import { accessToken, exchangeKey } from '../../test/identity/token-endpoint.ts'
import { operationsOf } from '../../test/openapi.ts'
import { expectProblem } from '../../test/problem.ts'

const app = await startApp({ REAUTHENTICATION_MINUTES: '10' })
const mint = await openMint(app)
const admin = await makeUser(app, 'super_admin')

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
const signedIn = (auth_time: number | undefined) => mint.sign(mint.claims({ sub: admin.id, auth_time }))

/** Listed by hand: operations that need a recent sign-in. */
const sensitive = [
  'DELETE /api-keys/{id}',
  'DELETE /clients/{id}',
  'DELETE /profile/api-keys/{id}',
  'DELETE /profile/second-factors/{id}',
  'DELETE /signing-keys/{kid}',
  'DELETE /users/{id}',
  'DELETE /users/{id}/second-factors',
  'PATCH /clients/{id}',
  'PATCH /users/{id}',
  'POST /clients',
  'POST /clients/{id}/rotate-secret',
  'POST /profile/api-keys',
  'POST /profile/recovery-codes',
  'POST /profile/second-factors/passkeys',
  'POST /profile/second-factors/passkeys/options',
  'POST /profile/second-factors/totp',
  'POST /profile/second-factors/totp/confirm',
  'POST /signing-keys/rotate',
  'POST /users',
]

const bodies: Record<string, object> = {
  'POST /users': { email: 'made@example.com', roles: ['super_admin'] },
  'POST /clients': { name: 'made', roles: ['super_admin'] },
  'POST /profile/api-keys': { name: 'made' },
  'POST /profile/second-factors/totp/confirm': { code: '123456' },
  'POST /profile/second-factors/passkeys': { credential: {} },
}

test('exactly the operations that outlive a token are marked', async () => {
  const marked = (await operationsOf(app)).filter(({ description }) => 'x-recent-sign-in' in description)
  expect(marked.map(({ name }) => name).toSorted()).toEqual(sensitive.toSorted())
})

test('a marked operation needs a recent sign-in and says how recent, according to RFC 9470', async () => {
  const state = () =>
    app.query(`select (select count(*) from users) as users, (select count(*) from clients) as clients,
      (select count(*) from api_keys) as keys, (select count(*) from signing_keys) as signing,
      (select count(*) from second_factor_enrolments) as enrolments`)
  const before = await state()
  for (const as of [await signedIn(minutesAgo(11)), await signedIn(undefined)])
    for (const name of sensitive) {
      const [method, path] = name.split(' ') as ['POST', string]
      const url = path.replaceAll(/\{\w+\}/g, 'none')
      const body = bodies[name] ?? (method === 'POST' || method === 'PATCH' ? {} : undefined)
      const response = await app.call(method, url, { as, ...(body && { body }) })
      expect([name, response.statusCode]).toEqual([name, 401])
      expectProblem(response, 401, 'reauthentication_required')
      expect(response.json()).toMatchObject({ max_age: 600 })
      expect(response.headers['www-authenticate']).toMatch(
        /^Bearer .*error="insufficient_user_authentication".*max_age="600"$/,
      )
    }
  expect(await state()).toEqual(before)
})

test('other operations still work, and after a new sign-in the marked ones do too', async () => {
  const old = await signedIn(minutesAgo(11))
  expect((await app.call('GET', '/users', { as: old })).statusCode).toBe(200)
  const body = { name: 'a key' }
  const fresh = await signedIn(minutesAgo(9))
  expect((await app.call('POST', '/profile/api-keys', { as: fresh, body })).statusCode).toBe(201)
})

test('an actual sign-in counts as recent', async () => {
  const person = { email: 'real@example.com', password: 'a password of a person' }
  await app.call('POST', '/users', { body: { ...person, roles: ['viewer'] } })
  const { access_token: as } = await tokensFor(app, openBrowser(app), person)
  expect((await app.call('POST', '/profile/api-keys', { as, body: { name: 'a key' } })).statusCode).toBe(201)
})

test('service accounts and API keys are exempt, because nobody could sign in', async () => {
  const { key } = await makeKey(app, admin.token)
  const byKey = accessToken(await exchangeKey(app, key))
  for (const as of [await app.tokenFor('super_admin'), byKey]) {
    const made = await app.call('POST', '/clients', { as, body: { name: 'made', roles: ['viewer'] } })
    expect(made.statusCode).toBe(201)
    const { id } = made.json<{ id: string }>()
    expect((await app.call('DELETE', `/clients/${id}`, { as })).statusCode).toBe(200)
  }
})
