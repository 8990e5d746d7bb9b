import { expect, test } from 'vitest'
import { claimAt, personOf } from './model.ts'

const claims = { iss: 'https://id.example', sub: 'ada' }
const config = { oidc_roles_claim: 'roles', oidc_unverified_email: 'ignore' } as const

test.each([
  ['Ada', 'ada@corp.example'],
  ['x'.repeat(200), `${'x'.repeat(241)}@corp.example`],
])('the name and the address of the issuer are used: %s, %s', (name, email) => {
  expect(personOf({ ...claims, name: ` ${name}`, email }, config)).toMatchObject({ name, email })
})

test.each([undefined, 7, '', ' ', 'a\0b', 'a\nb', 'a\u2028b', '\ud800', 'x'.repeat(255)])(
  'a name and an address that cannot be shown are replaced: %j',
  (given) => {
    const email = 'ada@id.example'
    expect(personOf({ ...claims, name: given, email: given }, config)).toMatchObject({ name: email, email })
  },
)

test.each([undefined, true, 'true'])('an address is used with email_verified %j', (email_verified) => {
  const email = 'ada@corp.example'
  expect(personOf({ ...claims, email, email_verified }, config)).toMatchObject({ email })
})

test.each([false, 'false'])(
  'an address that the issuer calls unverified is used only on request: %j',
  (email_verified) => {
    const given = { ...claims, name: 'Ada', email: 'someone.else@corp.example', email_verified }
    expect(personOf(given, config)).toMatchObject({ name: 'Ada', email: 'ada@id.example' })
    const { email } = given
    expect(personOf(given, { ...config, oidc_unverified_email: 'use' })).toMatchObject({ email })
  },
)

test.for<[path: string, claims: object]>([
  ['roles', { roles: 'viewer' }],
  ['realm_access.roles', { realm_access: { roles: 'viewer' } }],
  ['https://desk.example.com/roles', { 'https://desk.example.com/roles': 'viewer' }],
  [
    'resource_access.desk.example.com.roles',
    { resource_access: { 'desk.example.com': { roles: 'viewer' }, 'desk.example': { com: {} }, desk: {} } },
  ],
  ['a.b', { 'a.b': 'viewer', a: { b: 'super_admin' } }],
])('the claim %s of %j is found', ([path, claims]) => expect(claimAt(claims, path)).toBe('viewer'))

test.for(['', '.', '..a', 'a.', 'constructor', 'a.constructor', 'x.y.z'])('there is no claim %j', (path) => {
  expect(claimAt({ a: {} }, path)).toBeUndefined()
})
