import { describe, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { expectProblem } from '../../test/problem.ts'
import { toProblem } from './errors.ts'

const app = await startApp()

const countClients = async () => (await app.query<{ n: number }>('select count(*) as n from clients'))[0]!.n

describe('a validation error', () => {
  const name = 'A client'
  const roles = ['viewer']
  const bodies: [title: string, body: unknown, field: string, code: string][] = [
    ['an unknown field', { name, roles, colour: 'red' }, 'colour', 'unknown_field'],
    ['an unknown field with a slash', { name, roles, 'a/b~c': 1 }, 'a/b~c', 'unknown_field'],
    ['a missing field', { name }, 'roles', 'required'],
    ['the wrong type', { name: 7, roles }, 'name', 'type'],
    ['null for a text', { name: null, roles }, 'name', 'type'],
    ['a text for a list', { name, roles: 'viewer' }, 'roles', 'type'],
    ['a word outside the set', { name, roles: ['viewer', 'king'] }, 'roles.1', 'enum'],
    ['the same word twice', { name, roles: ['viewer', 'viewer'] }, 'roles', 'uniqueItems'],
    ['an empty text', { name: '', roles }, 'name', 'too_short'],
    ['a blank text', { name: ' \u3000 ', roles }, 'name', 'pattern'],
    ['a line break in a line', { name: 'a\nb', roles }, 'name', 'pattern'],
    ['a bell in a line', { name: 'a\u0007b', roles }, 'name', 'pattern'],
    ['an escape sequence in a line', { name: '\u001b[31mred', roles }, 'name', 'pattern'],
    ['a delete character in a line', { name: 'a\u007f', roles }, 'name', 'pattern'],
    ['a next-line character in a line', { name: 'a\u0085b', roles }, 'name', 'pattern'],
    ['a line separator in a line', { name: 'a\u2028b', roles }, 'name', 'pattern'],
    ['a text that is too long', { name: 'x'.repeat(201), roles }, 'name', 'too_long'],
    ['too long by one code point', { name: '😀'.repeat(201), roles }, 'name', 'too_long'],
    ['a bad e-mail address', { name, roles, email: 'nobody' }, 'email', 'format'],
    ['constructor as a field', { name, roles, constructor: {} }, 'constructor', 'unknown_field'],
    ['toString as a field', { name, roles, toString: 1 }, 'toString', 'unknown_field'],
    ['a list for an object', [], '', 'type'],
    ['a text for an object', '"x"', '', 'type'],
  ]
  test.each(bodies)('%s is named, and nothing is created', async (_title, body, field, code) => {
    const before = await countClients()
    const problem = expectProblem(await app.call('POST', '/clients', { body }), 400, 'validation_error')
    expect(problem.errors).toEqual([expect.objectContaining({ field, code })])
    expect(problem.message).toContain(field)
    expect(await countClients()).toBe(before)
  })

  test.each([
    ['an unknown field', { foo: 1 }, 'foo', 'unknown_field'],
    ['a list', [], '', 'type'],
    ['a text', '"x"', '', 'type'],
  ])('%s is refused where no body is declared', async (_title, body, field, code) => {
    const answer = await app.call('POST', '/notifications/read', { body })
    const { errors } = expectProblem(answer, 400, 'validation_error')
    expect(errors).toEqual([expect.objectContaining({ field, code })])
    expect((await app.call('POST', '/notifications/read', { body: {} })).statusCode).toBe(200)
    expect((await app.call('POST', '/notifications/read')).statusCode).toBe(200)
  })

  test('names all errors at once', async () => {
    const body = { name: 7, roles: [], colour: 'red' }
    const problem = expectProblem(await app.call('POST', '/clients', { body }), 400, 'validation_error')
    expect(problem.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(['/colour', '/name', '/roles'])
  })

  test('a large number of unknown fields gets a bounded response', async () => {
    const body = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [`field${i}${'x'.repeat(150)}`, i]),
    )
    const response = await app.call('POST', '/clients', { body })
    expect(expectProblem(response, 400, 'validation_error').errors).toHaveLength(20)
    expect(response.body.length).toBeLessThan(20_000)
  })

  test('a text of exactly the maximum number of code points is stored unchanged', async () => {
    const long = '😀'.repeat(200)
    const made = await app.call('POST', '/clients', { body: { name: long, roles } })
    expect(made.statusCode).toBe(201)
    expect((await app.call('GET', made.headers.location!)).json()).toMatchObject({ name: long })
  })

  test('read-only fields are ignored, so that a record can be sent back as it was read', async () => {
    const body = {
      id: 'mine',
      client_id: 'mine',
      version: 99,
      created_at: 'then',
      name,
      roles,
    }
    const made = await app.call('POST', '/clients', { body })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ version: 1, name })
    expect(made.json<{ id: string }>().id).not.toBe('mine')
    const read = (await app.call('GET', made.headers.location!)).json<object>()
    const changed = await app.call('PATCH', made.headers.location!, { body: { ...read, name: 'Renamed' } })
    expect(changed.json()).toEqual({
      ...read,
      name: 'Renamed',
      version: 2,
      updated_at: (changed.json() as { updated_at: string }).updated_at,
    })
  })
})

const parameters: [query: string, field: string][] = [
  ['/clients?colour=red', 'colour'],
  ['/clients?limit=1&limit=2', 'limit'],
  ['/clients?sort=secret_hash', 'sort'],
  ['/clients?order=sideways', 'order'],
  ['/clients?__proto__=1', '__proto__'],
  ['/clients?constructor=1', 'constructor'],
  ['/users?active=perhaps', 'active'],
  ['/users?role=king', 'role'],
  ['/users?group=a%0ab', 'group'],
  ['/health?verbose=1', 'verbose'],
  ['/profile?x=1', 'x'],
  ['/signing-keys?limit=1', 'limit'],
]
test.each(parameters)('%s is refused with the name of the parameter', async (query, field) => {
  const problem = expectProblem(await app.call('GET', query), 400, 'validation_error')
  expect(problem.errors).toEqual([expect.objectContaining({ field })])
})

test('NUL in a path or parameter is refused with 400 and is not a server error', async () => {
  for (const url of ['/clients/%00', '/clients/a%00b', '/users?email=%00', '/nowhere%00'])
    expect(expectProblem(await app.call('GET', url), 400, 'validation_error').message).toContain('NUL')
})

describe('authentication and authorisation', () => {
  test('without a token: 401 with the authentication scheme', async () => {
    const refused = await app.call('GET', '/clients', { as: null })
    expectProblem(refused, 401, 'unauthenticated')
    // No error: nothing was sent that could be invalid (RFC 6750, 3.1).
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="mainstay"')
  })

  test('with an invalid token: 401 that says so', async () => {
    const refused = await app.call('GET', '/clients', {
      as: null,
      headers: { authorization: 'Bearer a.b.c' },
    })
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="mainstay", error="invalid_token"')
  })

  const credentials: [title: string, authorization: string][] = [
    ['nonsense', 'Bearer nonsense'],
    ['three dots', 'Bearer a.b.c'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['an empty token', 'Bearer '],
    ['two tokens', 'Bearer a b'],
  ]
  test.each(credentials)('with %s: the same 401', async (_title, authorization) => {
    const refused = await app.call('GET', '/clients', { as: null, headers: { authorization } })
    expectProblem(refused, 401, 'unauthenticated')
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer /)
  })

  test('without the required role: 403 with the required roles, before the body is validated', async () => {
    const viewer = await app.tokenFor('viewer')
    const before = await countClients()
    const refused = await app.call('POST', '/clients', { as: viewer, body: '{"not": "valid"' })
    const problem = expectProblem(refused, 403, 'insufficient_role')
    expect(problem.required_roles).toEqual(['super_admin'])
    expect(await countClients()).toBe(before)
  })
})

describe('missing resources', () => {
  test('an unknown id', async () => {
    const problem = expectProblem(await app.call('GET', '/clients/none'), 404, 'not_found')
    expect(problem.instance).toBe('/prod/api/v1/clients/none')
  })

  const addresses = [
    '/nowhere',
    '/clients/',
    '/clients/a/b/c',
    '/prod/api/v2/clients',
    '/prod',
    '/prod/api',
    `/clients/${'a'.repeat(600)}`,
    '/clients/%zz',
    '/..%2f..%2fetc/passwd',
    '/clients/<script>alert(1)</script>',
  ]
  test.each(addresses)('an unknown path: %s', async (address) => {
    const response = await app.call('GET', address)
    expectProblem(response, 404, 'not_found')
    expect(response.headers['x-ratelimit-limit']).toBeDefined()
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(['/incidents/', '/incidents//notes'])('%s lacks an ID, and is named', async (address) => {
    const { message } = expectProblem(await app.call('GET', address), 404, 'not_found')
    expect(message).toBe(`GET /prod/api/v1${address} does not exist`)
  })

  test('a missing file of the documentation', async () => {
    const problem = expectProblem(await app.http.inject('/docs/nope.js'), 404, 'not_found')
    expect(problem.instance).toBe('/docs/nope.js')
  })

  test('a wrong method: 405 with the allowed methods', async () => {
    for (const [method, address, allow] of [
      ['DELETE', '/clients', 'GET, HEAD, POST'],
      ['PUT', '/clients/x', 'GET, HEAD, PATCH, DELETE'],
      ['GET', '/clients/x/rotate-secret', 'POST'],
      ['POST', '/health', 'GET, HEAD'],
      ['OPTIONS', '/health', 'GET, HEAD'],
      ['GET', '/incidents/bulk', 'POST'],
      ['PATCH', '/incidents/bulk', 'POST'],
      ['DELETE', '/incidents/bulk', 'POST'],
      ['PUT', '/incidents/bulk?a=1', 'POST'],
      ['DELETE', '/incidents/export', 'GET'],
      ['POST', '/webhooks/inbound/presets', 'GET, HEAD'],
    ] as const) {
      const refused = await app.call(method, address)
      expectProblem(refused, 405, 'method_not_allowed')
      expect(refused.headers.allow).toBe(allow)
    }
  })

  test('a wrong method at a fixed address, for every role, whatever the role may do with a record', async () => {
    for (const as of [await app.tokenFor('viewer'), await app.tokenFor('itsm_agent')])
      for (const [method, address, allow] of [
        ['DELETE', '/incidents/bulk', 'POST'],
        ['PATCH', '/incidents/bulk', 'POST'],
        ['DELETE', '/knowledge/articles/stale', 'GET, HEAD'],
      ] as const) {
        const refused = await app.call(method, address, { as })
        expectProblem(refused, 405, 'method_not_allowed')
        expect(refused.headers.allow).toBe(allow)
      }
  })
})

test.each<[what: string, body: string]>([
  ['malformed JSON', '{"name":'],
  ['a byte order mark', '\ufeff{}'],
  ['more than the limit', ' '.repeat(2 ** 20 + 1)],
])('a body of %s does not hide that the method or the path is wrong', async (_what, body) => {
  const wrongMethod = await app.call('PUT', '/clients', { body })
  expectProblem(wrongMethod, 405, 'method_not_allowed')
  expect(wrongMethod.headers.allow).toBe('GET, HEAD, POST')
  expectProblem(await app.call('POST', '/nowhere', { body }), 404, 'not_found')
})

test('an outdated If-Match: 412 with the current ETag, and nothing changes', async () => {
  const made = await app.call('POST', '/clients', { body: { name: 'Before', roles: ['viewer'] } })
  const location = made.headers.location!
  expect(made.headers.etag).toBe('"1"')
  for (const tag of ['"2"', 'W/"0"', '1', '""', '"2", "3"']) {
    const refused = await app.call('PATCH', location, {
      body: { name: 'After' },
      headers: { 'if-match': tag },
    })
    expectProblem(refused, 412, 'precondition_failed')
    expect(refused.headers.etag).toBe('"1"')
  }
  expect((await app.call('GET', location)).json()).toMatchObject({ name: 'Before', version: 1 })
  const changed = await app.call('PATCH', location, {
    body: { name: 'After' },
    headers: { 'if-match': 'W/"7", "1"' },
  })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).toBe('"2"')
})

describe('response format', () => {
  const forms: [accept: string, type: string][] = [
    ['application/json', 'application/json; charset=utf-8'],
    ['Application/JSON; q=0.9', 'application/json; charset=utf-8'],
    ['application/json, text/plain', 'application/json; charset=utf-8'],
    ['application/json, */*;q=0.1', 'application/problem+json; charset=utf-8'],
    ['application/problem+json, application/json', 'application/problem+json; charset=utf-8'],
    ['*/*', 'application/problem+json; charset=utf-8'],
    ['text/html', 'application/problem+json; charset=utf-8'],
    ['application/*', 'application/problem+json; charset=utf-8'],
  ]
  test.each(forms)('Accept: %s gets %s', async (accept, type) => {
    const response = await app.call('GET', '/nowhere', { headers: { accept } })
    expect(response.headers['content-type']).toBe(type)
    expect(response.json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('a valid X-Request-Id is returned in the header and in the problem', async () => {
    for (const id of ['abc-123', 'A.b_c:1', 'x'.repeat(128)]) {
      const fine = await app.call('GET', '/health', { headers: { 'x-request-id': id } })
      expect(fine.headers['x-request-id']).toBe(id)
      const problem = expectProblem(
        await app.call('GET', '/nowhere', { headers: { 'x-request-id': id } }),
        404,
        'not_found',
      )
      expect(problem.request_id).toBe(id)
    }
  })

  test('an invalid X-Request-Id is replaced', async () => {
    for (const id of ['', 'a b', '<script>', '"};{"', 'é', 'x'.repeat(129)]) {
      const { headers } = await app.call('GET', '/health', { headers: { 'x-request-id': id } })
      expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{16}$/)
    }
  })

  test('request IDs are unique', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await app.call('GET', '/health')).headers['x-request-id']),
    )
    expect(new Set(ids).size).toBe(50)
  })
})

test('an internal error is a 500 without details', () => {
  const problem = toProblem(new TypeError('cannot read secret_hash of undefined'))
  expect(problem).toMatchObject({ status: 500, code: 'internal_error' })
  expect(problem.message).not.toContain('secret_hash')
})

const databaseErrors: [code: string, status: number, problem: string][] = [
  ['57P01', 503, 'database_unavailable'],
  ['53300', 503, 'database_unavailable'],
  ['57014', 503, 'overloaded'],
  ['55P03', 503, 'overloaded'],
  ['53100', 507, 'insufficient_storage'],
  ['23502', 500, 'internal_error'],
]
test.each(databaseErrors)('PostgreSQL’s %s becomes %i %s', (code, status, problem) => {
  const error = Object.assign(new Error('duplicate value in column secret_hash'), { code })
  const made = toProblem(error)
  expect(made).toMatchObject({ status, code: problem })
  expect(made.message).not.toContain('secret_hash')
  expect('retry-after' in made.headers).toBe(status === 503)
})
