import { errors, jwtVerify, type JWTVerifyResult } from 'jose'
import type { Config } from '../../../config.ts'
import { second } from '../../../kernel/durations.ts'
import { unauthenticated, unavailable } from '../../../kernel/errors.ts'
import { personOf } from '../external/model.ts'
import { tolerance, type Discover } from '../external/client.ts'
import type { Issuer } from './verify.ts'

const algorithms = 'ES256 ES384 ES512 RS256 RS384 RS512 PS256 PS384 PS512 EdDSA Ed25519'.split(' ')

/** The external identity provider (OIDC_ISSUER). Its keys are fetched by discovery on first use. */
export function externalIssuer(config: Config, discover: Discover, now: () => Date): Issuer {
  const { oidc_issuer: issuer, oidc_audience: audience } = config
  return {
    isMine: (name) => name.replace(/\/$/, '') === issuer,
    verify: async (token) => {
      const { keySet } = await discover()
      const verified = await jwtVerify(token, keySet, {
        issuer: [issuer, `${issuer}/`],
        audience,
        algorithms,
        clockTolerance: tolerance,
        currentDate: now(),
        requiredClaims: ['exp', 'sub'],
      }).catch((error: unknown) => {
        if (!isOutage(error)) throw error
        throw unavailable('issuer_unavailable', `The keys of ${issuer} cannot be read`, error)
      })
      checkIsAccessToken(verified)
      const { payload } = verified
      return {
        actor: { ...personOf(payload, config), kind: 'external' },
        expires_at: payload.exp! * second,
      }
    },
    isStillValid: () => true,
  }
}

/** An error that does not concern the token is a failure to fetch the keys. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code

/**
 * Many providers give ID tokens the same format; these claims exist only in ID tokens. Keycloak before 24 repeats the nonce
 * in access tokens, which say that they are one.
 */
function checkIsAccessToken({ payload, protectedHeader }: JWTVerifyResult): void {
  const isDeclared = payload.typ === 'Bearer' || /^(application\/)?at\+jwt$/i.test(protectedHeader.typ ?? '')
  if (
    payload.token_use === 'id' ||
    payload.typ === 'ID' ||
    payload.at_hash !== undefined ||
    (payload.nonce !== undefined && !isDeclared)
  )
    throw unauthenticated('This is an ID token: send the access token')
}
