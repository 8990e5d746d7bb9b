import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { equalInConstantTime, randomToken, seal, unseal } from './crypto.ts'
import { deriveKeySet, KeyRing } from './key-ring.ts'

const keysOf = (secretKey: string) => new KeyRing(deriveKeySet(secretKey))
const keys = keysOf('a secret key that only the tests know')
const text = fc.string({ unit: anyCharacter })

test('an encrypted value decrypts to the original', () => {
  fc.assert(
    fc.property(text, text, (context, plaintext) => {
      expect(unseal(keys, context, seal(keys, context, plaintext))).toBe(plaintext)
    }),
  )
})

test('the ciphertext differs each time and does not contain the plaintext', () => {
  const sealed = Array.from({ length: 20 }, () => seal(keys, 'row 1', 'a secret'))
  expect(new Set(sealed).size).toBe(20)
  for (const one of sealed) expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret')
})

test('a value decrypts only with its own key and context', () => {
  const sealed = seal(keys, 'row 1', 'a secret')
  expect(() => unseal(keys, 'row 2', sealed)).toThrow(/authenticate/)
  expect(() => unseal(keysOf('another key'), 'row 1', sealed)).toThrow(/its key \w{16} is not known/)
})

test('a value with any byte changed does not decrypt', () => {
  const sealed = Buffer.from(seal(keys, 'row 1', 'a secret'), 'base64url')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => unseal(keys, 'row 1', changed.toString('base64url'))).toThrow(/authenticate|not known/)
  }
  expect(() => unseal(keys, 'row 1', '')).toThrow(/./)
  expect(() => unseal(keys, 'row 1', sealed.subarray(0, 20).toString('base64url'))).toThrow(/./)
})

test('each purpose has its own derived key, the same at every start', () => {
  const { fingerprint, id, ...purposes } = deriveKeySet('one')
  const all = Object.values(purposes).map((key) => key.toString('hex'))
  expect(all).toHaveLength(5)
  expect(new Set(all).size).toBe(all.length)
  expect(deriveKeySet('one')).toEqual({ fingerprint, id, ...purposes })
  expect(deriveKeySet('two').fingerprint).not.toBe(fingerprint)
  expect(deriveKeySet('two').id).not.toBe(id)
})

/** As the first release encrypted: the same bytes without the key ID. */
const unnamed = (sealed: string) => sealed.replace(/^k1_[0-9a-f]{16}_/, '')

describe('a key ring with an earlier key', () => {
  const [old, next] = [deriveKeySet('the old key'), deriveKeySet('the new key')]
  const before = seal(new KeyRing(old), 'row 1', 'a secret')
  const ring = new KeyRing(old)
  ring.add(next)
  ring.use(next)

  test('encrypts with the new key and decrypts values of either', () => {
    expect(seal(ring, 'row 1', 'x')).toMatch(`k1_${next.id}_`)
    expect(unseal(ring, 'row 1', before)).toBe('a secret')
    expect(unseal(ring, 'row 1', seal(ring, 'row 1', 'x'))).toBe('x')
    expect(() => unseal(new KeyRing(next), 'row 1', before)).toThrow(/not known/)
  })

  test('decrypts values of the first release, which have no key ID', () => {
    expect(unseal(ring, 'row 1', unnamed(before))).toBe('a secret')
    expect(() => unseal(new KeyRing(next), 'row 1', unnamed(before))).toThrow(/authenticate/)
  })

  test('signs with the new key and verifies signatures of either', () => {
    expect(ring.every('cursors')).toEqual([next.cursors, old.cursors])
    expect(ring.cookieKeys).toEqual([next, old].map((set) => set.cookies.toString('base64url')))
  })

  test('keeps the identity of the cookie key array that others hold', () => {
    const ring = new KeyRing(old)
    const held = ring.cookieKeys
    ring.add(next)
    ring.use(next)
    ring.keepRetired([deriveKeySet('an older key')])
    expect(held).toHaveLength(3)
    expect(held[0]).toBe(next.cookies.toString('base64url'))
  })

  test('refuses to encrypt once a rotation may have missed it, but still decrypts', () => {
    const ring = new KeyRing(old)
    ring.confirmUntil(performance.now() - 1)
    expect(() => seal(ring, 'row 1', 'x')).toThrow(expect.objectContaining({ status: 503 }))
    expect(unseal(ring, 'row 1', before)).toBe('a secret')
    ring.confirmUntil(performance.now() + 60_000)
    expect(unseal(ring, 'row 1', seal(ring, 'row 1', 'x'))).toBe('x')
  })
})

test('the constant-time comparison agrees with plain equality', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(equalInConstantTime(a, b)).toBe(a === b)
      expect(equalInConstantTime(a, a)).toBe(true)
    }),
  )
})

test('a token has the requested number of random bytes', () => {
  expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32)
  expect(Buffer.from(randomToken(18), 'base64url')).toHaveLength(18)
  expect(new Set(Array.from({ length: 1000 }, () => randomToken())).size).toBe(1000)
})
