import { expect, test } from 'vitest'
import { system } from '../../../kernel/actor.ts'
import { makeVerifier } from './verify.ts'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${encode({ alg: 'ES256' })}.${encode({ iss: 'https://id.example' })}.signature`

test('a response that has begun goes on after its token has expired, but not after it has been revoked', async () => {
  let [now, isStillValid] = [0, true]
  const issuer = {
    isMine: () => true,
    verify: () => Promise.resolve({ actor: system, expires_at: 1000 }),
    isStillValid: () => isStillValid,
  }
  const verify = makeVerifier([issuer], () => now)
  expect(await verify(token)).toBe(system)
  now = 1000
  expect(() => verify(token)).toThrow('The token has expired')
  expect(verify(token, true)).toBe(system)
  isStillValid = false
  expect(() => verify(token, true)).toThrow('The token has been revoked')
})
