import { createPrivateKey, sign } from 'node:crypto'
import { base64url, type JWTPayload } from 'jose'
import type { Mint } from './mint.ts'

export type BadToken = [what: string, token: string]

const encode = (value: unknown) => base64url.encode(typeof value === 'string' ? value : JSON.stringify(value))

export const unsigned = (header: object, claims: JWTPayload): string => `${encode(header)}.${encode(claims)}`

/** Tokens with a broken format or signature. */
export async function brokenTokens({ kid, privateJwk, ...mint }: Mint): Promise<BadToken[]> {
  const claims = mint.claims()
  const good = await mint.sign(claims)
  const [header, payload, signature] = good.split('.') as [string, string, string]
  const bytes = Buffer.from(base64url.decode(signature))
  const signed = (what: string, signature: Buffer): BadToken => [
    what,
    `${header}.${payload}.${base64url.encode(signature)}`,
  ]
  const ofAlg = (alg: string): BadToken => [
    `alg "${alg}"`,
    `${unsigned({ typ: 'at+jwt', kid, alg }, claims)}.`,
  ]
  const key = createPrivateKey({ key: privateJwk as never, format: 'jwk' })
  const der = sign('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'der' })
  const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
  const one = Buffer.from('1'.padStart(64, '0'), 'hex')
  return [
    ...['none', 'None', 'NONE', 'nOnE', '', 'ES256 '].map(ofAlg),
    ['no alg', `${unsigned({ typ: 'at+jwt', kid }, claims)}.`],
    ['alg none with our signature', `${unsigned({ typ: 'at+jwt', kid, alg: 'none' }, claims)}.${signature}`],
    ['an empty signature', `${header}.${payload}.`],
    ['no signature', `${header}.${payload}`],
    ['a truncated signature', good.slice(0, -10)],
    ['a truncated payload', `${header}.${payload.slice(0, -10)}.${signature}`],
    signed('r = s = 0', Buffer.alloc(64)),
    signed('r = s = n', Buffer.concat([order, order])),
    signed('r = s = 1', Buffer.concat([one, one])),
    signed('a signature of 63 bytes', bytes.subarray(0, 63)),
    signed('a signature of 65 bytes', Buffer.concat([bytes, Buffer.alloc(1)])),
    signed('a flipped bit', Buffer.from(bytes.map((byte, i) => (i === 10 ? byte ^ 1 : byte)))),
    signed('r and s exchanged', Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
    signed('a DER signature', der),
    ['the payload of another', `${header}.${encode(mint.claims({ sub: 'admin' }))}.${signature}`],
    ['four parts', `${good}.${signature}`],
    ['a JSON serialization', JSON.stringify({ protected: header, payload, signature })],
    ['an empty payload', `${header}..${signature}`],
    ['a payload that is not JSON', `${header}.${encode('nonsense')}.${signature}`],
    ['a payload that is a list', `${header}.${encode('[]')}.${signature}`],
    ['a header that is not JSON', `${encode('nonsense')}.${payload}.${signature}`],
    ['a header that is null', `${encode('null')}.${payload}.${signature}`],
    ['only dots', '..'],
    ['a word', 'token'],
    ['an API key instead of a token', `mk_0123456789abcdef_${'s'.repeat(43)}_00000000`],
    ['8 KB of junk', 'x'.repeat(8192)],
    ['8 KB of junk in three parts', Array(3).fill('a'.repeat(2700)).join('.')],
  ]
}
