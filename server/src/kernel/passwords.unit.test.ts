import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, hashToken, matchesSecret } from './passwords.ts'

test('a password matches its own hash and no other password does', async () => {
  const stored = await hashPassword('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(stored).not.toContain('correct horse')
  expect(await matchesSecret('correct horse', stored)).toBe(true)
  for (const wrong of ['', 'Correct horse', 'correct horse ', stored])
    expect(await matchesSecret(wrong, stored)).toBe(false)
})

test('a password matches however its accents are typed, also one that was hashed as it was typed', async () => {
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Zoë Ångström'.normalize(form))
  const stored = await hashPassword(decomposed!)
  expect(await matchesSecret(composed!, stored)).toBe(true)
  expect(await matchesSecret(decomposed!, stored)).toBe(true)
  expect(await matchesSecret('Zoe Angstrom', stored)).toBe(false)
  expect(await matchesSecret(decomposed!, await hash(decomposed!))).toBe(true)
})

test('the same password has a different hash each time', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test('a token matches its own digest and no other token does', async () => {
  const stored = hashToken('ms_token')
  expect(stored).not.toContain('ms_token')
  expect(await matchesSecret('ms_token', stored)).toBe(true)
  for (const wrong of ['', 'ms_tokem', stored]) expect(await matchesSecret(wrong, stored)).toBe(false)
})

test('nothing matches an account that does not exist or has no password', async () => {
  for (const given of ['', 'anything', 'undefined', 'null'])
    for (const stored of [null, undefined]) expect(await matchesSecret(given, stored)).toBe(false)
})
