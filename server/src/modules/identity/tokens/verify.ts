import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Verify } from '../../../http/gate.ts'
import { isRole, type Actor } from '../../../kernel/actor.ts'
import { second } from '../../../kernel/durations.ts'
import { unauthenticated } from '../../../kernel/errors.ts'
import { algorithm } from './signing-keys.ts'
import type { Claims, Trust } from './trust.ts'

export interface VerifiedToken {
  actor: Actor
  expires_at: number
}

export interface Issuer {
  isMine: (issuer: string) => boolean
  verify: (token: string) => Promise<VerifiedToken>
  /** Checked on every request, also for a token that was verified before. */
  isStillValid: (token: VerifiedToken) => boolean
}

const cachedTokens = 10_000

interface CachedToken extends VerifiedToken {
  from: Issuer
  token: string
}

/** The end of the signature: it differs between tokens, and a lookup by the whole token takes three times as long. */
const cacheKeyOf = (token: string) => token.slice(-43)

export const tokenSeconds = 3600

/** All nodes use the time of the database; in seconds, how far they may be off with it. */
const clockTolerance = 30

/** Verifies a signature once; after that a token costs a cache lookup. */
export function makeVerifier(issuers: Issuer[], milliseconds: () => number): Verify {
  const cache = new LRUCache<string, CachedToken>({ max: cachedTokens })
  const check = (entry: CachedToken, mayHaveExpired = false): Actor => {
    if (!mayHaveExpired && entry.expires_at <= milliseconds())
      throw unauthenticated('The token has expired: get a new one')
    if (!entry.from.isStillValid(entry)) throw unauthenticated('The token has been revoked: get a new one')
    return entry.actor
  }
  const open = async (token: string): Promise<Actor> => {
    const from = issuerOf(token, issuers)
    const entry = { ...(await from.verify(token).catch(refuse)), from, token }
    cache.set(cacheKeyOf(token), entry)
    return check(entry)
  }
  return (token, mayHaveExpired) => {
    const entry = cache.get(cacheKeyOf(token))
    return entry?.token === token ? check(entry, mayHaveExpired) : open(token)
  }
}

function issuerOf(token: string, issuers: Issuer[]): Issuer {
  try {
    const { iss = '' } = decodeJwt(token)
    const issuer = issuers.find((known) => known.isMine(iss))
    if (issuer) return issuer
  } catch {
    // not a JWT: refused like one of an unknown issuer
  }
  throw unauthenticated('The token is not one of this service')
}

const refuse = (error: unknown): never => {
  if (error instanceof errors.JWTExpired) throw unauthenticated('The token has expired: get a new one')
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    throw unauthenticated('The token is not valid')
  throw error
}

interface OwnToken extends VerifiedToken, Claims {
  kid: string
}

/** The claims of an access token signed by the built-in provider. */
export const tokenReader =
  (issuer: string, audience: string, trust: Trust, now: () => Date) => async (token: string) => {
    const { kid = '' } = decodeProtectedHeader(token)
    const key = await trust.verificationKey(kid)
    if (!key) throw unauthenticated('The token was signed with a key that is not in use')
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: [algorithm],
      typ: 'at+jwt',
      maxTokenAge: tokenSeconds,
      clockTolerance,
      currentDate: now(),
      requiredClaims: ['exp', 'iat', 'sub', 'epoch', 'roles'],
    })
    return { ...payload, kid }
  }

export function ownIssuer(issuer: string, readToken: ReturnType<typeof tokenReader>, trust: Trust): Issuer {
  return {
    isMine: (name) => name === issuer,
    verify: async (token): Promise<OwnToken> => {
      const { kid, ...payload } = await readToken(token)
      return { kid, ...readClaims(payload) }
    },
    isStillValid: (token) => {
      const own = token as OwnToken
      return trust.isKnownKey(own.kid) && !trust.isRevoked(own)
    },
  }
}

function readClaims(payload: JWTPayload): VerifiedToken & Claims {
  const claims = payload as JWTPayload &
    Record<'kind' | 'email' | 'name' | 'api_key_id' | 'session_id' | 'grant', string | undefined> &
    Pick<Claims, 'client_id' | 'client_epoch'>
  const { sub = '', kind, email = '', name = '', exp = 0 } = claims
  const { client_id, client_epoch, api_key_id, session_id, grant, jti } = claims
  if (typeof sub !== 'string' || (kind !== 'user' && kind !== 'client' && kind !== 'external'))
    throw unauthenticated('The token has no audience')
  if (!Number.isInteger(payload.epoch)) throw unauthenticated('The token has no epoch')
  const epoch = Number(payload.epoch)
  const roles = (payload.roles as unknown[]).filter(isRole)
  const { auth_time } = payload
  return {
    actor: {
      id: sub,
      kind,
      email,
      name,
      roles,
      epoch,
      ...(api_key_id && { api_key_id }),
      ...(session_id && { session_id }),
      ...(typeof auth_time === 'number' && { auth_time }),
    },
    expires_at: exp * second,
    sub,
    epoch,
    client_id,
    client_epoch,
    api_key_id,
    session_id,
    jti,
    grant,
  }
}
