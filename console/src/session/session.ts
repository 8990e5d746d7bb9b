import * as oauth from 'oauth4webapi'

/** The service that has served this page issues its tokens too. */
const service: oauth.AuthorizationServer = {
  issuer: location.origin,
  authorization_endpoint: `${location.origin}/oauth2/authorize`,
  token_endpoint: `${location.origin}/oauth2/token`,
  authorization_response_iss_parameter_supported: true,
}

const client: oauth.Client = {
  client_id: 'console',
  id_token_signed_response_alg: 'ES256',
  // The clock of somebody's computer may be wrong; the service itself judges how old a token is.
  [oauth.clockTolerance]: 365 * 86_400,
}

const redirect_uri = `${location.origin}/signed-in`
const publicClient = oauth.None()
const options = { [oauth.allowInsecureRequests]: location.protocol === 'http:' }

/**
 * Tokens live in the memory of this page alone. After a reload the service's own session, a cookie that no script reads, brings new
 * ones without a password.
 */
let current: { access_token: string; refresh_token: string | undefined; expires_at: number } | undefined

/** Shows that a code which comes back belongs to a sign-in of this page. */
export interface SignInSecrets {
  verifier: string
  state: string
}

interface PendingSignIn extends SignInSecrets {
  back: string
}

export const makeSecrets = (): SignInSecrets => ({
  verifier: oauth.generateRandomCodeVerifier(),
  state: oauth.generateRandomState(),
})

const storageKey = 'sign-in'

let leaving: Promise<never> | undefined

/** Leaves this page; the sign-in leads back to it. Once for all callers: each would overwrite what the other has stored. */
export const signIn = (more: Record<string, string> = {}): Promise<never> => (leaving ??= leave(more))

async function leave(more: Record<string, string>): Promise<never> {
  const pending: PendingSignIn = { ...makeSecrets(), back: location.pathname + location.search }
  sessionStorage.setItem(storageKey, JSON.stringify(pending))
  location.assign(await authorizationUrl(pending, more))
  return new Promise(() => {}) // the page is being left
}

export async function authorizationUrl(
  { state, verifier }: SignInSecrets,
  more: Record<string, string> = {},
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

/** Exchanges the code for tokens, and says which page the sign-in began on. Undefined when it did not begin in this tab. */
export async function finishSignIn(search: string): Promise<string | undefined> {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const pending = stored ? (JSON.parse(stored) as PendingSignIn) : undefined
  if (!pending || !(await exchangeCode(search, pending))) return undefined
  return pending.back === '/signed-in' ? '/' : pending.back
}

/** False when there is no code, or it belongs to another sign-in. */
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
    options,
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

async function refresh(refresh_token: string): Promise<void> {
  const response = await oauth.refreshTokenGrantRequest(service, client, publicClient, refresh_token, options)
  keep(await oauth.processRefreshTokenResponse(service, client, response))
}

function keep({ access_token, refresh_token, expires_in = 0 }: oauth.TokenEndpointResponse): void {
  current = { access_token, refresh_token, expires_at: Date.now() + (expires_in - 60) * 1000 }
}

/** Whom the token of this page belongs to. */
export function holder(): { sub: string; email: string } | undefined {
  const payload = current?.access_token.split('.')[1]
  if (!payload) return undefined
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.codePointAt(0)!,
  )
  return JSON.parse(new TextDecoder().decode(bytes)) as { sub: string; email: string }
}

let refreshing: Promise<void> | undefined

/** A token that is valid for a while; without one the person signs in. */
export async function accessToken(): Promise<string> {
  if (current && Date.now() < current.expires_at) return current.access_token
  if (!current?.refresh_token) return signIn()
  // Once for all callers: a refresh token that is used twice ends the session.
  refreshing ??= refresh(current.refresh_token).finally(() => (refreshing = undefined))
  try {
    await refreshing
  } catch {
    return signIn()
  }
  return current.access_token
}

/** The token was revoked: a new password, new roles. */
export function forget(): void {
  current = undefined
}

export function signOut(): void {
  const { client_id } = client
  const query = new URLSearchParams({ client_id, post_logout_redirect_uri: `${location.origin}/` })
  location.assign(`/logout?${query.toString()}`)
}
