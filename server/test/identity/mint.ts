import { importJWK, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters, type JWTPayload } from 'jose'
import { readConfig } from '../../src/config.ts'
import { openKeys } from '../../src/db/secret-key.ts'
import * as signingKeys from '../../src/modules/identity/tokens/signing-keys.ts'
import type { TestApp } from '../app.ts'

export const issuer = 'http://localhost:8080'
export const audience = `${issuer}/prod/api`

export interface Mint {
  kid: string
  publicJwk: JWK
  privateJwk: JWK
  /** The claims of a valid token; `undefined` removes a claim. */
  claims: (changes?: JWTPayload) => JWTPayload
  /** Signed with the key of the service. */
  sign: (claims: JWTPayload, header?: Partial<JWTHeaderParameters>) => Promise<string>
}

/** The signing key of the service in a test: creates tokens that the service would issue only by mistake. */
export async function openMint(app: TestApp): Promise<Mint> {
  const { db } = app.database
  const [key] = await signingKeys.load(db, await openKeys(db, readConfig({ DATABASE_URL: app.url })))
  const { kid, public_jwk: publicJwk, private_jwk: privateJwk } = key!
  const privateKey = (await importJWK(privateJwk, 'ES256')) as CryptoKey
  const claims = (changes: JWTPayload = {}): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    return {
      iss: issuer,
      aud: audience,
      sub: 'usr_somebody',
      kind: 'user',
      email: 'somebody@example.com',
      name: 'Somebody',
      roles: ['super_admin'],
      epoch: 1,
      auth_time: now,
      iat: now,
      exp: now + 3600,
      ...changes,
    }
  }
  const sign = (payload: JWTPayload, header: Partial<JWTHeaderParameters> = {}) =>
    new SignJWT(withoutUndefined(payload))
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
      .sign(privateKey, { crit: known(header.crit) })
  return { kid, publicJwk, privateJwk, claims, sign }
}

/** The library signs no critical header that it does not know. */
const known = (names: string[] = []) => Object.fromEntries(names.map((name) => [name, true]))

const withoutUndefined = (payload: JWTPayload): JWTPayload =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))

/** A token as the service would issue it to this user. */
export async function tokenOfUser(app: TestApp, id: string): Promise<string> {
  const [user] = await app.query<JWTPayload & { id: string }>(
    `select id, email, name, roles, epoch from users where id = '${id}'`,
  )
  const { id: sub, email, name, roles, epoch } = user!
  const { sign, claims } = await openMint(app)
  return sign(claims({ sub, email, name, roles, epoch }))
}
