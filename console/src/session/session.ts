import * as oauth from 'oauth4webapi'

/** The service that serves this page is also its authorization server. */
const service: oauth.AuthorizationServer = {
  issuer: location.origin,
  authorization_endpoint: `${location.origin}/oauth2/authorize`,
  token_endpoint: `${location.origin}/oauth2/token`,
  authorization_response_iss_parameter_supported: true,
}

const client: oauth.Client = {
  client_id: 'console',
  id_token_signed_response_alg: 'ES256',
  // The local clock may be wrong; the service itself checks the age of tokens.
  [oauth.clockTolerance]: 365 * 86_400,
}

const redirect_uri = `${location.origin}/signed-in`
const publicClient = oauth.None()
/** Everything waits for tokens, so a request for them must not wait for ever. */
const requestTimeout = 15_000
const options = { [oauth.allowInsecureRequests]: location.protocol === 'http:' }

/**
 * Tokens are kept in memory only. After a reload the session cookie, which is HttpOnly, yields new ones
 * without a password.
 */
let current: { access_token: string; refresh_token: string | undefined; renew_at: number } | undefined

/** Also after the tokens were dropped: the page still holds what its user has typed. */
let lastToken: string | undefined

/** Binds an authorization code to the sign-in that this page started. */
export interface SignInSecrets {
  verifier: string
  state: string
}

interface PendingSignIn extends SignInSecrets {
  back: string
  is_retry: boolean
}

export const makeSecrets = (): SignInSecrets => ({
  verifier: oauth.generateRandomCodeVerifier(),
  state: oauth.generateRandomState(),
})

const storageKey = 'sign-in'

let leaving: Promise<never> | undefined

/**
 * Redirects to the sign-in page, which returns here. Concurrent callers share one redirect, because each
 * would overwrite the stored state of the other.
 */
export const signIn = (more: Record<string, string> = {}): Promise<never> => (leaving ??= leave(more))

async function leave(
  more: Record<string, string>,
  { back = currentPage(), is_retry = false } = {},
): Promise<never> {
  const pending: PendingSignIn = { ...makeSecrets(), back, is_retry }
  sessionStorage.setItem(storageKey, JSON.stringify(pending))
  // Back leads to the page before, not to the one without a token.
  location.replace(await authorizationUrl(pending, more))
  return new Promise(() => {}) // the page is being unloaded
}

/** Not the page that takes the code, which is good for one sign-in. */
const currentPage = () =>
  location.href.startsWith(redirect_uri) ? '/' : location.pathname + location.search + location.hash

export async function authorizationUrl(
  { state, verifier }: SignInSecrets,
  more: Record<string, string>,
): Promise<string> {
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid api',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return `${service.authorization_endpoint}?${query.toString()}`
}

/**
 * Exchanges the code for tokens and returns the page on which the sign-in began. Undefined if it did not
 * begin in this tab. If the exchange fails, it is tried once more: the user is signed in, and gets a new code without a
 * password.
 */
export async function finishSignIn(search: string): Promise<string | undefined> {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const pending = stored ? (JSON.parse(stored) as PendingSignIn) : undefined
  if (!pending) return undefined
  try {
    return (await exchangeCode(search, pending)) ? pending.back : undefined
  } catch (error) {
    if (pending.is_retry) throw error
    return leave({}, { back: pending.back, is_retry: true })
  }
}

/** False if there is no code, or if it belongs to another sign-in. */
export async function exchangeCode(search: string, { state, verifier }: SignInSecrets): Promise<boolean> {
  const answer = readAnswer(search, state)
  if (!answer) return false
  const response = await oauth.authorizationCodeGrantRequest(
    service,
    client,
    publicClient,
    answer,
    redirect_uri,
    verifier,
    { ...options, signal: AbortSignal.timeout(requestTimeout) },
  )
  keep(await oauth.processAuthorizationCodeResponse(service, client, response, { requireIdToken: true }))
  return true
}

function readAnswer(search: string, state: string): URLSearchParams | undefined {
  try {
    return oauth.validateAuthResponse(service, client, new URLSearchParams(search), state)
  } catch {
    return undefined
  }
}

export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

async function refresh(refresh_token: string): Promise<void> {
  const response = await oauth
    .refreshTokenGrantRequest(service, client, publicClient, refresh_token, {
      ...options,
      signal: AbortSignal.timeout(requestTimeout),
    })
    .catch((error: unknown) => {
      throw isTimeout(error) ? new TypeError('No answer', { cause: error }) : error
    })
  // A service that is overloaded or restarting has not ended the session.
  if (response.status === 429 || response.status >= 500) throw new TypeError(`Answer ${response.status}`)
  keep(await oauth.processRefreshTokenResponse(service, client, response))
}

function keep({ access_token, refresh_token, expires_in = 0 }: oauth.TokenEndpointResponse): void {
  lastToken = access_token
  current = { access_token, refresh_token, renew_at: Date.now() + renewAfter(expires_in) }
}

/**
 * Milliseconds after which a token is renewed: a minute before it expires, as in the SDK. Near the end of a session its
 * life is short, and nine tenths of it are used.
 */
const renewAfter = (expiresIn: number) => Math.max(expiresIn - 60, expiresIn * 0.9) * 1000

/** The user of the last token. */
export function tokenHolder(): { sub: string; email: string } | undefined {
  const payload = lastToken?.split('.')[1]
  if (!payload) return undefined
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.codePointAt(0)!,
  )
  return JSON.parse(new TextDecoder().decode(bytes)) as { sub: string; email: string }
}

let refreshing: Promise<void> | undefined

const freshToken = () => (current && Date.now() < current.renew_at ? current.access_token : undefined)

/** Returns a valid access token; without one the user is redirected to sign in, or signs in as the caller says. */
export async function accessToken(renew: () => Promise<unknown> = signIn): Promise<string> {
  const token = freshToken()
  if (token) return token
  if (current?.refresh_token) {
    // Shared by all callers: a refresh token that is used twice ends the session.
    refreshing ??= refresh(current.refresh_token).finally(() => (refreshing = undefined))
    try {
      await refreshing
      return current.access_token
    } catch (error) {
      if (isNetworkFailure(error)) throw error // the page stays, with what is written on it
    }
  }
  if (!freshToken()) await renew()
  return current!.access_token
}

/** What fetch throws without a connection; other type errors are mistakes, and those of the OAuth library have a code. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof TypeError && !('code' in error)

/** The service has refused this token: the next call renews it, if no other call has done so. */
export function expireToken(token: string): void {
  if (current?.access_token === token) current.renew_at = 0
}

/** Drops the tokens after the session was ended, for example by a new password. */
export function dropTokens(): void {
  current = undefined
}

/** Asked before signing out; for example whether unsent changes may be discarded. */
let confirmSignOut: () => Promise<boolean> = async () => true

export function askBeforeSignOut(ask: () => Promise<boolean>): void {
  confirmSignOut = ask
}

export async function signOut(): Promise<void> {
  if (!(await confirmSignOut())) return
  const { client_id } = client
  const query = new URLSearchParams({ client_id, post_logout_redirect_uri: `${location.origin}/` })
  location.assign(`/logout?${query.toString()}`)
}
