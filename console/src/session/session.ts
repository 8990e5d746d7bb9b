import { challengeOf, randomText } from './pkce.ts'

interface Tokens {
  access_token: string
  refresh_token?: string
  expires_in: number
}

const client_id = 'console'
const redirect_uri = `${location.origin}/signed-in`

/**
 * Tokens live in the memory of this page alone. After a reload the service's own session, a cookie that no script reads, brings new
 * ones without a password.
 */
let current: { access_token: string; refresh_token: string | undefined; expires_at: number } | undefined

/** What proves that a code which comes back belongs to a sign-in of ours. */
export interface Proof {
  verifier: string
  state: string
}

interface Begun extends Proof {
  back: string
}

const begunKey = 'sign-in'

let leaving: Promise<never> | undefined

/** Leaves this page; the sign-in leads back to where the person was. Once for all who ask: each would forget what the other began. */
export const signIn = (more: Record<string, string> = {}): Promise<never> => (leaving ??= leave(more))

async function leave(more: Record<string, string>): Promise<never> {
  const begun: Begun = {
    verifier: randomText(),
    state: randomText(),
    back: location.pathname + location.search,
  }
  sessionStorage.setItem(begunKey, JSON.stringify(begun))
  location.assign(await authorizeAddress(begun, more))
  return new Promise(() => {}) // the page is being left
}

/** Where a sign-in begins. */
export async function authorizeAddress(proof: Proof, more: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid api',
    state: proof.state,
    code_challenge: await challengeOf(proof.verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return `/oauth2/authorize?${query.toString()}`
}

/** Trades the code for tokens, and says where the person was. Undefined when this was no sign-in of ours. */
export async function finishSignIn(search: string): Promise<string | undefined> {
  const stored = sessionStorage.getItem(begunKey)
  sessionStorage.removeItem(begunKey)
  const begun = stored ? (JSON.parse(stored) as Begun) : undefined
  if (!begun || !(await tradeCode(search, begun))) return undefined
  return begun.back === '/signed-in' ? '/' : begun.back
}

/** False when the code belongs to another sign-in, or there is none. */
export async function tradeCode(search: string, { state, verifier }: Proof): Promise<boolean> {
  const returned = new URLSearchParams(search)
  const code = returned.get('code')
  if (!code || returned.get('state') !== state) return false
  await buy({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier })
  return true
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

async function buy(form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams({ client_id, ...form })
  const response = await fetch('/oauth2/token', { method: 'POST', body })
  if (!response.ok) throw new Error(`No token: ${response.status}`)
  const { access_token, refresh_token, expires_in } = (await response.json()) as Tokens
  current = { access_token, refresh_token, expires_at: Date.now() + (expires_in - 60) * 1000 }
}

let renewing: Promise<void> | undefined

/** A token that holds for a while; whoever has none signs in. */
export async function accessToken(): Promise<string> {
  if (current && Date.now() < current.expires_at) return current.access_token
  if (!current?.refresh_token) return signIn()
  const { refresh_token } = current
  // Once for all who wait: a refresh token that is used twice ends the session.
  renewing ??= buy({ grant_type: 'refresh_token', refresh_token }).finally(() => (renewing = undefined))
  try {
    await renewing
  } catch {
    return signIn()
  }
  return current.access_token
}

/** The token was called back: a new password, new roles. */
export function forget(): void {
  current = undefined
}

export function signOut(): void {
  const query = new URLSearchParams({ client_id, post_logout_redirect_uri: `${location.origin}/` })
  location.assign(`/logout?${query.toString()}`)
}
