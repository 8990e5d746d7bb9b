import { expect, test } from 'vitest'
import { withoutPassword } from './without-password.ts'

const address = 'postgres://mainstay@db.internal:5432/mainstay'

test.each([
  ['an ordinary password', 'postgres://mainstay:secret@db.internal:5432/mainstay'],
  ['a password with a colon', 'postgres://mainstay:sec:ret@db.internal:5432/mainstay'],
  ['a password with an at sign', 'postgres://mainstay:sec@ret@db.internal:5432/mainstay'],
  ['a password among the options', 'postgres://mainstay@db.internal:5432/mainstay?password=secret'],
  ['no password', address],
])('the address of a database is shown without its password: %s', (_, url) => {
  expect(withoutPassword(url)).toBe(address)
})

test('a user name that contains an at sign stays', () => {
  expect(withoutPassword('postgres://mainstay@tenant:secret@db/mainstay')).toBe(
    'postgres://mainstay@tenant@db/mainstay',
  )
})

test('the embedded database has no address', () => {
  expect(withoutPassword('embedded')).toBe('embedded')
})
