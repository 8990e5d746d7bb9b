import { beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '../src/kernel/actor.ts'
import { startApp, type TestApp } from './app.ts'
import { operationsOf, type Operation } from './openapi.ts'

let app: TestApp
let all: Operation[]
/** All except those without authentication. */
let operations: Operation[]
/** Written by hand: opening another one must be stated here. */
const open = ['POST /webhooks/inbound/{id}']
const tokens = new Map<Role, string>()
beforeAll(async () => {
  app = await startApp()
  all = await operationsOf(app)
  operations = all.filter(({ name }) => !open.includes(name))
  for (const role of roles) tokens.set(role, await app.tokenFor(role))
})

/** With IDs that do not exist and an empty body, so that an admitted request has no effect. */
async function statusFor({ method, path }: Operation, as: string | null): Promise<number> {
  const url = path.replaceAll(/\{\w+\}/g, 'none')
  const { statusCode } = await app.call(method, url, {
    as,
    headers: { 'last-event-id': 'none' }, // no stream starts there
    ...(method !== 'GET' && { body: {} }),
  })
  return statusCode
}

describe('every operation', () => {
  test('declares the roles that may call it, and they exist', () => {
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

  test.each(roles)('is open to %s exactly as declared', async (role) => {
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

test('only inbound webhooks are open to everyone, and without a valid ID they find nothing', async () => {
  expect(all.filter(({ description }) => !('x-roles' in description)).map(({ name }) => name)).toEqual(open)
  for (const operation of all.filter(({ name }) => open.includes(name))) {
    expect(operation.description.security).toEqual([])
    for (const as of [null, ...tokens.values()]) expect(await statusFor(operation, as)).toBe(404)
  }
})

/** Written by hand: operations that a mistake in a route must not open. */
const sensitive: [title: string, addresses: RegExp, allowed: Role[], names: string[]][] = [
  [
    'accounts and keys are for super_admin alone',
    /^\w+ \/(api-keys|users|clients|signing-keys)(\/|$)/,
    ['super_admin'],
    [
      'DELETE /api-keys/{id}',
      'DELETE /clients/{id}',
      'DELETE /signing-keys/{kid}',
      'DELETE /users/{id}',
      'DELETE /users/{id}/second-factors',
      'DELETE /users/{id}/sessions',
      'DELETE /users/{id}/sessions/{session_id}',
      'GET /api-keys',
      'GET /clients',
      'GET /clients/{id}',
      'GET /signing-keys',
      'GET /users',
      'GET /users/{id}',
      'GET /users/{id}/second-factors',
      'GET /users/{id}/sessions',
      'PATCH /clients/{id}',
      'PATCH /users/{id}',
      'POST /clients',
      'POST /clients/{id}/rotate-secret',
      'POST /signing-keys/rotate',
      'POST /users',
    ],
  ],
  [
    'settings, demo data and the setup checklist are for super_admin alone',
    /^\w+ \/(settings|demo|onboarding)(\/|$)/,
    ['super_admin'],
    ['DELETE /demo', 'GET /demo', 'GET /onboarding', 'GET /settings', 'POST /demo/reset', 'PUT /onboarding'],
  ],
  [
    'kept AI answers are thrown away by super_admin alone',
    /\/ai\/cache$/,
    ['super_admin'],
    ['DELETE /ai/cache'],
  ],
  [
    'webhooks are for managers',
    /^\w+ \/webhooks(\/|$)/,
    ['itsm_manager', 'super_admin'],
    [
      'DELETE /webhooks/inbound/{id}',
      'DELETE /webhooks/outbound/{id}',
      'GET /webhooks/inbound',
      'GET /webhooks/inbound/health',
      'GET /webhooks/inbound/presets',
      'GET /webhooks/inbound/{id}',
      'GET /webhooks/inbound/{id}/events',
      'GET /webhooks/outbound',
      'GET /webhooks/outbound/deliveries/{delivery_id}',
      'GET /webhooks/outbound/health',
      'GET /webhooks/outbound/{id}',
      'GET /webhooks/outbound/{id}/deliveries',
      'GET /webhooks/outbound/{id}/deliveries/{delivery_id}',
      'GET /webhooks/outbound/{id}/stats',
      'PATCH /webhooks/inbound/{id}',
      'PATCH /webhooks/outbound/{id}',
      'POST /webhooks/inbound',
      'POST /webhooks/inbound/preview',
      'POST /webhooks/inbound/{id}/rotate-secret',
      'POST /webhooks/inbound/{id}/test',
      'POST /webhooks/outbound',
      'POST /webhooks/outbound/deliveries/{delivery_id}/replay',
      'POST /webhooks/outbound/{id}/deliveries/{delivery_id}/replay',
      'POST /webhooks/outbound/{id}/replay',
      'POST /webhooks/outbound/{id}/rotate-secret',
      'POST /webhooks/outbound/{id}/test',
    ],
  ],
]
test.for(sensitive)('%s', ([, addresses, allowed, names]) => {
  const matched = operations.filter(({ name }) => addresses.test(name))
  expect(matched.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  for (const { name, roles } of matched) expect(roles.toSorted(), `for ${name}`).toEqual(allowed)
})

test('no role but super_admin changes anything with a refused call', async () => {
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
