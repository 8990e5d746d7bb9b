import { decodeJwt } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeKey } from '../../../../test/identity/key-owners.ts'
import { externalClient, startExternalProvider } from '../../../../test/identity/external-provider.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  openBrowser,
  redirectUri,
  type Browser,
  type Tokens,
} from '../../../../test/identity/person.ts'
import { exchangeKey, statusWith } from '../../../../test/identity/token-endpoint.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectProblem } from '../../../../test/problem.ts'

const audience = 'https://mainstay.example/api'
const ada = { sub: 'ada', email: 'ada@corp.example', name: 'Ada', roles: ['itsm_agent', 'owner'] }

const external = await startExternalProvider()
const app = await startApp({
  OIDC_ISSUER: external.issuer,
  OIDC_AUDIENCE: audience,
  OIDC_CLIENT_ID: externalClient.client_id,
  OIDC_CLIENT_SECRET: externalClient.client_secret,
  OIDC_NAME: 'Corp & Co',
  MFA_REQUIRED_ROLES: 'itsm_agent', // for users with a local password; the issuer decides for its own
})
afterAll(async () => {
  await app.close()
  await external.stop()
})
beforeEach(() => {
  external.person = ada
  external.forged = undefined
  external.failing = []
})

/** From the console to the sign-in page, and from its link to the issuer. */
async function leave(browser: Browser, more: Record<string, string> = {}) {
  const { verifier, challenge } = makeChallenge()
  const login = String((await browser.open(authorizeUrl(challenge, more))).headers.location)
  const sent = await browser.open(`${login}/outside`)
  return { verifier, login, sent, issuer: String(sent.headers.location) }
}

/** The whole flow; the result is the last response of the service, a redirect to the client on success. */
async function come(browser: Browser, address: string) {
  let response = await browser.open(address)
  while (String(response.headers.location).startsWith('/') || isOurs(response.headers.location))
    response = await browser.open(String(response.headers.location))
  return response
}
const isOurs = (location: unknown) => String(location).startsWith('http://localhost:8080/oauth2')

async function signInExternally(browser: Browser): Promise<Tokens> {
  const { verifier, issuer } = await leave(browser)
  const response = await come(browser, await external.visit(issuer))
  return buy(String(response.headers.location), verifier)
}

async function buy(returned: string, code_verifier: string): Promise<Tokens> {
  const code = new URL(returned).searchParams.get('code')!
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier }
  const response = await exchange(app, form)
  expect(`${response.statusCode} ${response.body}`).toMatch(/^200/)
  return response.json()
}

const profile = async (as: string) => (await app.call('GET', '/profile', { as })).json<object>()
const refresh = (refresh_token: string) => exchange(app, { grant_type: 'refresh_token', refresh_token })

test('the sign-in page offers the provider by name, as a link', async () => {
  const browser = openBrowser(app)
  const { login } = await leave(browser)
  const page = await browser.open(login)
  expect(page.body).toContain(`href="${login}/outside">Sign in with Corp &amp; Co</a>`)
})

test('without a configured client it is not offered', async () => {
  const alone = await startApp({ OIDC_ISSUER: external.issuer, OIDC_AUDIENCE: audience })
  try {
    const browser = openBrowser(alone)
    const login = String((await browser.open(authorizeUrl(makeChallenge().challenge))).headers.location)
    expect((await browser.open(login)).body).not.toContain('Sign in with')
    expect((await browser.open(`${login}/outside`)).statusCode).toBe(404)
  } finally {
    await alone.close()
  }
})

test('a user signs in there, with the same identity as in tokens of the issuer', async () => {
  const { access_token, refresh_token } = await signInExternally(openBrowser(app))
  const expected = {
    id: 'oidc:ada',
    kind: 'external',
    email: 'ada@corp.example',
    name: 'Ada',
    roles: ['itsm_agent'],
    groups: [],
    mfa_enrolled: false,
  }
  expect(await profile(access_token)).toEqual(expected)
  const theirs = await external.sign({ ...ada, aud: audience })
  expect(await profile(theirs)).toEqual(expected)
  const again = (await refresh(refresh_token)).json<Tokens>()
  expect(await profile(again.access_token)).toEqual(expected)
  const sessions = await app.call('GET', '/profile/sessions', { as: again.access_token })
  expect(sessions.json()).toMatchObject({ total: 1, data: [{ current: true, clients: ['console'] }] })
  const body = { current_password: 'x', new_password: 'a better password' }
  const there = { message: expect.stringContaining('signs in with an identity provider: ') }
  for (const [address, content] of [['/profile/password', body], ['/profile/second-factors/totp']] as const) {
    const refused = await app.call('POST', address, { as: access_token, body: content })
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining(there)])
  }
})

test('the request has PKCE, state, nonce and the registered redirect URI', async () => {
  const { issuer, sent } = await leave(openBrowser(app))
  const { origin, pathname, searchParams } = new URL(issuer)
  expect(origin + pathname).toBe(`${external.issuer}/auth`)
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    scope: 'openid profile email',
    client_id: externalClient.client_id,
    redirect_uri: 'http://localhost:8080/login/outside',
    state: expect.stringMatching(/^[\w-]{10,}\.[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  const cookie = String(sent.headers['set-cookie'])
  expect(cookie).toMatch(/; Path=\/login\/[\w-]+\/outside; Max-Age=900; HttpOnly; SameSite=Lax$/)
  for (const secret of [searchParams.get('nonce')!, searchParams.get('state')!])
    expect(cookie).not.toContain(secret)
})

/** Nobody is signed in: the browser still has to sign in. */
async function expectNobody(browser: Browser) {
  const asked = await browser.open(authorizeUrl(makeChallenge().challenge))
  expect(String(asked.headers.location)).toContain('/login/')
}

test('a response in another browser signs no one in', async () => {
  const [mine, victim] = [openBrowser(app), openBrowser(app)]
  const back = await external.visit((await leave(mine)).issuer)
  await leave(victim)
  const response = await come(victim, back)
  expect([response.statusCode, response.body.includes('Page expired')]).toEqual([400, true])
  await expectNobody(victim)
})

test('a response with the state of another sign-in of the same browser is refused', async () => {
  const browser = openBrowser(app)
  const [first, second] = [await leave(browser), await leave(browser)]
  const back = new URL(await external.visit(first.issuer))
  back.searchParams.set('state', new URL(second.issuer).searchParams.get('state')!)
  const response = await come(browser, back.href) // the code belongs to the first, and so does its verifier
  expect(response.statusCode).toBe(403)
  await expectNobody(browser)
})

test('an earlier attempt of the same page is refused', async () => {
  const browser = openBrowser(app)
  const { login, issuer } = await leave(browser)
  const back = await external.visit(issuer)
  await browser.open(`${login}/outside`)
  expect((await come(browser, back)).statusCode).toBe(400)
  await expectNobody(browser)
})

test.for([
  '/login/outside',
  '/login/outside?code=x',
  '/login/outside?code=x&state=made-up',
  '/login/outside?code=x&state=//evil.example.y',
  '/login/outside?code=x&state=..%2F..%2Fevil.y',
])('%s is refused', async (address) => {
  const response = await openBrowser(app).open(address)
  expect(response.statusCode).toBe(400)
  expect(response.headers.location).toBeUndefined()
})

test('a response in the name of another issuer is refused', async () => {
  const browser = openBrowser(app)
  const back = new URL(await external.visit((await leave(browser)).issuer))
  back.searchParams.set('iss', 'https://evil.example')
  expect((await come(browser, back.href)).statusCode).toBe(403)
  await expectNobody(browser)
})

test('a response used twice signs in once', async () => {
  const browser = openBrowser(app)
  const back = await external.visit((await leave(browser)).issuer)
  expect((await come(browser, back)).headers.location).toContain('/signed-in?code=')
  expect((await browser.open(back)).statusCode).toBe(303)
  expect((await come(browser, back)).statusCode).toBe(400)
})

const now = () => Math.floor(Date.now() / 1000)
test('a forced new sign-in happens at the issuer, and its auth_time counts', async () => {
  const browser = openBrowser(app)
  const first = await leave(browser)
  expect(new URL(first.issuer).searchParams.has('prompt')).toBe(false)
  const { access_token } = await signInExternally(browser)
  expect(Math.abs(Number(decodeJwt(access_token).auth_time) - now())).toBeLessThan(60)
  for (const more of [{ prompt: 'login' }, { max_age: '0' }] as Record<string, string>[])
    expect(new URL((await leave(browser, more)).issuer).searchParams.get('prompt')).toBe('login')

  const { verifier, issuer } = await leave(browser, { prompt: 'login' })
  const nonce = new URL(issuer).searchParams.get('nonce')!
  const auth_time = now() - 3600
  external.forged = await external.sign({ ...ada, aud: 'mainstay', nonce, auth_time })
  const response = await come(browser, await external.visit(issuer))
  const { access_token: as } = await buy(String(response.headers.location), verifier)
  expect(decodeJwt(as).auth_time).toBe(auth_time)
  const refused = await app.call('POST', '/profile/api-keys', { as, body: { name: 'a key' } })
  expectProblem(refused, 401, 'reauthentication_required')
  const theirs = await external.sign({ ...ada, aud: audience, auth_time })
  const alsoRefused = await app.call('POST', '/profile/api-keys', { as: theirs, body: { name: 'a key' } })
  expectProblem(alsoRefused, 401, 'reauthentication_required')
})

test('a sign-in at the issuer that is older than a session may be is made again there', async () => {
  const browser = openBrowser(app)
  const answerOld = async (issuer: string) => {
    const nonce = new URL(issuer).searchParams.get('nonce')!
    external.forged = await external.sign({ ...ada, aud: 'mainstay', nonce, auth_time: now() - 25 * 3600 })
    const response = await come(browser, await external.visit(issuer))
    external.forged = undefined
    return response
  }
  const { login, issuer, verifier } = await leave(browser)
  const again = String((await answerOld(issuer)).headers.location)
  expect(new URL(again).searchParams.get('prompt')).toBe('login')
  const refused = await answerOld(again)
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('Sign out there')])
  await expectNobody(browser)

  const third = String((await browser.open(`${login}/outside`)).headers.location)
  const fourth = String((await answerOld(third)).headers.location)
  const response = await come(browser, await external.visit(fourth))
  expect((await buy(String(response.headers.location), verifier)).access_token).toMatch(/^ey/)
})

test.for<[string, (nonce: string) => object]>([
  ['another nonce', () => ({ nonce: 'another' })],
  ['no nonce', () => ({ nonce: undefined })],
  ['another audience', () => ({ aud: 'somebody-else' })],
  ['an audience of several without us as its party', () => ({ aud: ['mainstay', 'other'], azp: 'other' })],
  ['another issuer', () => ({ iss: 'https://evil.example' })],
  ['an end that has passed', () => ({ iat: now() - 700, exp: now() - 100 })],
  ['no end', () => ({ exp: undefined })],
])('an ID token with %s is refused', async ([, change]) => {
  const browser = openBrowser(app)
  const { issuer } = await leave(browser)
  const nonce = new URL(issuer).searchParams.get('nonce')!
  external.forged = await external.sign({ ...ada, aud: 'mainstay', nonce, ...change(nonce) })
  const response = await come(browser, await external.visit(issuer))
  expect([response.statusCode, response.body]).toEqual([
    403,
    expect.stringContaining('could not be verified'),
  ])
  await expectNobody(browser)
})

test('the valid token is accepted', async () => {
  const browser = openBrowser(app)
  const { issuer, verifier } = await leave(browser)
  const nonce = new URL(issuer).searchParams.get('nonce')
  external.forged = await external.sign({
    ...ada,
    sub: 'eve',
    aud: ['mainstay', 'x'],
    azp: 'mainstay',
    nonce,
  })
  const response = await come(browser, await external.visit(issuer))
  const { access_token } = await buy(String(response.headers.location), verifier)
  expect(await profile(access_token)).toMatchObject({ id: 'oidc:eve' })
})

test('an unsigned ID token is refused', async () => {
  const browser = openBrowser(app)
  const { issuer } = await leave(browser)
  const nonce = new URL(issuer).searchParams.get('nonce')
  const honest = await external.sign({ ...ada, aud: 'mainstay', nonce })
  const header = Buffer.from('{"alg":"none"}').toString('base64url')
  external.forged = `${header}.${honest.split('.')[1]}.`
  expect((await come(browser, await external.visit(issuer))).statusCode).toBe(403)
})

test('a user who cancels, or has no role here, sees why and can sign in another way', async () => {
  for (const [person, text] of [
    [undefined, 'did not sign you in'],
    [{ ...ada, sub: 'none', roles: ['owner'] }, 'no role here'],
  ] as const) {
    external.person = person as never
    const browser = openBrowser(app)
    const { issuer, login } = await leave(browser)
    const response = await come(browser, await external.visit(issuer))
    expect([response.statusCode, response.body]).toEqual([403, expect.stringContaining(text)])
    expect(response.body).toContain(`href="${login}"`)
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    await expectNobody(browser)
  }
  const audited = await app.call('GET', '/audit', { query: { action: 'sign_in_refused', limit: '2' } })
  expect(audited.json()).toMatchObject({
    data: [
      { subject_id: 'oidc:none', to: { reason: 'no_role' } },
      { subject_id: 'unknown', to: { reason: 'refused_by_issuer' } },
    ],
  })
})

test.for(['/token', '/me'])('if its %s fails, a page says so and no one is signed in', async (path) => {
  const browser = openBrowser(app)
  const back = await external.visit((await leave(browser)).issuer)
  external.failing = [path]
  const response = await come(browser, back)
  expect([response.statusCode, response.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(response.body).toContain('sign in another way')
  await expectNobody(browser)
})

test('if it is down from the start a page says so, and it works after recovery', async () => {
  const own = await startExternalProvider()
  const node = await startApp({ OIDC_ISSUER: own.issuer, OIDC_CLIENT_ID: 'mainstay' })
  try {
    await own.stop()
    const browser = openBrowser(node)
    const login = String((await browser.open(authorizeUrl(makeChallenge().challenge))).headers.location)
    const away = await browser.open(`${login}/outside`)
    expect([away.statusCode, away.body]).toEqual([503, expect.stringContaining('does not answer')])
    expect((await browser.open(login)).body).toContain(`Sign in with ${new URL(own.issuer).host}`)
    await own.start()
    expect((await browser.open(`${login}/outside`)).statusCode).toBe(303)
    // Without an audience its own tokens are not accepted.
    expect(await statusWith(node, await own.sign({ ...ada, aud: '' }))).toBe(401)
  } finally {
    await node.close()
    await own.stop()
  }
})

test('keys, watches and the activity have the present name, and a watch ends with the last role', async () => {
  const eve = { ...ada, sub: 'renamed', email: 'eve@corp.example', name: 'Eve' }
  external.person = eve
  const { access_token: as } = await signInExternally(openBrowser(app))
  const body = { short_description: 'watched', priority: 'P3' }
  const { id } = (await app.call('POST', '/incidents', { body, as })).json<{ id: string }>()
  await app.call('PUT', `/incidents/${id}/watch`, { as })
  const key = await makeKey(app, as)
  external.person = { ...eve, email: 'eve.new@corp.example', name: 'Eve New' }
  await signInExternally(openBrowser(app))
  const watchers = async () =>
    (await app.call('GET', `/incidents/${id}/watchers`)).json<{ watchers: object[] }>().watchers
  expect(await watchers()).toEqual([{ id: 'oidc:renamed', email: 'eve.new@corp.example', name: 'Eve New' }])
  const keys = await app.call('GET', '/api-keys', { query: { owner: 'eve.new@corp.example' } })
  expect(keys.json()).toMatchObject({ data: [{ id: key.id, owner_name: 'Eve New' }] })
  const activity = await app.call('GET', `/incidents/${id}/activity`)
  expect(activity.json()).toMatchObject({ data: [{ actor: { id: 'oidc:renamed', name: 'Eve New' } }] })

  external.person = { ...eve, roles: [] }
  const browser = openBrowser(app)
  await come(browser, await external.visit((await leave(browser)).issuer))
  expect(await watchers()).toEqual([])
})

test('changed roles at the next sign-in apply to existing tokens and keys too', async () => {
  external.person = { ...ada, sub: 'moved', roles: ['itsm_manager', 'viewer'] }
  const before = await signInExternally(openBrowser(app))
  const { key } = await makeKey(app, before.access_token)
  external.person = { ...ada, sub: 'moved', roles: ['viewer'] }
  const after = await signInExternally(openBrowser(app))
  expect(await profile(after.access_token)).toMatchObject({ roles: ['viewer'] })
  await eventually(async () => (await statusWith(app, before.access_token)) === 401)
  const renewed = (await refresh(before.refresh_token)).json<Tokens>()
  expect(await profile(renewed.access_token)).toMatchObject({ roles: ['viewer'] })
  const bought = (await exchangeKey(app, key)).json<Tokens>()
  expect(await profile(bought.access_token)).toMatchObject({ roles: ['viewer'] })

  external.person = { ...ada, sub: 'moved', roles: [] }
  const browser = openBrowser(app)
  const { issuer } = await leave(browser)
  expect((await come(browser, await external.visit(issuer))).statusCode).toBe(403)
  await eventually(async () => (await statusWith(app, renewed.access_token)) === 401)
  for (const refused of [await refresh(renewed.refresh_token), await exchangeKey(app, key)])
    expect(refused.json()).toMatchObject({ error: 'invalid_grant' })
})

test('after twelve hours the claims of the issuer expire, and the user signs in there again', async () => {
  external.person = { ...ada, sub: 'gone' }
  const browser = openBrowser(app)
  const { refresh_token } = await signInExternally(browser)
  await app.query(`update outside_people set vouched_at = now() - interval '13 hours' where id = 'oidc:gone'`)
  expect((await refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  await expectNobody(browser)
  expect(await profile((await signInExternally(browser)).access_token)).toMatchObject({ id: 'oidc:gone' })
})

test('someone who has left is forgotten: no token, key or address stays, and a new sign-in is a new start', async () => {
  external.person = {
    ...ada,
    sub: 'leaver',
    email: 'leaver@corp.example',
    name: 'Lea Ver',
    roles: ['itsm_manager'],
  }
  const tokens = await signInExternally(openBrowser(app))
  const { key } = await makeKey(app, tokens.access_token)
  const body = { short_description: 'Watched by someone who leaves' }
  const made = (await app.call('POST', '/incidents', { body })).json<{ id: string }>()
  await app.call('PUT', `/incidents/${made.id}/watch`, { as: tokens.access_token })
  await app.call('PATCH', `/incidents/${made.id}`, { as: tokens.access_token, body: { priority: 'P1' } })
  const remove = (id: string) => app.call('DELETE', `/users/${id}`)
  expectProblem(await remove('oidc:stranger'), 404, 'not_found')

  const removed = (await remove('oidc:leaver')).json<object>()
  expect(removed).toMatchObject({
    email: 'leaver@corp.example',
    roles: ['itsm_manager'],
    active: false,
    deleted: true,
  })
  expectProblem(await remove('oidc:leaver'), 404, 'not_found')
  expect(await statusWith(app, tokens.access_token)).toBe(401)
  expect((await refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await exchangeKey(app, key)).json()).toMatchObject({ error: 'invalid_grant' })
  expect(
    await app.query(`select email, name from outside_people where id = 'oidc:leaver'
      union all select watcher, '' from watches where watcher_id = 'oidc:leaver'
      union all select address, user_agent from sessions where account_id = 'oidc:leaver' and address is not null`),
  ).toEqual([{ email: 'oidc:leaver', name: 'oidc:leaver' }])
  const [owned] = (await app.call('GET', '/api-keys?owner=oidc:leaver')).json<{ data: object[] }>().data
  expect(owned).toMatchObject({ owner: 'oidc:leaver', owner_name: 'oidc:leaver', active: false })
  const activity = await app.call('GET', `/incidents/${made.id}/activity`, { query: { order: 'desc' } })
  expect(activity.json<{ data: object[] }>().data[0]).toMatchObject({
    actor: { name: 'leaver@corp.example' },
  })
  const people = await app.call('GET', '/people', { query: { q: 'Lea Ver' } })
  expect(people.json()).toMatchObject({ data: [] })
  const audited = await app.call('GET', '/audit', {
    query: { subject_id: 'oidc:leaver', subject_type: 'user' },
  })
  expect(audited.json()).toMatchObject({
    data: [{ action: 'deleted', field: 'deleted', from: false, to: true }],
  })

  const { access_token } = await signInExternally(openBrowser(app))
  expect(await profile(access_token)).toMatchObject({ name: 'Lea Ver', roles: ['itsm_manager'] })
  expect((await exchangeKey(app, key)).statusCode).toBe(400)
})
