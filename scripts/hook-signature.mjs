// Whether a delivery comes from whom it says, checked apart from the code that signs it.
import { createHmac, timingSafeEqual } from 'node:crypto'

const tolerance = 5 * 60 // seconds, as Standard Webhooks has it

/** A line for each of the two signatures that a delivery carries. */
export function verdictsOn(headers, body, secret) {
  if (!secret) return ['not checked: start with --secret to check it']
  return [
    `${verdictOn(headers['x-service-signature'], () => digestHolds(headers, body, secret))}  X-Service-Signature`,
    `${verdictOn(headers['webhook-signature'], () => standardHolds(headers, body, secret))}  webhook-signature`,
  ]
}

function verdictOn(header, holds) {
  if (header === undefined) return 'MISSING '
  return holds() ? 'verified' : 'WRONG   '
}

/** While a secret is being replaced, the old one's digest comes in a header of its own. */
function digestHolds(headers, body, secret) {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return ['x-service-signature', 'x-service-signature-previous'].some((name) =>
    isEqual((headers[name] ?? '').replace(/^sha256=/, ''), digest),
  )
}

/** Standard Webhooks takes what follows the secret's prefix as base64. */
function standardHolds(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return signatures.split(' ').some((signature) => isEqual(signature, `v1,${expected}`))
}

function isEqual(a, b) {
  return a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'))
}
