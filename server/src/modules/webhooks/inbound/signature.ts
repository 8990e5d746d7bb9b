import { equalInConstantTime, hmac } from '../../../kernel/crypto.ts'
import { minute, second } from '../../../kernel/durations.ts'
import { standardSignature } from '../webhook/signature.ts'

type Headers = Record<string, string | string[] | undefined>

/** How old the timestamp of a call may be. */
const tolerance = 5 * minute

/**
 * What a valid signature covers in addition to the body: `standard` the webhook-id and the time of Standard Webhooks, `timed`
 * the time in X-Service-Timestamp, `body` nothing.
 */
export type SignatureForm = 'standard' | 'timed' | 'body'

/**
 * How the raw bytes were signed with one of the secrets: as Standard Webhooks does it, by the digest of the interface, or
 * by GitHub's; undefined when they were not. Takes the same time for a wrong signature as for a valid one.
 */
export function signatureOf(
  headers: Headers,
  bytes: Buffer,
  secrets: string[],
  now: Date,
): SignatureForm | undefined {
  const { 'webhook-signature': standard, 'x-service-timestamp': timestamp } = headers
  const digest = String(headers['x-service-signature'] ?? headers['x-hub-signature-256'] ?? '')
  const content =
    timestamp === undefined ? bytes : Buffer.concat([Buffer.from(`${String(timestamp)}.`), bytes])
  const digests = secrets.map((secret) => isDigest(digest, secret, content))
  const standards =
    standard === undefined
      ? []
      : secrets.map((secret) => isStandard(String(standard), headers, secret, bytes))
  const areFresh = [headers['webhook-timestamp'], timestamp].every(
    (time) => time === undefined || isFresh(time, now),
  )
  if (!areFresh) return undefined
  if (standards.includes(true)) return 'standard'
  if (!digests.includes(true)) return undefined
  return timestamp === undefined ? 'body' : 'timed'
}

function isDigest(given: string, secret: string, content: Buffer): boolean {
  const hex = given.startsWith('sha256=') ? given.slice('sha256='.length) : given
  return equalInConstantTime(hex, hmac(secret, content).toString('hex'))
}

/** Several signatures may be given, with spaces between them. */
function isStandard(given: string, headers: Headers, secret: string, bytes: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
  const expected = standardSignature(
    secret,
    Buffer.concat([Buffer.from(`${String(id)}.${String(timestamp)}.`), bytes]),
  )
  const equal = given.split(' ', 10).map((signature) => equalInConstantTime(signature, `v1,${expected}`))
  return id !== undefined && timestamp !== undefined && equal.includes(true)
}

const isFresh = (given: string | string[], now: Date): boolean =>
  /^\d{1,12}$/.test(String(given)) && Math.abs(Number(given) * second - now.getTime()) <= tolerance
