import type { Config } from '../../../config.ts'
import { isRole, type Role } from '../../../kernel/actor.ts'
import { externalPrefix, placeholderAddress } from '../../../kernel/mailbox.ts'

interface Claims {
  iss?: string
  sub?: string
  [name: string]: unknown
}

export interface ExternalUser {
  id: string
  email: string
  name: string
  roles: Role[]
  /** Time of the sign-in at the issuer in Unix seconds, if it is known. */
  auth_time?: number
}

export const isExternal = (id: string) => id.startsWith(externalPrefix)

/** The same user for any token of the issuer: an access token, or a sign-in here. */
export function personOf(
  payload: Claims,
  { oidc_roles_claim, oidc_unverified_email }: Pick<Config, 'oidc_roles_claim' | 'oidc_unverified_email'>,
): ExternalUser {
  const { email_verified } = payload
  // It may be the address of someone else. Some issuers send a string.
  const isUnverified = email_verified === false || email_verified === 'false'
  const isUsed = !isUnverified || oidc_unverified_email === 'use'
  const given = isUsed ? lineOf(payload.email, 254) : undefined
  const email = given ?? placeholderAddress(payload.sub!, payload.iss!)
  return {
    id: `${externalPrefix}${payload.sub}`,
    email,
    name: lineOf(payload.name, 200) ?? email,
    roles: rolesIn(payload, oidc_roles_claim),
    ...(Number.isInteger(payload.auth_time) && { auth_time: payload.auth_time as number }),
  }
}

/** Text that can be stored and shown; other text is not repaired, because that may give the address of someone else. */
function lineOf(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  const isLine = text.length <= maxLength && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text)
  return isLine && text !== '' ? text : undefined
}

/** Unknown roles are ignored. */
function rolesIn(payload: Claims, rolesClaim: string): Role[] {
  const claim = claimAt(payload, rolesClaim)
  const named = typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : []
  return named.filter(isRole)
}

/** Dots lead into objects, and may be part of a name, as in `https://desk.example/roles`: longer names go first. */
export function claimAt(claims: unknown, path: string): unknown {
  const own = ownValue(claims, path)
  if (own !== undefined) return own
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const inner = claimAt(ownValue(claims, path.slice(0, dot)), path.slice(dot + 1))
    if (inner !== undefined) return inner
  }
  return undefined
}

const ownValue = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
