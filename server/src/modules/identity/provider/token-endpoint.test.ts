import { Ajv2020 } from 'ajv/dist/2020.js'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { expect, test } from 'vitest'
import { bootstrapClient } from '../../../../test/accounts.ts'
import { startApp } from '../../../../test/app.ts'
import { documentOf, inlined } from '../../../../test/openapi.ts'
import {
  accessToken,
  askAsClient,
  askToken,
  basic,
  makeClient,
  statusWith,
  type TokenAnswer,
} from '../../../../test/identity/token-endpoint.ts'

const issuer = 'http://localhost:8080'
const { id: client_id, secret: client_secret } = bootstrapClient
const grant_type = 'client_credentials'

const app = await startApp()
const agent = await makeClient(app, 'itsm_agent')

test('a client gets a token with form fields', async () => {
  const response = await askAsClient(app, agent)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'api',
  })
  expect(response.headers['cache-control']).toContain('no-store')
  expect(response.headers.pragma).toBe('no-cache')
  expect(response.headers['x-request-id']).toEqual(expect.any(String))
  expect(await statusWith(app, accessToken(response))).toBe(200)
})

test('a client gets a token with HTTP Basic', async () => {
  const response = await askToken(
    app,
    { grant_type },
    { headers: basic(agent.client_id, agent.client_secret) },
  )
  expect(response.statusCode).toBe(200)
  expect(response.json<TokenAnswer>()).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'api' })
  expect(await statusWith(app, accessToken(response))).toBe(200)
})

test('scope and resource may be given explicitly', async () => {
  const form = { grant_type, client_id, client_secret, scope: 'api', resource: `${issuer}/prod/api` }
  expect((await askToken(app, form)).statusCode).toBe(200)
})

test('another service can verify a token with the published keys', async () => {
  const token = accessToken(await askAsClient(app, agent))
  const keys = (await app.http.inject('/.well-known/jwks.json')).json<JSONWebKeySet>()
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    audience: `${issuer}/prod/api`,
    algorithms: ['ES256'],
    typ: 'at+jwt',
  })
  expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: keys.keys[0]!.kid })
  expect(payload).toMatchObject({ sub: agent.client_id, roles: ['itsm_agent'], kind: 'client' })
  expect(payload.exp! - payload.iat!).toBe(3600)
})

test('the published keys contain no private part', async () => {
  const { keys } = (await app.http.inject('/.well-known/jwks.json')).json<JSONWebKeySet>()
  expect(keys).toHaveLength(1)
  for (const key of keys) {
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    expect(key).not.toHaveProperty('d')
  }
})

test('two tokens of one client differ', async () => {
  const [one, other] = await Promise.all([askAsClient(app, agent), askAsClient(app, agent)])
  expect(accessToken(one)).not.toBe(accessToken(other))
})

test.for(['openid-configuration', 'oauth-authorization-server'])(
  '%s lists working endpoints',
  async (name) => {
    const response = await app.http.inject(`/.well-known/${name}`)
    expect(response.statusCode).toBe(200)
    const document = response.json<Record<string, unknown>>()
    expect(document).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/oauth2/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })
    expect(document.grant_types_supported).toEqual(
      expect.arrayContaining([grant_type, 'urn:ietf:params:oauth:grant-type:token-exchange']),
    )
    expect(document.token_endpoint_auth_methods_supported).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'none',
    ])
    expect(document).not.toHaveProperty('dpop_signing_alg_values_supported')
    for (const [key, address] of Object.entries(document).filter(([each]) => each.endsWith('_endpoint'))) {
      const url = String(address).slice(issuer.length)
      const answers = await Promise.all(
        (['GET', 'POST'] as const).map((method) => app.http.inject({ method, url })),
      )
      expect([key, answers.every(({ statusCode }) => statusCode === 404)]).toEqual([key, false])
    }
  },
)

test('endpoints follow BASE_URL, not the Host header', async () => {
  const other = await startApp({ BASE_URL: 'https://itsm.example.com' })
  try {
    const response = await other.http.inject({
      url: '/.well-known/openid-configuration',
      headers: { host: 'evil.example.net', 'x-forwarded-host': 'evil.example.net' },
    })
    expect(response.json()).toMatchObject({
      issuer: 'https://itsm.example.com',
      token_endpoint: 'https://itsm.example.com/oauth2/token',
      jwks_uri: 'https://itsm.example.com/.well-known/jwks.json',
      authorization_endpoint: 'https://itsm.example.com/oauth2/authorize',
    })
    expect(response.body).not.toContain('evil')
  } finally {
    await other.close()
  }
})

const form = { grant_type, client_id, client_secret }
const without = (name: keyof typeof form) => {
  const { [name]: _gone, ...rest } = form
  return rest as Record<string, string>
}

test.for<[string, Record<string, string> | string, number, string]>([
  ['a wrong secret', { ...form, client_secret: 'wrong' }, 401, 'invalid_client'],
  ['an unknown client', { ...form, client_id: 'nobody' }, 401, 'invalid_client'],
  ['no secret', without('client_secret'), 401, 'invalid_client'],
  ['no client', without('client_id'), 400, 'invalid_request'],
  ['no client authentication', { grant_type }, 400, 'invalid_client'],
  ['no grant type', without('grant_type'), 400, 'invalid_request'],
  ['an unknown grant', { ...form, grant_type: 'magic' }, 400, 'unsupported_grant_type'],
  ['the password grant', { ...form, grant_type: 'password' }, 400, 'unsupported_grant_type'],
  [
    'a grant that is not for this client',
    { ...form, grant_type: 'refresh_token', refresh_token: 'x' },
    400,
    'unauthorized_client',
  ],
  ['an unknown scope', { ...form, scope: 'everything' }, 400, 'invalid_scope'],
  ['a scope beside ours', { ...form, scope: 'api everything' }, 400, 'invalid_scope'],
  ['a foreign resource', { ...form, resource: 'https://other.example' }, 400, 'invalid_target'],
  ['a client_id twice', `grant_type=${grant_type}&client_id=a&client_id=b`, 400, 'invalid_request'],
  ['an empty body', '', 400, 'invalid_request'],
  ['NUL in the client id', { ...form, client_id: 'test-admin\0' }, 401, 'invalid_client'],
])('%s is refused with an OAuth error', async ([, body, status, error]) => {
  const response = await askToken(app, body)
  expect([response.statusCode, response.json()]).toEqual([
    status,
    expect.objectContaining({ error, error_description: expect.any(String) }),
  ])
  expect(response.headers['content-type']).toContain('application/json')
  expect(response.headers['cache-control']).toContain('no-store')
  expect(response.body).not.toContain('access_token')
})

test.for(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
  'a body as %s is refused with an OAuth error',
  async (type) => {
    const response = await askToken(app, JSON.stringify(form), { headers: { 'content-type': type } })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ])
  },
)

test('two authentication methods at once are refused', async () => {
  const response = await askToken(app, form, { headers: basic(client_id, client_secret) })
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_request'])
})

test('a malformed Basic header is refused, not an internal error', async () => {
  for (const authorization of ['Basic', 'Basic !!!', 'Basic YWJj', 'Bearer abc', 'Basic JWZmOiVmZg=='])
    expect((await askToken(app, { grant_type }, { headers: { authorization } })).statusCode).toBe(400)
})

test('wrong Basic credentials get a challenge', async () => {
  const response = await askToken(app, { grant_type }, { headers: basic(client_id, 'wrong') })
  expect(response.statusCode).toBe(401)
  expect(response.headers['www-authenticate']).toMatch(/^Basic /)
})

test('an unknown client and a wrong secret get the same response, also across origins', async () => {
  for (const headers of [{}, { origin: 'https://evil.example.net' }] as Record<string, string>[]) {
    const unknown = await askToken(app, { ...form, client_id: 'nobody' }, { headers })
    const wrong = await askToken(app, { ...form, client_secret: 'wrong' }, { headers })
    expect(unknown.statusCode).toBe(401)
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  }
})

test('the stored hash of a secret is not accepted as the secret', async () => {
  const [row] = await app.query<{ secret_hash: string }>(
    `select secret_hash from clients where id = '${agent.id}'`,
  )
  const response = await askAsClient(app, { ...agent, client_secret: row!.secret_hash })
  expect(response.statusCode).toBe(401)
})

test('only allowed origins can read the response in a browser', async () => {
  for (const [url, method] of [
    ['/oauth2/token', 'POST'],
    ['/.well-known/jwks.json', 'GET'],
    ['/.well-known/openid-configuration', 'GET'],
  ] as const) {
    const ask = (origin: string) =>
      app.http.inject({
        url,
        method,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' && { payload: new URLSearchParams(form).toString() }),
      })
    const foreign = await ask('https://evil.example.net')
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
    const own = await ask('http://localhost:3000')
    expect(own.statusCode).toBe(200)
    expect(own.headers['access-control-allow-origin']).toBe('http://localhost:3000')
  }
})

test('an oversized body is refused before it is read', async () => {
  const response = await askToken(app, { ...form, padding: 'x'.repeat(100_000) })
  expect(response.statusCode).toBe(413)
})

test('the signing key is the one that discovery publishes', async () => {
  const { kid } = decodeProtectedHeader(accessToken(await askAsClient(app, agent)))
  const { keys } = (await app.http.inject('/.well-known/jwks.json')).json<JSONWebKeySet>()
  expect(keys.map((key) => key.kid)).toContain(kid)
})

test('tokens and their errors are as the API description says', async () => {
  const document = await documentOf(app)
  const { post } = inlined(document, document.paths['/oauth2/token']) as unknown as {
    post: { responses: Record<string, { content: Record<string, { schema: object }> }> }
  }
  const check = (name: string, answer: unknown) =>
    new Ajv2020({ strict: false }).validate(post.responses[name]!.content['application/json']!.schema, answer)
  const granted = await askAsClient(app, agent)
  expect(granted.headers['content-type']).toMatch(/^application\/json/)
  expect(check('200', granted.json())).toBe(true)
  const refused = await askAsClient(app, { ...agent, client_secret: 'wrong' })
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    401,
    expect.stringMatching(/^application\/json/),
  ])
  expect(check('default', refused.json())).toBe(true)
  expect(check('200', refused.json())).toBe(false)
})
