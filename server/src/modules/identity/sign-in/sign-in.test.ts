import { expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { commitDuring } from '../../../../test/commit-during.ts'
import { expectOk } from '../../../../test/incidents.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  openBrowser,
  redirectUri,
  signIn,
  tokensFor,
  type Tokens,
} from '../../../../test/identity/person.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { minute } from '../../../kernel/durations.ts'

const app = await startApp()
// A comparison with the clock of the database would correct the false time.
app.database.clock.sync = async () => undefined

let made = 0
async function newPerson(roles = ['itsm_agent']) {
  const email = `person${++made}@example.com`
  const password = 'a password of a person'
  const { id } = expectOk<{ id: string }>(
    await app.call('POST', '/users', { body: { email, password, roles, name: 'Ada' } }),
    201,
  )
  return { id, email, password }
}

const profile = (access_token: string) => app.call('GET', '/profile', { as: access_token })
const refresh = (refresh_token: string) => exchange(app, { grant_type: 'refresh_token', refresh_token })

test('a user signs in with code and PKCE, and gets a token', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const tokens = await tokensFor(app, browser, person)
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect((await profile(tokens.access_token)).json()).toEqual({
    id: person.id,
    kind: 'user',
    email: person.email,
    name: 'Ada',
    roles: ['itsm_agent'],
    groups: [],
    mfa_enrolled: false,
  })
  const { last_sign_in_at } = (await app.call('GET', `/users/${person.id}`)).json<{
    last_sign_in_at: string
  }>()
  expect(last_sign_in_at).not.toBeNull()
})

test('a signed-in user is not asked again, and the code comes with state and issuer', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  await tokensFor(app, browser, person)
  const { returned } = await signIn(browser, { email: '', password: '' })
  expect(returned.origin + returned.pathname).toBe(redirectUri)
  expect(returned.searchParams.get('state')).toBe('a-state')
  expect(returned.searchParams.get('iss')).toBe('http://localhost:8080')
  expect(returned.searchParams.get('code')).toMatch(/\S{20}/)
})

/** What a node would do whose clock is wrong by so many milliseconds, but which knows the time of the database. */
async function withWrongClock<T>(by: number, work: () => Promise<T>): Promise<T> {
  const { clock } = app.database
  const { milliseconds } = clock
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
  clock.milliseconds = () => milliseconds() - by
  try {
    return await work()
  } finally {
    vi.useRealTimers()
    clock.milliseconds = milliseconds
  }
}

test('a code and a refresh token are good on nodes whose clocks are minutes wrong, and so are their tokens', async () => {
  const person = await newPerson()
  const { code, verifier } = await signIn(openBrowser(app), person)
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const ahead = await withWrongClock(2 * minute, () => exchange(app, form))
  expect(ahead.statusCode).toBe(200)
  const tokens = ahead.json<Tokens>()
  expect((await profile(tokens.access_token)).statusCode).toBe(200)
  const behind = await withWrongClock(-2 * minute, async () => {
    expect((await profile(tokens.access_token)).statusCode).toBe(200)
    return refresh(tokens.refresh_token)
  })
  expect(behind.statusCode).toBe(200)
  expect((await profile(behind.json<Tokens>().access_token)).statusCode).toBe(200)
})

test('the page has a form, no script, and a strict Content-Security-Policy', async () => {
  const browser = openBrowser(app)
  const sent = await browser.open(
    authorizeUrl(makeChallenge().challenge, { login_hint: '"><script>alert(1)</script>' }),
  )
  const page = await browser.open(String(sent.headers.location))
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' http://localhost:8080; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).not.toMatch(/<script|style=| on\w+=/i)
  expect(page.body).toContain('&quot;&gt;&lt;script&gt;')
  for (const name of ['email', 'password']) expect(page.body).toContain(`<label for="${name}">`)
  const style = await browser.open('/login/style.css')
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})

test('the page says that the password was changed, and nothing that an address makes up', async () => {
  const text = async (notice: string) => {
    const browser = openBrowser(app)
    const sent = await browser.open(authorizeUrl(makeChallenge().challenge, { notice }))
    return (await browser.open(String(sent.headers.location))).body
  }
  expect(await text('password_changed')).toContain('<p role="status">Password changed.')
  const other = await text('Call+0900')
  expect(other).toContain('id="password"')
  expect(other).not.toMatch(/0900|role="status"/)
})

test('a wrong password and an unknown email get the same message, keep the email, and sign no one in', async () => {
  const person = await newPerson()
  const bodies = []
  for (const email of [person.email, 'nobody@example.com']) {
    const browser = openBrowser(app)
    const sent = await browser.open(authorizeUrl(makeChallenge().challenge))
    const page = await browser.submit(String(sent.headers.location), { email, password: 'wrong' })
    expect(page.statusCode).toBe(401)
    expect(page.body).toContain(`value="${email}"`)
    bodies.push(page.body.replaceAll(email, '').replace(/\/login\/[\w-]+/g, ''))
    const again = await browser.open(authorizeUrl(makeChallenge().challenge))
    expect(String(again.headers.location)).toContain('/login/')
  }
  expect(bodies[0]).toBe(bodies[1])
})

test('after twenty wrong passwords the next attempt is delayed, also with the right one', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const sent = await browser.open(authorizeUrl(makeChallenge().challenge))
  const page = String(sent.headers.location)
  const guess = (password: string) => browser.submit(page, { email: person.email, password })
  const guesses = await Promise.all(Array.from({ length: 20 }, () => guess('wrong')))
  expect(new Set(guesses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  const refused = await guess(person.password)
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toContain('Too many wrong passwords')
})

test('a form from another browser, or without a session, signs no one in', async () => {
  const person = await newPerson()
  const sent = await openBrowser(app).open(authorizeUrl(makeChallenge().challenge))
  for (const address of [String(sent.headers.location), '/login/made-up']) {
    const stranger = openBrowser(app)
    expect((await stranger.open(address)).statusCode).toBe(400)
    const answer = await stranger.submit(address, person)
    expect([answer.statusCode, answer.body.includes('Page expired')]).toEqual([400, true])
  }
  expect((await openBrowser(app).open('/login')).headers.location).toBe('/')
})

test.each([
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
  ['plain PKCE', { code_challenge_method: 'plain' }],
  ['another response type', { response_type: 'token' }],
])('%s is refused before the sign-in', async (_what, more) => {
  const response = await openBrowser(app).open(authorizeUrl(makeChallenge().challenge, more))
  expect(response.headers.location).toMatch(
    /[?#&]error=(invalid_request|unsupported_response_type|unauthorized_client)/,
  )
  expect(response.headers.location).not.toMatch(/[?#&]code=|access_token/)
})

test.each([
  ['https://evil.example/'],
  ['http://localhost:8080/signed-in/'],
  ['http://localhost:8080/signed-in?x=1'],
  ['http://localhost:8081/signed-in'],
  ['http://localhost:8080.evil.example/signed-in'],
  ['javascript:alert(1)'],
])('there is no redirect to %s', async (redirect_uri) => {
  const response = await openBrowser(app).open(authorizeUrl(makeChallenge().challenge, { redirect_uri }))
  expect(response.statusCode).toBe(400)
  expect(response.headers.location).toBeUndefined()
  expect(response.headers['content-type']).toContain('text/html')
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
})

test('a code yields tokens once, with its verifier; used twice, both end', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const { code, verifier } = await signIn(browser, person)
  const buy = (code_verifier: string) =>
    exchange(app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier })
  expect((await buy(makeChallenge().verifier)).statusCode).toBe(400)
  const second = await signIn(browser, person)
  const bought = await exchange(app, {
    grant_type: 'authorization_code',
    code: second.code,
    redirect_uri: redirectUri,
    code_verifier: second.verifier,
  })
  const { refresh_token } = bought.json<{ refresh_token: string }>()
  const replayed = await exchange(app, {
    grant_type: 'authorization_code',
    code: second.code,
    redirect_uri: redirectUri,
    code_verifier: second.verifier,
  })
  expect(replayed.json()).toMatchObject({ error: 'invalid_grant' })
  expect((await refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  expect(verifier).not.toBe(second.verifier)
})

test('a refresh token is rotated; reusing an old one ends them all', async () => {
  const person = await newPerson()
  const first = await tokensFor(app, openBrowser(app), person)
  const second = (await refresh(first.refresh_token)).json<{ access_token: string; refresh_token: string }>()
  expect((await profile(second.access_token)).statusCode).toBe(200)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await refresh(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('a new password, new roles and deactivation end sessions and refresh tokens immediately', async () => {
  for (const change of [
    { password: 'another password of theirs' },
    { roles: ['viewer'] },
    { active: false },
  ]) {
    const person = await newPerson()
    const browser = openBrowser(app)
    const tokens = await tokensFor(app, browser, person)
    expectOk(await app.call('PATCH', `/users/${person.id}`, { body: change }), 200)
    expect((await refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    const again = await browser.open(authorizeUrl(makeChallenge().challenge))
    expect(String(again.headers.location)).toContain('/login/')
  }
})

test.each(['a new browser', 'a browser of somebody else who is signed in'])(
  'a new password ends a sign-in with the old one that waits for its last step, in %s',
  async (which) => {
    const person = await newPerson()
    const browser = openBrowser(app)
    if (which !== 'a new browser') await tokensFor(app, browser, await newPerson())
    const sent = await browser.open(authorizeUrl(makeChallenge().challenge, { prompt: 'login' }))
    const held = await browser.submit(String(sent.headers.location), person)
    expect(held.statusCode).toBe(303)
    const body = { password: 'another password of theirs' }
    expectOk(await app.call('PATCH', `/users/${person.id}`, { body }), 200)
    const refused = await browser.open(String(held.headers.location))
    expect([refused.statusCode, refused.headers.location]).toEqual([400, undefined])
  },
)

/** The password changes after the request has read the account, and before it writes. */
const changeDuring = <T>(id: string, request: () => Promise<T>): Promise<T> =>
  commitDuring(app, [`update users set password_hash = 'x', epoch = epoch + 1 where id = '${id}'`], request)

test('a password that is changed while it is being checked signs no one in', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const sent = await browser.open(authorizeUrl(makeChallenge().challenge))
  const page = String(sent.headers.location)
  const refused = await changeDuring(person.id, () => browser.submit(page, person))
  expect([refused.statusCode, refused.body.includes('Page expired')]).toEqual([400, true])
  const resumed = await browser.open(page.replace('/login/', '/oauth2/authorize/'))
  expect([resumed.statusCode, resumed.headers.location]).toEqual([400, undefined])
})

test('a password that is changed during the last step of a sign-in signs no one in', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const { verifier: code_verifier, challenge } = makeChallenge()
  const sent = await browser.open(authorizeUrl(challenge))
  const held = await browser.submit(String(sent.headers.location), person)
  const last = await changeDuring(person.id, () => browser.open(String(held.headers.location)))
  const code = new URL(String(last.headers.location)).searchParams.get('code')!
  const tokens = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier }
  expect((await exchange(app, tokens)).json()).toMatchObject({ error: 'invalid_grant' })
  const again = await browser.open(authorizeUrl(challenge))
  expect(String(again.headers.location)).toContain('/login/')
})

test('sign-out asks for confirmation, ends the session and its tokens, and redirects back', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const tokens = await tokensFor(app, browser, person)
  const page = await browser.open('/logout?client_id=console&post_logout_redirect_uri=http://localhost:8080/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).not.toMatch(/<script/i)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)![1]!
  const done = await browser.submit('/logout/confirm', { xsrf, logout: 'yes' })
  expect([done.statusCode, done.headers.location]).toEqual([303, 'http://localhost:8080/'])
  expect((await refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  const again = await browser.open(authorizeUrl(makeChallenge().challenge))
  expect(String(again.headers.location)).toContain('/login/')
})

test('another site cannot sign a user out', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const tokens = await tokensFor(app, browser, person)
  await browser.open('/logout')
  const forged = await browser.submit('/logout/confirm', { xsrf: 'guessed', logout: 'yes' })
  expect(forged.statusCode).toBe(400)
  expect((await refresh(tokens.refresh_token)).statusCode).toBe(200)
})

test('a client with its own redirect URIs signs users in too, with its secret', async () => {
  const person = await newPerson()
  const client = expectOk<{ client_id: string; client_secret: string; redirect_uris: string[] }>(
    await app.call('POST', '/clients', {
      body: { name: 'Wiki', roles: ['viewer'], redirect_uris: ['https://wiki.example/callback'] },
    }),
    201,
  )
  expect(client.redirect_uris).toEqual(['https://wiki.example/callback'])
  const browser = openBrowser(app)
  const { code, verifier } = await signIn(browser, person, {
    client_id: client.client_id,
    redirect_uri: 'https://wiki.example/callback',
  })
  const { client_id, client_secret } = client
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://wiki.example/callback',
    code_verifier: verifier,
    client_id,
  }
  expect((await exchange(app, form)).statusCode).toBe(401)
  const tokens = (await exchange(app, { ...form, client_secret })).json<{ access_token: string }>()
  expect((await profile(tokens.access_token)).json()).toMatchObject({ id: person.id, roles: ['itsm_agent'] })
})

test.each([
  'http://wiki.example/',
  'https://wiki.example/#x',
  'wiki',
  'javascript:alert(1)',
  'https://*.example/',
])('a client cannot have the redirect URI %s', async (address) => {
  const body = { name: 'Wiki', roles: ['viewer'], redirect_uris: [address] }
  const response = await app.call('POST', '/clients', { body })
  expect(response.statusCode).toBe(400)
  expect(response.json<{ errors: { field: string }[] }>().errors[0]!.field).toBe('redirect_uris.0')
})

test('users change their own password, with the old one, and all their sessions end', async () => {
  const person = await newPerson()
  const tokens = await tokensFor(app, openBrowser(app), person)
  const change = (body: object, as = tokens.access_token) =>
    app.call('POST', '/profile/password', { body, as })
  const new_password = 'a better password'
  const wrong = await change({ current_password: 'wrong', new_password })
  expect([wrong.statusCode, wrong.json<{ errors: { field: string }[] }>().errors[0]!.field]).toEqual([
    400,
    'current_password',
  ])
  expect((await change({ current_password: person.password, new_password: 'short' })).statusCode).toBe(400)
  expect((await profile(tokens.access_token)).statusCode).toBe(200)
  expect((await change({ current_password: person.password, new_password })).statusCode).toBe(204)
  expect((await refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  const again = await tokensFor(app, openBrowser(app), { ...person, password: new_password })
  expect((await profile(again.access_token)).statusCode).toBe(200)
  expect(
    await app.query(
      `select actor, changes from audit_entries where subject_id = '${person.id}' and action = 'updated'`,
    ),
  ).toEqual([{ actor: person.email, changes: [{ field: 'password', from: null, to: null }] }])
})

test('a password that an administrator resets is not overwritten by someone who knew the old one', async () => {
  const person = await newPerson()
  const { access_token: as } = await tokensFor(app, openBrowser(app), person)
  const body = { current_password: person.password, new_password: 'a better password' }
  const late = await changeDuring(person.id, () => app.call('POST', '/profile/password', { as, body }))
  expectProblem(late, 401, 'unauthenticated')
  const stored = await app.query(`select password_hash from users where id = '${person.id}'`)
  expect(stored).toEqual([{ password_hash: 'x' }])
})

test('a service account has no password to change', async () => {
  const body = { current_password: 'x', new_password: 'a better password' }
  expect((await app.call('POST', '/profile/password', { body })).statusCode).toBe(409)
})

/** The self-submitting page of the provider; a browser runs its script only if the policy allows it. */
function formIn(page: { body: string; headers: Record<string, unknown> }) {
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]+'/)
  expect(page.headers['content-security-policy']).toContain('frame-ancestors')
  return Object.fromEntries(
    [...page.body.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, k, v]) => [k!, v!]),
  )
}

test('signing in as another user in the same browser switches the user', async () => {
  const [first, second] = [await newPerson(), await newPerson()]
  const browser = openBrowser(app)
  const before = await tokensFor(app, browser, first)
  const { verifier, challenge } = makeChallenge()
  const sent = await browser.open(authorizeUrl(challenge, { prompt: 'login' }))
  const done = await browser.submit(String(sent.headers.location), second)
  const page = await browser.open(String(done.headers.location))
  const onward = await browser.submit('/logout/confirm', formIn(page))
  const returned = new URL(String((await browser.open(String(onward.headers.location))).headers.location))
  const bought = await exchange(app, {
    grant_type: 'authorization_code',
    code: returned.searchParams.get('code')!,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  expect((await profile(bought.json<{ access_token: string }>().access_token)).json()).toMatchObject({
    id: second.id,
  })
  expect((await refresh(before.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('signing out without a session redirects as well', async () => {
  const browser = openBrowser(app)
  const page = await browser.open('/logout?client_id=console&post_logout_redirect_uri=http://localhost:8080/')
  const done = await browser.submit('/logout/confirm', formIn(page))
  expect([done.statusCode, done.headers.location]).toEqual([303, 'http://localhost:8080/'])
})
