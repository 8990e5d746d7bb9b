import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  openBrowser,
  tokensFor,
  type Browser,
} from '../../../../test/identity/person.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startApp()
const person = { email: 'ada@example.com', password: 'a password of a person' }
const { id } = expectOk<{ id: string }>(
  await app.call('POST', '/users', { body: { ...person, name: 'Ada <b>', roles: ['itsm_agent'] } }),
  201,
)

const redirect_uri = 'http://127.0.0.1:53682/callback'
const begin = (browser: Browser, challenge: string, more: Record<string, string> = {}) =>
  browser.open(authorizeUrl(challenge, { client_id: 'cli', redirect_uri, ...more }))

async function openSignedInBrowser(): Promise<Browser> {
  const browser = openBrowser(app)
  await tokensFor(app, browser, person)
  return browser
}

/** Where the answer to the page leads. */
async function answer(browser: Browser, page: string, form: Record<string, string>): Promise<URL> {
  const answered = await browser.submit(page, form)
  expect(answered.statusCode).toBe(303)
  const { headers } = await browser.open(String(answered.headers.location))
  return new URL(String(headers.location), 'http://localhost:8080')
}

test('a program on the machine of a signed-in person gets a code only after they have confirmed it', async () => {
  const browser = await openSignedInBrowser()
  const { verifier, challenge } = makeChallenge()
  const sent = await begin(browser, challenge)
  const address = String(sent.headers.location)
  expect([sent.statusCode, address]).toEqual([303, expect.stringMatching(/^\/login\/[\w-]+\/confirm$/)])
  const page = await browser.open(address)
  expect(page.body).toContain('<h1>Sign in to Mainstay CLI?</h1>')
  expect(page.body).toContain('You are signed in as Ada &lt;b&gt; (ada@example.com).')
  expect(page.body).not.toMatch(/<script/i)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' http://127.0.0.1:53682; base-uri 'none'; frame-ancestors 'none'",
  })
  const returned = await answer(browser, address, { confirm: 'yes' })
  expect(returned.origin + returned.pathname).toBe(redirect_uri)
  const code = returned.searchParams.get('code')!
  const form = {
    grant_type: 'authorization_code',
    client_id: 'cli',
    code,
    redirect_uri,
    code_verifier: verifier,
  }
  const { access_token } = expectOk<{ access_token: string }>(await exchange(app, form), 200)
  expect((await app.call('GET', '/profile', { as: access_token })).json()).toMatchObject({ id })
  expect(String((await begin(browser, challenge)).headers.location)).toContain('/confirm')
})

test('a person who cancels gives the program no code', async () => {
  const browser = await openSignedInBrowser()
  const sent = await begin(browser, makeChallenge().challenge)
  const returned = await answer(browser, String(sent.headers.location), {})
  expect(returned.origin + returned.pathname).toBe(redirect_uri)
  expect(returned.searchParams.get('error')).toBe('access_denied')
  expect(returned.searchParams.has('code')).toBe(false)
})

test.each<Record<string, string>>([{}, { prompt: 'login' }])(
  'a person who has to sign in first confirms afterwards, with %j',
  async (more) => {
    const browser = more.prompt ? await openSignedInBrowser() : openBrowser(app)
    const sent = await begin(browser, makeChallenge().challenge, more)
    const confirmation = await answer(browser, String(sent.headers.location), person)
    expect(confirmation.pathname).toMatch(/^\/login\/[\w-]+\/confirm$/)
    const returned = await answer(browser, confirmation.pathname, { confirm: 'yes' })
    expect(returned.searchParams.get('code')).toMatch(/\S{20}/)
  },
)

test('without a page to ask, there is no code', async () => {
  const sent = await begin(await openSignedInBrowser(), makeChallenge().challenge, { prompt: 'none' })
  const { searchParams } = new URL(String(sent.headers.location))
  expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['interaction_required', null])
})

test('another browser, and a sign-in without its password, confirm nothing', async () => {
  const sent = await begin(await openSignedInBrowser(), makeChallenge().challenge)
  const stranger = openBrowser(app)
  const theirs = await begin(stranger, makeChallenge().challenge)
  for (const page of [String(sent.headers.location), `${String(theirs.headers.location)}/confirm`])
    for (const refused of [await stranger.open(page), await stranger.submit(page, { confirm: 'yes' })])
      expect([refused.statusCode, refused.body.includes('Page expired')]).toEqual([400, true])
})

test('a person who was deactivated meanwhile confirms nothing', async () => {
  const leaver = { email: 'leaver@example.com', password: 'a password of a person' }
  const made = await app.call('POST', '/users', { body: { ...leaver, roles: ['viewer'] } })
  const browser = openBrowser(app)
  await tokensFor(app, browser, leaver)
  const page = String((await begin(browser, makeChallenge().challenge)).headers.location)
  const { id } = expectOk<{ id: string }>(made, 201)
  expectOk(await app.call('PATCH', `/users/${id}`, { body: { active: false } }), 200)
  expect((await browser.open(page)).statusCode).toBe(400)
  const answered = await browser.submit(page, { confirm: 'yes' })
  const onward = await browser.open(String(answered.headers.location))
  expect(String(onward.headers.location)).not.toContain('code=')
})
