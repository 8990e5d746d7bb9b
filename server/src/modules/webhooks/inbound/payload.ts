import type { IncomingHttpHeaders } from 'node:http'
import { parseJson } from '../../../http/parse-json.ts'
import { malformed, Problem } from '../../../kernel/errors.ts'

/** The largest accepted payload in bytes. */
export const payloadLimit = 256 * 1024

/** Some senders, such as Amazon SNS, label JSON as plain text. */
const jsonTypes = /^\s*(application\/([\w.-]+\+)?json|text\/(json|plain))\s*(;|$)/i

export const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

export function payloadIn(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers
  if (encoding !== 'identity' || (type !== undefined && !jsonTypes.test(type)))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON as it is: Content-Type: application/json')
  if (bytes.length === 0) throw malformed('The body is empty: send JSON')
  return parseJson(bytes, 'any')
}
