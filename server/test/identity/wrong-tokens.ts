import type { JWTHeaderParameters, JWTPayload } from 'jose'
import type { BadToken } from './broken-tokens.ts'
import { audience, issuer, type Mint } from './mint.ts'

/** Tokens signed with the service's own key, with wrong claims. */
export async function wrongTokens({ claims, sign, kid }: Mint): Promise<BadToken[]> {
  const now = Math.floor(Date.now() / 1000)
  const changes: [string, JWTPayload][] = [
    ['iss of a stranger', { iss: 'https://evil.example.net' }],
    ['iss with a slash more', { iss: `${issuer}/` }],
    ['iss in capitals', { iss: issuer.toUpperCase() }],
    ['iss as a list', { iss: [issuer] as never }],
    ['aud of another instance', { aud: 'https://other.example.com/prod/api' }],
    ['aud that only begins like ours', { aud: `${audience}/v1` }],
    ['aud empty', { aud: [] }],
    ['exp past', { iat: now - 4000, exp: now - 400 }],
    ['exp just past', { iat: now - 3601, exp: now - 1 }],
    ['exp as text', { exp: 'tomorrow' as never }],
    ['exp of a century, issued long ago', { iat: now - 4000, exp: now + 4_000_000_000 }],
    ['nbf in the future', { nbf: now + 600 }],
    ['nbf as text', { nbf: 'now' as never }],
    ['iat in the future', { iat: now + 600, exp: now + 4200 }],
    ['iat as text', { iat: 'now' as never }],
    ['sub as a number', { sub: 7 as never }],
    ['sub null', { sub: null as never }],
    ['kind of nobody', { kind: 'system' }],
    ['epoch as text', { epoch: 'last' }],
    ['epoch null', { epoch: null }],
    ['roles as text', { roles: 'super_admin' }],
    ['roles null', { roles: null }],
    ...['iss', 'aud', 'sub', 'exp', 'iat', 'epoch', 'roles', 'kind'].map((name): [string, JWTPayload] => [
      `no ${name}`,
      { [name]: undefined },
    ]),
  ]
  const headers: [string, Partial<JWTHeaderParameters>][] = [
    ['typ JWT', { typ: 'JWT' }],
    ['no typ', { typ: undefined as never }],
    ['typ of a logout token', { typ: 'logout+jwt' }],
    ['typ of a DPoP proof', { typ: 'dpop+jwt' }],
    ['no kid', { kid: undefined as never }],
    ['kid of another case', { kid: kid.toUpperCase() }],
    ['an unknown critical header', { crit: ['exp'], exp: now + 60 } as never],
  ]
  const idToken = { aud: 'some-client', nonce: 'n', at_hash: 'h', auth_time: now }
  return [
    ...(await Promise.all(
      changes.map(async ([what, change]): Promise<BadToken> => [what, await sign(claims(change))]),
    )),
    ...(await Promise.all(
      headers.map(async ([what, header]): Promise<BadToken> => [what, await sign(claims(), header)]),
    )),
    ['an ID token of our own', await sign(claims(idToken), { typ: 'JWT' })],
    ['an ID token for our own audience', await sign(claims({ ...idToken, aud: audience }), { typ: 'JWT' })],
  ]
}
