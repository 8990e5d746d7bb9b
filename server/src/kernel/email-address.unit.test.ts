import { expect, test } from 'vitest'
import { toStoredAddresses } from './email-address.ts'

test('addresses become lower case; an imported name stays', () => {
  expect(toStoredAddresses('Ada@Example.com,BOB@example.com')).toBe('ada@example.com,bob@example.com')
  expect(toStoredAddresses('Ada Lovelace,Ada@example.com')).toBe('Ada Lovelace,ada@example.com')
})
