import { expect, test } from 'vitest'
import { toStoredAddress } from './email-address.ts'

test('addresses become lower case; an imported name stays', () => {
  expect(toStoredAddress('Ada@Example.com')).toBe('ada@example.com')
  expect(toStoredAddress('Ada Lovelace')).toBe('Ada Lovelace')
})
