/** The body of a delivery. */
export interface WebhookPayload {
  /** Such as `incident.created`. */
  event: string
  timestamp: string
  service_instance: string
  data: Record<string, unknown> & { id: string }
}

/** A delivery whose signature holds. */
export interface WebhookDelivery extends WebhookPayload {
  /**
   * The same for every attempt: store it to recognise what you have already received. It is the signed `webhook-id`; only
   * where X-Service-Signature was enough is it X-Service-Delivery, which is not signed.
   */
  delivery_id: string
  /** From a header that is not signed. */
  event_id: string
  /** From a header that is not signed. */
  attempt: number
}

export interface VerifyOptions {
  /**
   * Seconds that the clock of the service and yours may differ, and that a delivery may be on its way. Default 300. With
   * `false` the time is not checked, and X-Service-Signature is enough: whoever has recorded a delivery can send it again.
   */
  tolerance?: number | false
  /** Milliseconds; the time to compare with. Default: now. */
  now?: number
}

export type WebhookHeaders =
  | Headers
  | Record<string, string | string[] | undefined>
  | Iterable<readonly [string, string]>

/** The delivery is not to be trusted: answer 401 and do nothing else. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: 'missing_header' | 'wrong_time' | 'wrong_signature' | 'malformed_body'

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Verifies a delivery and returns its contents. The body must be the bytes as they were received, before any parsing.
 * Give several secrets while you change to a new one.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookDelivery> {
  const bytes = bytesOf(rawBody)
  const header = readerOf(headers)
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('A webhook secret must not be empty')
  const isDigestEnough = tolerance === false && header('webhook-signature') === ''
  if (isDigestEnough) await checkDigest(bytes, header, secrets)
  else await checkStandardSignature(bytes, header, secrets, tolerance === false ? Infinity : tolerance, now)
  return {
    ...parse(bytes),
    delivery_id: header(isDigestEnough ? 'x-service-delivery' : 'webhook-id'),
    event_id: header('x-service-event-id'),
    attempt: Number(header('x-service-attempt')),
  }
}

/** For handlers that get a Request, as in Workers, Deno, Bun and many frameworks. */
export async function verifyWebhookRequest(
  request: Request,
  secret: string | readonly string[],
  options?: VerifyOptions,
): Promise<WebhookDelivery> {
  return verifyWebhook(await request.arrayBuffer(), request.headers, secret, options)
}

type ReadHeader = (name: string) => string

/** Standard Webhooks: signs the id and the time as well, so that an old delivery cannot be sent again. */
async function checkStandardSignature(
  body: Uint8Array,
  header: ReadHeader,
  secrets: readonly string[],
  tolerance: number,
  now: number,
): Promise<void> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = header(name)
    if (value === '') throw new WebhookVerificationError('missing_header', `The header ${name} is missing`)
    return value
  }) as [string, string, string]
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance))
    throw new WebhookVerificationError('wrong_time', `The delivery is not of the last ${tolerance} s`)
  const signed = concat(encode(`${id}.${timestamp}.`), body)
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => fromBase64(signature.slice(3)))
  await checkAny(given, secrets.map(keyOfStandardSecret), signed)
}

/** The digest of the body alone. While a secret is rotated, that of the old one has a header of its own. */
async function checkDigest(
  body: Uint8Array<ArrayBuffer>,
  header: ReadHeader,
  secrets: readonly string[],
): Promise<void> {
  const given = ['x-service-signature', 'x-service-signature-previous']
    .map(header)
    .filter((text) => text !== '')
  if (given.length === 0)
    throw new WebhookVerificationError('missing_header', 'The header X-Service-Signature is missing')
  const digests = given.map((text) => fromHex(text.replace(/^sha256=/, '')))
  await checkAny(digests, secrets.map(encode), body)
}

/** crypto.subtle.verify compares in constant time. */
async function checkAny(
  signatures: (Uint8Array<ArrayBuffer> | undefined)[],
  keys: Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (const key of keys) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify'])
    for (const signature of signatures)
      if (signature && (await crypto.subtle.verify('HMAC', imported, signature, signed))) return
  }
  throw new WebhookVerificationError(
    'wrong_signature',
    'The signature does not match the body and the secret',
  )
}

/** Standard Webhooks: what follows the prefix is base64. */
function keyOfStandardSecret(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (!key) throw new TypeError('A webhook secret is whsec_ and base64, as the service has shown it')
  return key
}

function parse(body: Uint8Array): WebhookPayload {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookPayload
  } catch {
    throw new WebhookVerificationError('malformed_body', 'The body is not JSON')
  }
}

function readerOf(headers: WebhookHeaders): ReadHeader {
  const pairs = headers instanceof Headers || isIterable(headers) ? [...headers] : Object.entries(headers)
  const values = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = values.get(name)
    return (Array.isArray(value) ? value[0] : value) ?? ''
  }
}

const isIterable = (value: object): value is Iterable<readonly [string, string]> => Symbol.iterator in value

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return encode(body)
  if (typeof body !== 'object' || body === null || !('byteLength' in body))
    throw new TypeError('The body must be the text or bytes that arrived, before any parsing')
  return new Uint8Array(body)
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([\da-f]{2})+$/.test(text)) return undefined
  return Uint8Array.from(text.match(/../g)!, (byte) => Number.parseInt(byte, 16))
}
