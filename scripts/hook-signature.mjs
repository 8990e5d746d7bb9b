// Verifies the signatures of a delivery, independently of the code that signs it.
import { createHmac, timingSafeEqual } from 'node:crypto'

const tolerance = 5 * 60 // seconds, according to Standard Webhooks

/** One line for each of the two signatures of a delivery. */
export function verdictsOn(headers, body, secret) {
  if (!secret) return ['not checked: start with --secret to check it']
  return [
    `${verdictOn(headers['x-service-signature'], () => isDigestValid(headers, body, secret))}  X-Service-Signature`,
    `${verdictOn(headers['webhook-signature'], () => isStandardSignatureValid(headers, body, secret))}  webhook-signature`,
  ]
}

function verdictOn(header, holds) {
  if (header === undefined) return 'MISSING '
  return holds() ? 'verified' : 'WRONG   '
}

/** While a secret is being rotated, the digest of the old one has its own header. */
function isDigestValid(headers, body, secret) {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return ['x-service-signature', 'x-service-signature-previous'].some((name) =>
    isEqual((headers[name] ?? '').replace(/^sha256=/, ''), digest),
  )
}

/** Standard Webhooks decodes the part after the prefix of the secret as base64. */
function isStandardSignatureValid(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return signatures.split(' ').some((signature) => isEqual(signature, `v1,${expected}`))
}

function isEqual(a, b) {
  return a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'))
}
