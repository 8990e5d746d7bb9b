import { equalInConstantTime, hmac } from '../../../kernel/crypto.ts'
import { minute, second } from '../../../kernel/durations.ts'
import { standardSignature } from '../deliveries/model.ts'

/** As they came. */
type Headers = Record<string, string | string[] | undefined>

/** A call that says when it was made must be that fresh. */
const tolerance = 5 * minute

/**
 * Whether the raw bytes were signed with one of the secrets: by the digest of the interface, by GitHub's, or as Standard
 * Webhooks does it. Takes as long for a wrong signature as for none.
 */
export function isSigned(headers: Headers, bytes: Buffer, secrets: string[], now: Date): boolean {
  const given = headers['x-service-signature'] ?? headers['x-hub-signature-256']
  const standard = given === undefined ? headers['webhook-signature'] : undefined
  const matches = secrets.map((secret) =>
    standard === undefined
      ? isDigest(String(given ?? ''), secret, bytes)
      : isStandard(String(standard), headers, secret, bytes),
  )
  return isFresh(headers, standard !== undefined, now) && matches.includes(true)
}

function isDigest(given: string, secret: string, bytes: Buffer): boolean {
  const hex = given.startsWith('sha256=') ? given.slice('sha256='.length) : given
  return equalInConstantTime(hex, hmac(secret, bytes).toString('hex'))
}

/** Several signatures may be given, with spaces between them. */
function isStandard(given: string, headers: Headers, secret: string, bytes: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
  const expected = standardSignature(
    secret,
    Buffer.concat([Buffer.from(`${String(id)}.${String(timestamp)}.`), bytes]),
  )
  const equal = given.split(' ', 10).map((signature) => equalInConstantTime(signature, `v1,${expected}`))
  return id !== undefined && equal.includes(true)
}

function isFresh({ 'webhook-timestamp': given }: Headers, required: boolean, now: Date): boolean {
  if (given === undefined) return !required
  if (!/^\d{1,12}$/.test(String(given))) return false
  return Math.abs(Number(given) * second - now.getTime()) <= tolerance
}
