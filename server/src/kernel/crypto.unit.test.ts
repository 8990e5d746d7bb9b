import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveKeys, equalInConstantTime, randomToken, seal, unseal } from './crypto.ts'

const keys = deriveKeys('a secret key that only the tests know')
const text = fc.string({ unit: 'binary' })

test('whatever was sealed comes out as it went in', () => {
  fc.assert(
    fc.property(text, text, (context, plaintext) => {
      expect(unseal(keys, context, seal(keys, context, plaintext))).toBe(plaintext)
    }),
  )
})

test('a seal never looks the same twice and never shows what it holds', () => {
  const sealed = Array.from({ length: 20 }, () => seal(keys, 'row 1', 'a secret'))
  expect(new Set(sealed).size).toBe(20)
  for (const one of sealed) expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret')
})

test('a seal opens only under its own key and context', () => {
  const sealed = seal(keys, 'row 1', 'a secret')
  expect(() => unseal(keys, 'row 2', sealed)).toThrow(/authenticate/)
  expect(() => unseal(deriveKeys('another key'), 'row 1', sealed)).toThrow(/authenticate/)
})

test('a seal with any byte changed does not open', () => {
  const sealed = Buffer.from(seal(keys, 'row 1', 'a secret'), 'base64url')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => unseal(keys, 'row 1', changed.toString('base64url'))).toThrow(/authenticate/)
  }
  expect(() => unseal(keys, 'row 1', '')).toThrow(/./)
  expect(() => unseal(keys, 'row 1', sealed.subarray(0, 20).toString('base64url'))).toThrow(/./)
})

test('each purpose has a key of its own, the same at every start', () => {
  const { fingerprint, ...purposes } = deriveKeys('one')
  const all = [...Object.values(purposes).map((key) => key.toString('base64url')), fingerprint]
  expect(new Set(all).size).toBe(all.length)
  expect(deriveKeys('one')).toEqual({ fingerprint, ...purposes })
  expect(deriveKeys('two').fingerprint).not.toBe(fingerprint)
})

test('two texts are equal in constant time exactly when they are equal', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(equalInConstantTime(a, b)).toBe(a === b)
      expect(equalInConstantTime(a, a)).toBe(true)
    }),
  )
})

test('a token has the asked number of random bytes', () => {
  expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32)
  expect(Buffer.from(randomToken(18), 'base64url')).toHaveLength(18)
  expect(new Set(Array.from({ length: 1000 }, () => randomToken())).size).toBe(1000)
})
