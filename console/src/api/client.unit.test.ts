import { afterAll, afterEach, expect, test, vi } from 'vitest'

const issuer = 'https://mainstay.example.com'
const replace = vi.fn<(address: string) => void>()
const location = {
  origin: issuer,
  protocol: 'https:',
  href: `${issuer}/`,
  pathname: '/',
  search: '',
  replace,
}
vi.stubGlobal('location', location)
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('sessionStorage', { setItem: () => undefined })
vi.stubGlobal('navigator', { onLine: true })
vi.resetModules() // others have signed in
const { api } = await import('./client.ts')
const { exchangeCode } = await import('../session/session.ts')

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

afterAll(() => vi.unstubAllGlobals())

const encoded = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '')
const now = Math.floor(Date.now() / 1000)
const claims = { iss: issuer, aud: 'console', sub: 'usr_1', iat: now, exp: now + 60 }

/** A service that accepts one of the access tokens that it issues, which are numbered. */
function serviceAccepting(accepted: number) {
  let issued = 0
  const id_token = `${encoded({ alg: 'ES256' })}.${encoded(claims)}.${encoded({})}`
  const issue = () =>
    Response.json({
      access_token: `token-${++issued}`,
      id_token,
      token_type: 'Bearer',
      refresh_token: `refresh-${issued}`,
      expires_in: 600,
    })
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!(input instanceof Request)) return issue()
    const token = input.headers.get('authorization')!
    asked.push(`${input.method} ${token}`)
    return token === `Bearer token-${accepted}` ? Response.json({}) : Response.json({}, { status: 401 })
  })
  return { asked, issued: () => issued }
}

const signIn = () =>
  exchangeCode(`?code=c&state=s&iss=${encodeURIComponent(issuer)}`, { state: 's', verifier: 'v' })

test('a refused token is renewed once for all calls, and the page stays', async () => {
  const { asked, issued } = serviceAccepting(2)
  await signIn()
  await Promise.all([api.GET('/profile'), api.GET('/onboarding')])
  expect(issued()).toBe(2)
  expect(asked.toSorted()).toEqual([1, 1, 2, 2].map((token) => `GET Bearer token-${token}`))
  expect(replace).not.toHaveBeenCalled()
})

test('a new token that is refused as well is an error, not a reason to try for ever', async () => {
  const { asked } = serviceAccepting(0)
  await signIn()
  await expect(api.GET('/profile')).rejects.toMatchObject({ status: 401 })
  expect(asked).toHaveLength(2)
  expect(replace).not.toHaveBeenCalled()
})
