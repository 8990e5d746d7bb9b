import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { hasMailbox, placeholderAddress } from './mailbox.ts'
import { Email } from './schema.ts'

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

test.for([
  ['ada', 'ada@id.example'],
  ['auth0|5f7c8ec7c33c6c004bbafe82', 'auth0|5f7c8ec7c33c6c004bbafe82@id.example'],
  ['ada@corp.example', 'ada%40corp.example@id.example'],
])('the placeholder of the subject %s is the valid address %s', ([subject, address]) => {
  expect(placeholderAddress(subject!, issuer)).toBe(address)
  expect(Value.Check(Email, address)).toBe(true)
})

test('without an identity provider, any address outside of the service is one', () => {
  expect(hasMailbox({ id: 'oidc:ada', email: 'ada@id.example' }, '')).toBe(true)
})
