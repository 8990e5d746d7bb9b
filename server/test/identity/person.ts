import { createHash, randomBytes } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'

interface Cookie {
  value: string
  path: string
}

interface SetCookie {
  name: string
  value: string
  path?: string
  expires?: Date
}

/** A user's browser: cookies are kept and sent back where they belong, redirects are followed by hand. */
export function openBrowser(app: TestApp, always: Record<string, string> = {}, remoteAddress?: string) {
  const jar = new Map<string, Cookie>()

  let node = app
  const request = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const { pathname, search } = new URL(options.url as string, 'http://localhost:8080')
    const cookie = [...jar]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ')
    const headers = { ...always, ...options.headers, ...(cookie && { cookie }) }
    const from = remoteAddress === undefined ? {} : { remoteAddress }
    const response = await node.http.inject({ ...options, ...from, url: `${pathname}${search}`, headers })
    for (const { name, value, path = '/', expires } of response.cookies as SetCookie[]) {
      const key = `${name} ${path}`
      if (expires && expires.getTime() < Date.now()) jar.delete(key)
      else jar.set(key, { value, path })
    }
    return response
  }
  const open = (url: string) => request({ method: 'GET', url })
  const submit = (url: string, form: Record<string, string>) =>
    request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  /** The same browser, which now reaches another node. */
  const on = (other: TestApp) => {
    node = other
    return { open, submit }
  }
  return { open, submit, on, cookies: () => [...jar.keys()] }
}

export type Browser = ReturnType<typeof openBrowser>

export function makeChallenge() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const redirectUri = 'http://localhost:8080/signed-in'

export const authorizeUrl = (challenge: string, more: Record<string, string | undefined> = {}): string => {
  const params = {
    client_id: 'console',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid api',
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/oauth2/authorize?${new URLSearchParams(given).toString()}`
}

/** From the authorization page through the sign-in to the code. */
export async function signIn(
  browser: Browser,
  credentials: { email: string; password: string },
  more: Record<string, string | undefined> = {},
): Promise<{ code: string; verifier: string; returned: URL }> {
  const { verifier, challenge } = makeChallenge()
  let response = await browser.open(authorizeUrl(challenge, more))
  if (String(response.headers.location).includes('/login/')) {
    const page = String(response.headers.location)
    response = await browser.submit(page, credentials)
    expect(`${response.statusCode} ${response.body}`).toMatch(/^303/)
    response = await browser.open(String(response.headers.location))
  }
  const returned = new URL(String(response.headers.location))
  return { code: returned.searchParams.get('code')!, verifier, returned }
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  token_type: string
  scope: string
}

export const exchange = (app: TestApp, form: Record<string, string>): Promise<LightMyRequestResponse> =>
  app.http.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: 'console', ...form }).toString(),
  })

export async function tokensFor(
  app: TestApp,
  browser: Browser,
  credentials: { email: string; password: string },
  redirect_uri = redirectUri,
): Promise<Tokens> {
  const { code, verifier } = await signIn(browser, credentials, { redirect_uri })
  const response = await exchange(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier: verifier,
  })
  expect(`${response.statusCode} ${response.body}`).toMatch(/^200/)
  return response.json()
}
