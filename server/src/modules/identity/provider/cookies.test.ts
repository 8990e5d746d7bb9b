import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { authorizeUrl, makeChallenge, openBrowser, tokensFor } from '../../../../test/identity/person.ts'

const person = { email: 'admin@example.com', password: 'an administrator of tests' }
const baseUrl = 'https://itsm.example.com'

const app = await startApp({ BASE_URL: baseUrl })
const plain = await startApp()
afterAll(async () => {
  await plain.close()
  await app.close()
})

const setCookies = (response: { headers: Record<string, unknown> }): string[] =>
  [response.headers['set-cookie'] ?? []].flat() as string[]

/** All cookies between the application and the code. */
async function cookiesOfSignIn(node: TestApp, redirect_uri: string): Promise<string[]> {
  const browser = openBrowser(node)
  const asked = await browser.open(authorizeUrl(makeChallenge().challenge, { redirect_uri }))
  const done = await browser.submit(new URL(String(asked.headers.location), baseUrl).pathname, person)
  const back = await browser.open(new URL(String(done.headers.location), baseUrl).pathname)
  expect(String(back.headers.location)).toMatch(`${redirect_uri}?code=`)
  return [asked, done, back]
    .flatMap(setCookies)
    .filter((cookie) => !cookie.includes('expires=Thu, 01 Jan 1970'))
}

test('over https every cookie is bound to the host, or at least to TLS', async () => {
  const cookies = await cookiesOfSignIn(app, `${baseUrl}/signed-in`)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__(Host|Secure)-/)
    expect(cookie).toMatch(/; secure/i)
    expect(cookie).toMatch(/; httponly/i)
    expect(cookie).toMatch(/; samesite=lax/i)
    expect(cookie).not.toMatch(/; domain=/i)
  }
  for (const cookie of cookies.filter((each) => each.startsWith('__Host-')))
    expect(cookie).toMatch(/; path=\/;/)
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]!.replace(/\.sig$/, '')))
  expect([...names].toSorted()).toEqual([
    '__Host-session',
    '__Secure-interaction',
    '__Secure-interaction_resume',
  ])
})

test('a session cookie without the name prefix is ignored', async () => {
  const cookies = await cookiesOfSignIn(app, `${baseUrl}/signed-in`)
  const session = cookies.filter((cookie) => cookie.startsWith('__Host-session'))
  const ask = (cookie: string) =>
    app.http.inject({
      url: authorizeUrl(makeChallenge().challenge, { redirect_uri: `${baseUrl}/signed-in` }),
      headers: { cookie },
    })
  const header = session.map((cookie) => cookie.split(';')[0]).join('; ')
  expect((await ask(header)).headers.location).toContain('code=')
  expect((await ask(header.replaceAll('__Host-session', '_session'))).headers.location).toContain('/login/')
})

test('over plain http the flow works, with cookie names that browsers accept there', async () => {
  const cookies = await cookiesOfSignIn(plain, 'http://localhost:8080/signed-in')
  for (const cookie of cookies) expect(cookie).not.toMatch(/^__|; secure/i)
  expect((await tokensFor(plain, openBrowser(plain), person)).token_type).toBe('Bearer')
})
