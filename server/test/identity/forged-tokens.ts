import { createHmac, createPublicKey, randomUUID } from 'node:crypto'
import {
  CompactSign,
  EncryptJWT,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWTHeaderParameters,
} from 'jose'
import { unsigned, type BadToken } from './broken-tokens.ts'
import type { Mint } from './mint.ts'

const elsewhere = 'https://evil.example.net/keys'

/** Tokens with valid claims signed by someone else. */
export async function forgedTokens(mint: Mint): Promise<BadToken[]> {
  const claims = mint.claims()
  const { kid } = mint
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const rsa = await generateKeyPair('RS256')
  const jwk = await exportJWK(publicKey)
  const signed = (header: Partial<JWTHeaderParameters>, key: CryptoKey = privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key)
  const ofKid = async (kid: unknown): Promise<BadToken> => [
    `kid ${JSON.stringify(kid)}`.slice(0, 60),
    await signed({ kid } as Partial<JWTHeaderParameters>),
  ]
  const kids = [
    '../../etc/passwd',
    '/dev/null',
    "' or 1=1 --",
    "x' union select kid, public_jwk from signing_keys --",
    '__proto__',
    'constructor',
    '',
    0,
    null,
    [kid],
    { $ne: '' },
    'k'.repeat(4000),
    `${kid}\0`,
    randomUUID(),
  ]
  return [
    ...hmacTokens(mint),
    ['another key under our kid', await signed({})],
    ['an embedded jwk', await signed({ jwk })],
    ['an embedded jwk and no kid', await signed({ jwk, kid: undefined as never })],
    ['an embedded jwk with its own kid', await signed({ jwk: { ...jwk, kid: 'mine' }, kid: 'mine' })],
    ['a jku', await signed({ jku: elsewhere })],
    ['an x5u', await signed({ x5u: elsewhere })],
    ['an x5c', await signed({ x5c: ['MIIB'] })],
    ['RS256 under our kid', await signed({ alg: 'RS256' }, rsa.privateKey)],
    ['a nested token', await nested(await mint.sign(claims), privateKey, kid)],
    ['an encrypted token', await encrypted(mint)],
    ...(await Promise.all(kids.map(ofKid))),
  ]
}

/** The classic attack: the public key used as an HMAC secret. */
function hmacTokens({ kid, publicJwk, claims }: Mint): BadToken[] {
  const key = createPublicKey({ key: publicJwk as never, format: 'jwk' })
  const secrets: [string, string | Buffer][] = [
    ['PEM', key.export({ type: 'spki', format: 'pem' })],
    ['DER', key.export({ type: 'spki', format: 'der' })],
    ['JSON', JSON.stringify(publicJwk)],
    ['x coordinate', Buffer.from(publicJwk.x!, 'base64url')],
    ['empty text', ''],
  ]
  return secrets.flatMap(([form, secret]) =>
    (['HS256', 'HS512', 'ES256'] as const).map((alg): BadToken => {
      const text = unsigned({ alg, typ: 'at+jwt', kid }, claims())
      const hash = alg === 'HS512' ? 'sha512' : 'sha256'
      return [
        `${alg} with our ${form} as the secret`,
        `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`,
      ]
    }),
  )
}

const nested = (token: string, key: CryptoKey, kid: string) =>
  new CompactSign(Buffer.from(token)).setProtectedHeader({ alg: 'ES256', cty: 'JWT', kid }).sign(key)

const encrypted = ({ claims, publicJwk, kid }: Mint) =>
  new EncryptJWT(claims())
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
    .encrypt({ ...publicJwk, alg: 'ECDH-ES', use: 'enc' })
