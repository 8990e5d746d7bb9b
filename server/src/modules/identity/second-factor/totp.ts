import { Secret, TOTP } from 'otpauth'
import { second } from '../../../kernel/durations.ts'

const period = 30
const digits = 6

/** Tolerates phone clocks that are up to half a minute off. */
const window = 1

export const makeSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, algorithm: 'SHA1', digits, period })

/** The content of the QR code: account and service. */
export const uriOf = (secret: string, issuer: string, email: string): string =>
  totpOf(secret, issuer, email).toString()

/** The time step of the code; undefined if it is wrong. A step whose code was used is not accepted again. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const digitsOnly = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digitsOnly)) return undefined
  const delta = totpOf(secret).validate({ token: digitsOnly, timestamp: now.getTime(), window })
  return delta === null ? undefined : Math.floor(now.getTime() / second / period) + delta
}
