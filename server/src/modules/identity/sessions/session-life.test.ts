import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  openBrowser,
  tokensFor,
} from '../../../../test/identity/person.ts'
import { statusWith } from '../../../../test/identity/token-endpoint.ts'
import { expectOk } from '../../../../test/incidents.ts'

const hour = 3600_000

/** Two nodes on one database: sessions of at most a month, and of at most an hour. */
const app = await startApp({ SESSION_MAX_HOURS: '720' })
const strict = await startApp({ DATABASE_URL: app.url, SESSION_MAX_HOURS: '1' })
// A comparison with the clock of the database would correct the false time.
for (const { database } of [app, strict]) database.clock.sync = async () => undefined
afterAll(async () => {
  await strict.close()
  await app.close()
})
afterEach(() => vi.useRealTimers())

let made = 0
async function newPerson() {
  const person = { email: `life${++made}@example.com`, password: 'a password of a person' }
  const body = { ...person, roles: ['viewer'] }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201)
  return { id, ...person }
}

const hoursLeft = async (model: string, id: string) => {
  const [row] = await app.query<{ hours: number }>(
    `select (extract(epoch from max(expires_at) - now()) / 3600)::float8 as hours from oidc_payloads
     where model = '${model}' and account_id = '${id}'`,
  )
  return row!.hours
}

test('neither a session nor its tokens outlive SESSION_MAX_HOURS', async () => {
  const person = await newPerson()
  const { expires_in } = await tokensFor(strict, openBrowser(strict), person)
  expect(expires_in).toBeLessThanOrEqual(3600)
  for (const model of ['Session', 'RefreshToken'])
    expect(await hoursLeft(model, person.id)).toBeLessThanOrEqual(1)
  await tokensFor(app, openBrowser(app), person)
  expect(await hoursLeft('Session', person.id)).toBeGreaterThan(11)
  expect(await hoursLeft('RefreshToken', person.id)).toBeGreaterThan(719)
  expect(await hoursLeft('RefreshToken', person.id)).toBeLessThanOrEqual(720)
})

test('a session that began too long ago needs the password again, even if it was used recently', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  await tokensFor(app, browser, person)
  const later = Date.now() + 1.5 * hour
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  const ask = async (node: TestApp) =>
    String((await browser.on(node).open(authorizeUrl(makeChallenge().challenge))).headers.location)
  expect(await ask(app)).toContain('/signed-in?code=')
  expect(await ask(strict)).toContain('/login/')
})

test('near its end an access token expires with the session', async () => {
  const person = await newPerson()
  const browser = openBrowser(strict)
  await tokensFor(strict, browser, person)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 0.75 * hour })
  const { expires_in } = await tokensFor(strict, browser, person)
  expect(expires_in).toBeGreaterThan(0)
  expect(expires_in).toBeLessThanOrEqual(900)
})

test('a refresh token of a session that began too long ago is refused', async () => {
  const person = await newPerson()
  const { refresh_token, access_token } = await tokensFor(app, openBrowser(app), person)
  await app.query(
    `update sessions set signed_in_at = now() - interval '2 hours' where account_id = '${person.id}'`,
  )
  const refresh = (node: TestApp, refresh_token: string) =>
    exchange(node, { grant_type: 'refresh_token', refresh_token })
  const next = (await refresh(app, refresh_token)).json<{ refresh_token: string }>()
  expect((await refresh(strict, next.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  expect(await statusWith(app, access_token)).toBe(200)
})
