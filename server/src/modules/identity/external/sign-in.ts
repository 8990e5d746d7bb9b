import type { JWTPayload } from 'jose'
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type Configuration,
} from 'openid-client'
import type { Config } from '../../../config.ts'
import { equalInConstantTime, randomToken, seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { hour, second } from '../../../kernel/durations.ts'
import { unavailable } from '../../../kernel/errors.ts'
import type { Discover } from './client.ts'
import { claimAt, personOf, type ExternalUser } from './model.ts'

/** State of the sign-in, encrypted in a cookie until the browser returns from the issuer. */
interface SignInSecrets {
  state: string
  nonce: string
  verifier: string
  reauthenticate: boolean
}

/** The issuer, or its response, does not allow the sign-in; the message is for the user. */
export class SignInError extends Error {}

/** Sign-in with the external identity provider: code flow with PKCE, state and nonce. */
export interface ExternalSignIn {
  name: string
  /** With `reauthenticate` the issuer must ask for credentials again. */
  begin: (uid: string, reauthenticate: boolean) => Promise<{ location: string; cookie: string }>
  /** The sign-in that a response belongs to. */
  uidIn: (answer: URLSearchParams) => string | undefined
  /** Undefined if this browser did not start the sign-in. */
  finish: (
    uid: string,
    cookie: string | undefined,
    answer: URLSearchParams,
  ) => Promise<ExternalUser | undefined>
  /** Whether the sign-in there was so long ago that a session here would be over at once. */
  isTooOld: (person: ExternalUser) => boolean
}

export function openExternalSignIn(config: Config, keys: Keys, discover: Discover): ExternalSignIn {
  const name = config.oidc_name || new URL(config.oidc_issuer).host
  const redirect_uri = `${config.base_url}/login/outside`
  const context = (uid: string) => `outside sign-in ${uid}`
  const isTooOld = ({ auth_time }: ExternalUser) =>
    auth_time !== undefined && Date.now() - auth_time * second >= config.session_max_hours * hour

  return {
    name,
    begin: async (uid, reauthenticate) => {
      const [nonce, verifier] = [randomToken(), randomToken()]
      const secrets = { state: `${uid}.${randomToken()}`, nonce, verifier, reauthenticate }
      const parameters = {
        scope: 'openid profile email',
        redirect_uri,
        state: secrets.state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(reauthenticate && { prompt: 'login' }),
      }
      const { configuration } = await discover()
      const location = await translateErrors(name, async () =>
        buildAuthorizationUrl(configuration, parameters),
      )
      return { location: location.href, cookie: seal(keys, context(uid), JSON.stringify(secrets)) }
    },
    uidIn: (answer) => /^([\w-]+)\./.exec(answer.get('state') ?? '')?.[1],
    finish: async (uid, cookie, answer) => {
      const secrets = open(keys, context(uid), cookie)
      if (!secrets || !equalInConstantTime(answer.get('state') ?? '', secrets.state)) return undefined
      const { configuration } = await discover()
      const address = new URL(`${redirect_uri}?${answer.toString()}`)
      const claims = await translateErrors(name, () => claimsOf(configuration, address, secrets, config))
      const person = personOf(claims, config)
      if (secrets.reauthenticate && isTooOld(person))
        throw new SignInError(`${name} did not ask you to sign in again. Sign out there, then try again.`)
      return person
    },
    isTooOld,
  }
}

function open(keys: Keys, context: string, cookie: string | undefined): SignInSecrets | undefined {
  try {
    return cookie === undefined ? undefined : (JSON.parse(unseal(keys, context, cookie)) as SignInSecrets)
  } catch {
    return undefined // of another sign-in, or of none
  }
}

async function claimsOf(
  configuration: Configuration,
  address: URL,
  { state, nonce, verifier }: SignInSecrets,
  { oidc_client_id, oidc_roles_claim }: Config,
): Promise<JWTPayload> {
  const tokens = await authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  })
  const claims = tokens.claims()!
  // The library checks this only if there are several audiences.
  if (claims.azp !== undefined && claims.azp !== oidc_client_id) throw new SignInError(unverifiedMessage)
  const isComplete = claims.email !== undefined && claimAt(claims, oidc_roles_claim) !== undefined
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims
  // Some issuers keep the ID token small and return the rest from the userinfo endpoint.
  return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

const unverifiedMessage = 'The response of the identity provider could not be verified. Try again.'

/** Translates errors: a refusal of the issuer is its decision; a missing or invalid response is an outage. */
async function translateErrors<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInError) throw error
    if (error instanceof AuthorizationResponseError) throw new SignInError(`${name} did not sign you in.`)
    const status = statusOf(error)
    if (status !== undefined && status >= 400 && status < 500)
      throw new SignInError('The sign-in was not completed. Try again.')
    if (status === undefined && error instanceof ClientError && !outages.has(error.code))
      throw new SignInError(unverifiedMessage)
    throw unavailable('issuer_unavailable', 'The identity provider does not answer', error)
  }
}

const outages = new Set([undefined, 'OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON'])

/** HTTP status of the response that caused the error, if any. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : undefined
}
