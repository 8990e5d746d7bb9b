import { expect, test } from 'vitest'
import type { Session } from '../../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeKey } from '../../../../test/identity/key-owners.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  openBrowser,
  redirectUri,
  signIn,
  tokensFor,
} from '../../../../test/identity/person.ts'
import { accessToken, exchangeKey, statusWith } from '../../../../test/identity/token-endpoint.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startApp()

let made = 0
async function newPerson() {
  const person = { email: `session${++made}@example.com`, password: 'a password of a person' }
  const body = { ...person, roles: ['viewer'] }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201)
  return { id, ...person }
}

const sessionsOf = async (as: string) =>
  expectOk<{ data: Session[]; total: number }>(await app.call('GET', '/profile/sessions', { as }), 200)
const refresh = (refresh_token: string) => exchange(app, { grant_type: 'refresh_token', refresh_token })

test('users see their own sessions, with the current one marked', async () => {
  const person = await newPerson()
  const first = await tokensFor(app, openBrowser(app), person)
  const second = await tokensFor(app, openBrowser(app), person)
  await tokensFor(app, openBrowser(app), await newPerson())
  const { data, total } = await sessionsOf(second.access_token)
  expect(total).toBe(2)
  expect(data.filter(({ current }) => current)).toEqual([
    {
      id: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
      clients: ['console'],
      address: '127.0.0.1',
      user_agent: 'lightMyRequest',
      signed_in_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
      current: true,
    },
  ])
  const [now] = data
  expect(Math.abs(Date.parse(now!.signed_in_at) - Date.now())).toBeLessThan(60_000)
  const hoursLeft = (Date.parse(now!.expires_at) - Date.now()) / 3600_000
  expect(hoursLeft).toBeGreaterThan(11)
  expect(hoursLeft).toBeLessThanOrEqual(12)
  const mine = (await sessionsOf(first.access_token)).data.find(({ current }) => current)!
  expect(mine.id).not.toBe(data.find(({ current }) => current)!.id)
})

test('an ended session is over: no page, no refresh, no token; others keep working', async () => {
  const person = await newPerson()
  const [lost, kept] = [openBrowser(app), openBrowser(app)]
  const stolen = await tokensFor(app, lost, person)
  const own = await tokensFor(app, kept, person)
  const { data } = await sessionsOf(own.access_token)
  const { id } = data.find(({ current }) => !current)!
  const { code, verifier } = await signIn(lost, person)
  const as = own.access_token
  expect(expectOk(await app.call('DELETE', `/profile/sessions/${id}`, { as }), 200)).toMatchObject({
    id,
    ended: true,
    current: false,
  })

  expect(await statusWith(app, stolen.access_token)).toBe(401)
  expect((await refresh(stolen.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  const bought = await exchange(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  expect(bought.json()).toMatchObject({ error: 'invalid_grant' })
  const asked = await lost.open(authorizeUrl(makeChallenge().challenge))
  expect(String(asked.headers.location)).toContain('/login/')

  expect(await statusWith(app, as)).toBe(200)
  expect((await refresh(own.refresh_token)).statusCode).toBe(200)
  expect((await sessionsOf(as)).total).toBe(1)
  expect((await app.call('DELETE', `/profile/sessions/${id}`, { as })).statusCode).toBe(404)
  expect(await app.query(`select actor, action from audit_entries where subject_id = '${id}'`)).toEqual([
    { actor: person.email, action: 'ended' },
  ])
})

test('all sessions end at once, including the current one, and a new sign-in works', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const all = [await tokensFor(app, browser, person), await tokensFor(app, openBrowser(app), person)]
  const as = all[0]!.access_token
  expect(expectOk(await app.call('DELETE', '/profile/sessions', { as }), 200)).toEqual({ ended: 2 })
  for (const tokens of all) {
    expect(await statusWith(app, tokens.access_token)).toBe(401)
    expect((await refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  }
  const anew = await tokensFor(app, browser, person)
  expect((await sessionsOf(anew.access_token)).data).toMatchObject([{ current: true }])
})

test('an expired session yields no tokens and is not listed', async () => {
  const person = await newPerson()
  const { access_token, refresh_token } = await tokensFor(app, openBrowser(app), person)
  const over = `update oidc_payloads set expires_at = now() - interval '1 second' where model = 'Session' and account_id = '${person.id}'`
  await app.query(over)
  expect(await sessionsOf(access_token)).toMatchObject({ total: 0, data: [] })
  expect((await refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('another node applies it within seconds', async () => {
  const person = await newPerson()
  const tokens = await tokensFor(app, openBrowser(app), person)
  const other = await startApp({ DATABASE_URL: app.url })
  try {
    expect(await statusWith(other, tokens.access_token)).toBe(200)
    await app.call('DELETE', '/profile/sessions', { as: tokens.access_token })
    await eventually(async () => (await statusWith(other, tokens.access_token)) === 401)
  } finally {
    await other.close()
  }
})

test('signing out ends the access token too', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const tokens = await tokensFor(app, browser, person)
  const page = await browser.open('/logout?client_id=console')
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)![1]!
  await browser.submit('/logout/confirm', { xsrf, logout: 'yes' })
  expect(await statusWith(app, tokens.access_token)).toBe(401)
  const { access_token } = await tokensFor(app, openBrowser(app), person)
  expect((await sessionsOf(access_token)).total).toBe(1)
})

test('a session stored again by a concurrent request yields nothing and is deleted', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  await tokensFor(app, browser, person)
  const { code, verifier } = await signIn(browser, person)
  await app.query(`update sessions set ended_at = now() where account_id = '${person.id}'`)
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri }
  const bought = await exchange(app, { ...form, code, code_verifier: verifier })
  expect(bought.json()).toMatchObject({ error: 'invalid_grant' })
  const asked = await browser.open(authorizeUrl(makeChallenge().challenge))
  expect(String(asked.headers.location)).toContain('/login/')
  expect((await sessionsOf((await tokensFor(app, browser, person)).access_token)).total).toBe(1)
})

test('the address is the verified client address, whatever the caller claims', async () => {
  const person = await newPerson()
  const browser = openBrowser(app, { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'x'.repeat(2000) })
  const { access_token } = await tokensFor(app, browser, person)
  expect((await sessionsOf(access_token)).data).toMatchObject([
    { address: '127.0.0.1', user_agent: 'x'.repeat(500) },
  ])
})

test('a proxy that adds the port to the address of its client does not change the address', async () => {
  const behindProxy = await startApp({ DATABASE_URL: app.url, TRUSTED_PROXIES: '127.0.0.1/32' })
  const browser = openBrowser(behindProxy, { 'x-forwarded-for': '203.0.113.7:50712' })
  const { access_token } = await tokensFor(behindProxy, browser, await newPerson())
  expect((await sessionsOf(access_token)).data).toMatchObject([{ address: '203.0.113.7' }])
})

test('sessions of others can be neither seen nor ended', async () => {
  const [person, stranger] = [await newPerson(), await newPerson()]
  const tokens = await tokensFor(app, openBrowser(app), person)
  const { id } = (await sessionsOf(tokens.access_token)).data[0]!
  const as = (await tokensFor(app, openBrowser(app), stranger)).access_token
  expect((await app.call('DELETE', `/profile/sessions/${id}`, { as })).statusCode).toBe(404)
  expect((await app.call('DELETE', `/profile/sessions/${id}`)).statusCode).toBe(404)
  expect((await app.call('DELETE', '/profile/sessions')).json()).toEqual({ ended: 0 })
  expect(await statusWith(app, tokens.access_token)).toBe(200)
})

test('a token from an API key cannot see or end sessions, nor can a request without a token', async () => {
  const person = await newPerson()
  const { access_token } = await tokensFor(app, openBrowser(app), person)
  const { key } = await makeKey(app, access_token)
  const as = accessToken(await exchangeKey(app, key))
  const { id } = (await sessionsOf(access_token)).data[0]!
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['DELETE', `/${id}`],
  ] as const) {
    expect((await app.call(method, `/profile/sessions${path}`, { as })).statusCode).toBe(403)
    expect((await app.call(method, `/profile/sessions${path}`, { as: null })).statusCode).toBe(401)
  }
  expect((await app.call('GET', '/profile/sessions?sort=address', { as: access_token })).statusCode).toBe(400)
  expect(await statusWith(app, access_token)).toBe(200)
})
