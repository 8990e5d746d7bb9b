import { afterEach, expect, test, vi } from 'vitest'

const issuer = 'https://mainstay.example.com'
vi.stubGlobal('location', { origin: issuer, protocol: 'https:' })
const { accessToken, dropTokens, exchangeCode, tokenHolder } = await import('./session.ts')

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules() // it remembers who was signed in
})

const encoded = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '')

/** Signs in with tokens of this life; returns the access token and what asks for tokens. */
async function signIn(expires_in: number) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: 'console',
    sub: 'usr_1',
    email: 'mia@example.com',
    iat: now,
    exp: now + 60,
  }
  const token = `${encoded({ alg: 'ES256' })}.${encoded(claims)}.${encoded({})}`
  const tokens = {
    access_token: token,
    id_token: token,
    token_type: 'Bearer',
    refresh_token: 'r',
    expires_in,
  }
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(tokens))
  const answer = `?code=c&state=s&iss=${encodeURIComponent(issuer)}`
  expect(await exchangeCode(answer, { state: 's', verifier: 'v' })).toBe(true)
  return { token, asked }
}

test('what is typed belongs to the same user after the tokens were dropped', async () => {
  await signIn(600)
  dropTokens()
  expect(tokenHolder()).toMatchObject({ sub: 'usr_1' })
})

test('the last token of a session, which lives less than a minute, is used and not renewed at each call', async () => {
  const { token, asked } = await signIn(40)
  expect(await accessToken()).toBe(token)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('signing in leaves no page in the history, and returns to the part of the page that was opened', async () => {
  const [href, pathname] = [`${issuer}/knowledge/KB0000001#part-2`, '/knowledge/KB0000001']
  const replace = vi.fn<(address: string) => void>()
  const setItem = vi.fn<(key: string, value: string) => void>()
  vi.stubGlobal('location', {
    origin: issuer,
    protocol: 'https:',
    href,
    pathname,
    search: '',
    hash: '#part-2',
    replace,
  })
  vi.stubGlobal('sessionStorage', { setItem })
  const { accessToken } = await import('./session.ts')
  void accessToken()
  await vi.waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(replace.mock.calls[0]![0]).toMatch(`${issuer}/oauth2/authorize?`)
  expect(JSON.parse(setItem.mock.calls[0]![1])).toMatchObject({ back: `${pathname}#part-2` })
})
