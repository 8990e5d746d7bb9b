import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import {
  authorizeUrl,
  makeChallenge,
  openBrowser,
  signIn,
  type Browser,
} from '../../../../test/identity/person.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startApp({ SESSION_MAX_HOURS: '720' })
// A comparison with the clock of the database would correct the false time.
app.database.clock.sync = async () => undefined
afterEach(() => vi.useRealTimers())

interface DeviceAuthorization {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
}

const post = (url: string, form: Record<string, string>) =>
  app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'mainstay/1 <b>' },
    payload: new URLSearchParams(form).toString(),
  })

const begin = async () =>
  expectOk<DeviceAuthorization>(
    await post('/oauth2/device_authorization', { client_id: 'cli', scope: 'openid api offline_access' }),
    200,
  )
const poll = ({ device_code }: DeviceAuthorization) =>
  post('/oauth2/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'cli',
    device_code,
  })

const refresh = (refresh_token: string) =>
  post('/oauth2/token', { grant_type: 'refresh_token', client_id: 'cli', refresh_token })

interface CliTokens {
  access_token: string
  refresh_token: string
}

const person = { email: 'ada@example.com', password: 'a password of a person' }
const { id } = expectOk<{ id: string }>(
  await app.call('POST', '/users', { body: { ...person, roles: ['itsm_agent'] } }),
  201,
)

const fieldsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/name="(xsrf|user_code)" [^>]*value="([^"]*)"/g)].map(([, k, v]) => [k!, v!]),
  )

async function enter(browser: Browser, user_code: string, more: Record<string, string> = {}) {
  const page = await browser.open('/device')
  expect(page.body).toContain('Enter the code that the program shows')
  const { xsrf } = fieldsOf(page.body)
  return browser.submit('/device', { xsrf: xsrf!, user_code, ...more })
}

async function allow(browser: Browser, user_code: string) {
  const confirmation = await enter(browser, user_code)
  return browser.submit('/device', { ...fieldsOf(confirmation.body), confirm: 'yes' })
}

test('a program without a browser gets tokens once its user has allowed it', async () => {
  const device = await begin()
  expect(device.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
  expect(device).toMatchObject({ verification_uri: 'http://localhost:8080/device', expires_in: 600 })
  expect((await poll(device)).json()).toMatchObject({ error: 'authorization_pending' })

  const browser = openBrowser(app)
  const confirmation = await enter(browser, device.user_code.toLowerCase().replace('-', ' '))
  expect(confirmation.body).toContain('Allow Mainstay CLI?')
  expect(confirmation.body).toContain(device.user_code)
  expect(confirmation.body).toContain('mainstay/1 &lt;b&gt;')
  expect(confirmation.headers['content-security-policy']).toContain("default-src 'none'")
  const signIn = await browser.submit('/device', { ...fieldsOf(confirmation.body), confirm: 'yes' })
  const login = String(signIn.headers.location)
  expect((await browser.open(login)).body).toContain('Sign in to continue to Mainstay CLI')
  expect((await poll(device)).json()).toMatchObject({ error: 'authorization_pending' })
  const signedIn = await browser.submit(login, person)
  const done = await browser.open(String(signedIn.headers.location))
  expect(done.body).toContain('Mainstay CLI is signed in')

  const tokens = expectOk<CliTokens>(await poll(device), 200)
  expect((await app.call('GET', '/profile', { as: tokens.access_token })).json()).toMatchObject({ id })
  expect((await refresh(tokens.refresh_token)).statusCode).toBe(200)
  const written = async (text: string) =>
    (await app.query(`select from audit_entries where audit_entries::text like '%${text}%'`)).length
  // Entries are written with a delay, in their order.
  await eventually(() => written('device_code'))
  expect(await written('authorization_pending')).toBe(0)
})

test('a code that is used twice ends the tokens that it gave', async () => {
  const device = await begin()
  const browser = openBrowser(app)
  const signIn = await allow(browser, device.user_code)
  const signedIn = await browser.submit(String(signIn.headers.location), person)
  await browser.open(String(signedIn.headers.location))
  const { refresh_token } = expectOk<CliTokens>(await poll(device), 200)
  expect((await poll(device)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  const again = await enter(openBrowser(app), device.user_code)
  expect([again.statusCode, again.body.includes('does not exist')]).toEqual([400, true])
})

test('a program can refresh its tokens until SESSION_MAX_HOURS after the last sign-in of the session', async () => {
  const hour = 3600_000
  const browser = openBrowser(app)
  const first = await begin()
  const login = await allow(browser, first.user_code)
  const signedIn = await browser.submit(String(login.headers.location), person)
  await browser.open(String(signedIn.headers.location))

  const signedInAgain = Date.now() + 6 * hour
  vi.useFakeTimers({ toFake: ['Date'], now: signedInAgain })
  await signIn(browser, person, { prompt: 'login' })
  const second = await begin()
  const allowed = await allow(browser, second.user_code)
  expect(allowed.body).toContain('Mainstay CLI is signed in')
  let { refresh_token } = expectOk<CliTokens>(await poll(second), 200)
  for (const hours of [8 * 24, 719]) {
    vi.setSystemTime(signedInAgain + hours * hour)
    ;({ refresh_token } = expectOk<CliTokens>(await refresh(refresh_token), 200))
  }
  vi.setSystemTime(signedInAgain + 721 * hour)
  expect((await refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('the user can refuse, and the program learns it', async () => {
  const device = await begin()
  const browser = openBrowser(app)
  const confirmation = await enter(browser, device.user_code)
  const refused = await browser.submit('/device', { ...fieldsOf(confirmation.body), abort: 'yes' })
  expect(refused.body).toContain('The sign-in was cancelled')
  expect((await poll(device)).json()).toMatchObject({ error: 'access_denied' })
})

test('another site cannot allow a program, and the link with the code only fills in the form', async () => {
  const device = await begin()
  const browser = openBrowser(app)
  await browser.open('/device')
  const forged = await browser.submit('/device', {
    xsrf: 'guessed',
    user_code: device.user_code,
    confirm: 'yes',
  })
  expect(forged.statusCode).toBe(400)
  const { pathname, search } = new URL(device.verification_uri_complete)
  const form = fieldsOf((await browser.open(pathname + search)).body)
  expect(form.user_code).toBe(device.user_code)
  expect((await browser.submit('/device', form)).body).toContain('Allow Mainstay CLI?')
  expect((await poll(device)).json()).toMatchObject({ error: 'authorization_pending' })
})

test('wrong codes are counted by address', async () => {
  const device = await begin()
  const guesser = openBrowser(app, {}, '198.51.100.7')
  const statuses = []
  for (let i = 0; i < 21; i++) statuses.push((await enter(guesser, 'BBBB-BBBB')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
  const refused = await enter(guesser, device.user_code)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.body).toContain('Too many attempts')
  expect((await enter(openBrowser(app, {}, '198.51.100.99'), device.user_code)).statusCode).toBe(200)
})

test('only the command line may use codes', async () => {
  const refused = await post('/oauth2/device_authorization', { client_id: 'console', scope: 'openid api' })
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([400, 'invalid_request'])
})

test.each([
  ['http://127.0.0.1:53682/callback', true],
  ['http://[::1]:53682/callback', true],
  ['http://127.0.0.1:53682/other', false],
  ['http://127.0.0.1.evil.example/callback', false],
  ['http://localhost:53682/callback', false],
])('the command line signs in through a browser that returns to %s: %s', async (redirect_uri, allowed) => {
  const { challenge } = makeChallenge()
  const response = await openBrowser(app).open(authorizeUrl(challenge, { client_id: 'cli', redirect_uri }))
  expect(String(response.headers.location ?? response.statusCode)).toMatch(allowed ? /\/login\// : /^400$/)
})
