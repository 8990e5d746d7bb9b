import { expect, test } from 'vitest'
import { hasMailbox, placeholderAddress } from './mailbox.ts'

const issuer = 'https://id.example/realms/main'

test.for<[id: string, email: string, isRead: boolean]>([
  ['usr_1', 'ada@corp.example', true],
  ['usr_1', 'admin@mainstay.local', false],
  ['cl_1', 'cl_1@clients.mainstay.local', false],
  ['oidc:ada', 'ada@corp.example', true],
  ['oidc:ada', placeholderAddress('ada', issuer), false],
  ['oidc:ben', 'ada@id.example', true],
])('%s with the address %s has a mailbox: %s', ([id, email, isRead]) => {
  expect(hasMailbox({ id, email }, issuer)).toBe(isRead)
})

test('without an identity provider, any address outside of the service is one', () => {
  expect(hasMailbox({ id: 'oidc:ada', email: 'ada@id.example' }, '')).toBe(true)
})
