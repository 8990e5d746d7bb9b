import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Config } from '../../config.ts'
import { isRole } from '../../kernel/actor.ts'
import { second } from '../../kernel/durations.ts'
import { unauthenticated, unavailable } from '../../kernel/errors.ts'
import type { Issuer, Verified } from './verify.ts'

const algorithms = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
  'Ed25519',
]

type KeySet = ReturnType<typeof createRemoteJWKSet>

/** An identity provider that the operator trusts (OIDC_ISSUER). Its keys are found by discovery, when first needed. */
export function outsideIssuer(config: Config): Issuer {
  const { oidc_issuer: issuer, oidc_audience: audience, oidc_roles_claim: rolesClaim } = config
  let discovery: Promise<KeySet> | undefined
  const keySet = () => {
    discovery ??= discover(issuer).catch((error: unknown) => {
      discovery = undefined // asked again with the next token
      throw unavailable('issuer_unavailable', `The identity provider ${issuer} does not answer`, error)
    })
    return discovery
  }
  return {
    isMine: (name) => name.replace(/\/$/, '') === issuer,
    verify: async (token) => {
      const { payload } = await verifyWith(await keySet(), token, issuer, audience)
      checkIsAccessToken(payload)
      return toVerified(payload, rolesClaim)
    },
    isStillGood: () => true,
  }
}

async function discover(issuer: string): Promise<KeySet> {
  const address = `${issuer}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(5 * second), redirect: 'error' })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const { jwks_uri } = (await response.json()) as { jwks_uri: string }
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: 5 * second, cooldownDuration: 5 * second })
}

async function verifyWith(keySet: KeySet, token: string, issuer: string, audience: string) {
  try {
    return await jwtVerify(token, keySet, {
      issuer: [issuer, `${issuer}/`],
      audience,
      algorithms,
      clockTolerance: 5,
      requiredClaims: ['exp', 'sub'],
    })
  } catch (error) {
    if (isOutage(error))
      throw unavailable('issuer_unavailable', `The keys of ${issuer} cannot be read`, error)
    throw error
  }
}

/** What is not a verdict on the token is a failure to fetch the keys. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code

/** Many providers give ID tokens the same form; these marks are theirs alone. */
function checkIsAccessToken(payload: JWTPayload): void {
  if (
    payload.token_use === 'id' ||
    payload.typ === 'ID' ||
    payload.nonce !== undefined ||
    payload.at_hash !== undefined
  )
    throw unauthenticated('This is an ID token: send the access token')
}

function toVerified(payload: JWTPayload, rolesClaim: string): Verified {
  const claim = rolesClaim
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], payload)
  const roles = (
    typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : []
  ).filter(isRole)
  const text = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback)
  const id = `oidc:${payload.sub}`
  const email = text(payload.email, `${payload.sub}@${new URL(payload.iss!).hostname}`)
  return {
    actor: { id, kind: 'external', email, name: text(payload.name, email), roles },
    expires_at: payload.exp! * second,
  }
}
