import { createHash } from 'node:crypto'
import { errors, type JWTPayload } from 'jose'
import type { Config } from '../../../config.ts'
import { equalInConstantTime, randomToken, seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { Problem, unavailable } from '../../../kernel/errors.ts'
import { verifyWith } from '../outside-issuer.ts'
import { claimAt, personOf, type OutsidePerson } from './model.ts'
import { ask, type Discover, type Discovered } from './discovery.ts'

/** What the browser keeps, sealed, until it comes back from the issuer. */
interface Begun {
  state: string
  nonce: string
  verifier: string
}

/** The issuer, or what came back from it, does not let this person in; the message is for them. */
export class Refused extends Error {}

/** Signing in with the operator's own identity provider: code flow with PKCE, state and nonce, all on our side. */
export interface OutsideSignIn {
  /** How the page calls it. */
  name: string
  /** With `reauthenticate` the issuer is told to ask for the person's password again. */
  begin: (uid: string, reauthenticate: boolean) => Promise<{ location: string; cookie: string }>
  /** Which sign-in of ours the answer belongs to. */
  uidIn: (answer: URLSearchParams) => string | undefined
  /** Undefined when this browser has not begun what comes back. */
  finish: (
    uid: string,
    cookie: string | undefined,
    answer: URLSearchParams,
  ) => Promise<OutsidePerson | undefined>
}

export function openOutsideSignIn(config: Config, keys: Keys, discover: Discover): OutsideSignIn {
  const { oidc_issuer: issuer, oidc_client_id: client_id } = config
  const name = config.oidc_name || new URL(issuer).host
  const redirect_uri = `${config.base_url}/login/outside`
  const context = (uid: string) => `outside sign-in ${uid}`

  return {
    name,
    begin: async (uid, reauthenticate) => {
      const [random, nonce, verifier] = [randomToken(), randomToken(), randomToken()]
      const state = `${uid}.${random}`
      const location = new URL(endpoint(await discover(), 'authorization_endpoint'))
      const asked = {
        response_type: 'code',
        scope: 'openid profile email',
        client_id,
        redirect_uri,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(reauthenticate && { prompt: 'login' }),
      }
      for (const [key, value] of Object.entries(asked)) location.searchParams.set(key, value)
      const begun: Begun = { state, nonce, verifier }
      return { location: location.href, cookie: seal(keys, context(uid), JSON.stringify(begun)) }
    },
    uidIn: (answer) => /^([\w-]+)\./.exec(answer.get('state') ?? '')?.[1],
    finish: async (uid, cookie, answer) => {
      const begun = open(keys, context(uid), cookie)
      if (!begun || !equalInConstantTime(answer.get('state') ?? '', begun.state)) return undefined
      const from = answer.get('iss')
      if (from !== null && from.replace(/\/$/, '') !== issuer)
        throw new Refused('The answer came from somebody else.')
      const code = answer.get('code')
      if (!code) throw new Refused(`${name} did not sign you in.`)
      const metadata = await discover()
      const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: begun.verifier }
      const bought = await buy(config, metadata, form)
      const claims = await readIdToken(config, metadata, bought.id_token, begun.nonce)
      const person = personOf(
        await completed(config, metadata, claims, bought.access_token),
        config.oidc_roles_claim,
      )
      if (person.roles.length === 0)
        throw new Refused('You have no role here. Ask your administrator for one, then sign in again.')
      return person
    },
  }
}

function open(keys: Keys, context: string, cookie: string | undefined): Begun | undefined {
  try {
    return cookie === undefined ? undefined : (JSON.parse(unseal(keys, context, cookie)) as Begun)
  } catch {
    return undefined // of another sign-in, or of nobody
  }
}

type Endpoint = 'authorization_endpoint' | 'token_endpoint'

function endpoint(metadata: Discovered, name: Endpoint): string {
  const address = metadata[name]
  if (address && URL.canParse(address) && /^https?:/.test(address)) return address
  throw unavailable('issuer_unavailable', `The identity provider names no ${name}`)
}

interface Bought {
  id_token?: string
  access_token?: string
}

async function buy(
  { oidc_client_id: id, oidc_client_secret: secret }: Config,
  metadata: Discovered,
  form: Record<string, string>,
): Promise<Bought> {
  const body = new URLSearchParams(form)
  const headers: Record<string, string> = { accept: 'application/json' }
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (secret && methods.includes('client_secret_basic'))
    headers.authorization = `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`
  else {
    body.set('client_id', id)
    if (secret) body.set('client_secret', secret)
  }
  return readAnswer(() => ask(endpoint(metadata, 'token_endpoint'), { method: 'POST', body, headers }))
}

/** As forms are written, which is what a Basic header of OAuth holds. */
const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

/** What the issuer refuses is its verdict; all else is its failure. */
async function readAnswer<Answer>(call: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await call()
    if (response.ok) return (await response.json()) as Answer
    if (response.status < 500) throw new Refused('The sign-in was not completed. Try again.')
    throw new Error(`It answered ${response.status}`)
  } catch (error) {
    if (error instanceof Refused || error instanceof Problem) throw error
    throw unavailable('issuer_unavailable', 'The identity provider does not answer', error)
  }
}

async function readIdToken(
  { oidc_issuer, oidc_client_id }: Config,
  { keySet }: Discovered,
  token: string | undefined,
  nonce: string,
): Promise<JWTPayload> {
  try {
    const { payload } = await verifyWith(keySet, token ?? '', oidc_issuer, oidc_client_id)
    const party = payload.azp ?? (Array.isArray(payload.aud) && payload.aud.length > 1 ? '' : oidc_client_id)
    if (payload.nonce === nonce && party === oidc_client_id) return payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
  }
  throw new Refused('What the identity provider said cannot be trusted. Try again.')
}

/** Some issuers keep the ID token small and tell the rest when asked. */
async function completed(
  { oidc_roles_claim }: Config,
  { userinfo_endpoint }: Discovered,
  claims: JWTPayload,
  access_token: string | undefined,
): Promise<JWTPayload> {
  const isWhole = claims.email !== undefined && claimAt(claims, oidc_roles_claim) !== undefined
  if (isWhole || !userinfo_endpoint || !access_token) return claims
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json' }
  const more = await readAnswer<JWTPayload>(() => ask(userinfo_endpoint, { headers }))
  return more.sub === claims.sub ? { ...more, ...claims } : claims
}
