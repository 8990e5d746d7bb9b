import type { IncomingHttpHeaders } from 'node:http'
import { sha256 } from '../../../kernel/crypto.ts'
import { invalidField } from '../../../kernel/errors.ts'
import type { SignatureForm } from './signature.ts'

/**
 * Two calls with an identity in common are the same call. Where calls are signed, only what the signature covers counts;
 * an unsigned key counts together with the signed body.
 */
export function identitiesOf(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  signature: SignatureForm | undefined,
): string[] {
  if (signature === 'standard') return [readKey(headers, 'webhook-id')!]
  const key = readKey(headers, 'Idempotency-Key') ?? readKey(headers, 'webhook-id')
  if (signature === undefined) return key === undefined ? [] : [key]
  const keyed = key === undefined ? [] : [`${key} ${sha256(bytes)}`]
  if (signature === 'body') return keyed
  return [...keyed, `${String(headers['x-service-timestamp'])} ${sha256(bytes)}`]
}

function readKey(headers: IncomingHttpHeaders, name: string): string | undefined {
  const key = headers[name.toLowerCase()]
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(String(key)))
    throw invalidField(name, 'pattern', `${name} must be 1 to 255 visible ASCII characters`)
  return String(key)
}
