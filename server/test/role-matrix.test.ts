import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '../src/kernel/actor.ts'
import { startApp, type TestApp } from './app.ts'
import { operationsOf, type Operation } from './openapi.ts'

let app: TestApp
let operations: Operation[]
const tokens = new Map<Role, string>()
beforeAll(async () => {
  app = await startApp()
  operations = await operationsOf(app)
  for (const role of roles) tokens.set(role, await app.tokenFor(role))
})
afterAll(() => app.close())

/** With ids that do not exist and an empty body, so that whoever is let in finds nothing to do. */
async function statusFor({ method, path }: Operation, as: string | null): Promise<number> {
  const url = path.replaceAll(/\{\w+\}/g, 'none')
  const { statusCode } = await app.call(method, url, { as, ...(method !== 'GET' && { body: {} }) })
  return statusCode
}

describe('every operation', () => {
  test('says which roles may call it, and they are roles that exist', () => {
    expect(operations.length).toBeGreaterThan(10)
    for (const { name, roles: allowed } of operations) {
      expect(allowed, `for ${name}`).not.toEqual([])
      expect(roles, `for ${name}`).toEqual(expect.arrayContaining(allowed))
    }
  })

  test('without a token is a 401', async () => {
    for (const operation of operations)
      expect(await statusFor(operation, null), `for ${operation.name}`).toBe(401)
  })

  test.each(roles)('is open to %s exactly where it says so', async (role) => {
    const wrong: string[] = []
    for (const operation of operations) {
      const status = await statusFor(operation, tokens.get(role)!)
      const isAsSaid = operation.roles.includes(role)
        ? ![401, 403].includes(status) && status < 500
        : status === 403
      if (!isAsSaid) wrong.push(`${operation.name}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

/** Written by hand: what a wrong word in a route must not open. The first match counts. */
const sensitive: [addresses: RegExp, allowed: Role[]][] = [
  [/^\w+ \/(users|clients|signing-keys)(\/|$)/, ['super_admin']],
]
test('accounts and keys are for super_admin alone', () => {
  const matched = operations.flatMap(({ name, roles }) => {
    const rule = sensitive.find(([addresses]) => addresses.test(name))
    return rule ? [{ name, roles, expected: rule[1] }] : []
  })
  expect(matched.map(({ name }) => name).toSorted()).toEqual(
    [
      'DELETE /clients/{id}',
      'DELETE /signing-keys/{kid}',
      'DELETE /users/{id}',
      'GET /clients',
      'GET /clients/{id}',
      'GET /signing-keys',
      'GET /users',
      'GET /users/{id}',
      'PATCH /clients/{id}',
      'PATCH /users/{id}',
      'POST /clients',
      'POST /clients/{id}/rotate-secret',
      'POST /signing-keys/rotate',
      'POST /users',
    ].toSorted(),
  )
  for (const { name, roles, expected } of matched) expect(roles, `for ${name}`).toEqual(expected)
})

test('nobody but super_admin changes anything with a refused call', async () => {
  const count = async () =>
    app.query('select (select count(*) from users) as users, (select count(*) from clients) as clients')
  const before = await count()
  for (const role of roles.filter((role) => role !== 'super_admin')) {
    const as = tokens.get(role)!
    const body = { name: 'Mine', email: 'mine@example.com', roles: ['super_admin'] }
    for (const path of ['/users', '/clients'])
      expect((await app.call('POST', path, { as, body })).statusCode).toBe(403)
  }
  expect(await count()).toEqual(before)
})
