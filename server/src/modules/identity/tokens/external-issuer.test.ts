import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { issuer as ownIssuer, openMint } from '../../../../test/identity/mint.ts'
import { startExternalProvider, type ExternalProvider } from '../../../../test/identity/external-provider.ts'
import { accessToken, exchangeKey, statusWith } from '../../../../test/identity/token-endpoint.ts'

const audience = 'https://mainstay.example/api'

let provider: ExternalProvider
let app: TestApp
beforeAll(async () => {
  provider = await startExternalProvider()
  app = await startWith(provider)
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

const startWith = ({ issuer }: ExternalProvider, env: Record<string, string> = {}) =>
  startApp({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, ...env })

/** A separate service that has not fetched the keys of the provider yet. */
async function startAnother(external: ExternalProvider, env: Record<string, string> = {}): Promise<TestApp> {
  const another = await startWith(external, env)
  onTestFinished(() => another.close())
  return another
}

async function startOwnProvider(trailing?: string): Promise<ExternalProvider> {
  const own = await startExternalProvider(trailing)
  onTestFinished(() => own.stop().catch(() => undefined))
  return own
}

const answer = async (node: TestApp, as: string, path = '/profile') => {
  const response = await node.call('GET', path, { as })
  return [response.statusCode, response.json<{ code?: string }>().code]
}

test('a token of the external provider works with its roles', async () => {
  const claims = { roles: ['itsm_agent', 'owner'], email: 'ada@corp.example', name: 'Ada' }
  const token = await provider.token(claims, audience)
  expect(decodeProtectedHeader(token).typ).toBe('at+jwt')
  const profile = await app.call('GET', '/profile', { as: token })
  expect([profile.statusCode, profile.json()]).toEqual([
    200,
    {
      id: 'oidc:reporting',
      kind: 'external',
      email: 'ada@corp.example',
      name: 'Ada',
      roles: ['itsm_agent'],
      groups: [],
      mfa_enrolled: false,
    },
  ])
  expect(await answer(app, token, '/users')).toEqual([403, 'insufficient_role'])
})

test('an administrator there is an administrator here', async () => {
  const token = await provider.token({ roles: ['super_admin'] }, audience)
  expect(await answer(app, token, '/users')).toEqual([200, undefined])
})

test.for<[string, object]>([
  ['unknown roles', { roles: ['owner', 'Super_Admin'] }],
  ['no roles', {}],
  ['roles that are no list', { roles: { super_admin: true } }],
  ['roles of numbers', { roles: [1, null] }],
])('a token with %s is authenticated without permissions', async ([, claims]) => {
  expect(await answer(app, await provider.token(claims as never, audience))).toEqual([
    403,
    'insufficient_role',
  ])
})

test('roles may be nested, or one space-separated string', async () => {
  const nested = await startAnother(provider, { OIDC_ROLES_CLAIM: 'realm_access.roles' })
  const deep = await provider.token({ realm_access: { roles: ['viewer'] } } as never, audience)
  expect(await answer(nested, deep)).toEqual([200, undefined])
  expect(await answer(nested, await provider.token({ roles: ['viewer'] }, audience))).toEqual([
    403,
    'insufficient_role',
  ])
  const text = await provider.token({ roles: 'viewer, itsm_agent' }, audience)
  expect((await app.call('GET', '/profile', { as: text })).json()).toMatchObject({
    roles: ['viewer', 'itsm_agent'],
  })
})

test('a token for another audience is refused', async () => {
  const token = await provider.token({ roles: ['super_admin'] }, 'https://other.example/api')
  expect(await answer(app, token)).toEqual([401, 'unauthenticated'])
})

const now = () => Math.floor(Date.now() / 1000)
const admin = { roles: ['super_admin'], aud: audience }

test.for<[string, (external: ExternalProvider) => Promise<string>]>([
  ['an ID token', (external) => external.sign({ ...admin, nonce: 'n', at_hash: 'h' })],
  ['an ID token with a nonce only', (external) => external.sign({ ...admin, nonce: 'n' })],
  ['an ID token without a nonce', (external) => external.sign({ ...admin, at_hash: 'h' })],
  ['an ID token of Cognito', (external) => external.sign({ ...admin, token_use: 'id' })],
  ['an ID token of Keycloak', (external) => external.sign({ ...admin, typ: 'ID' })],
  ['an expired token', (external) => external.sign({ ...admin, iat: now() - 700, exp: now() - 100 })],
  ['a token that is not valid yet', (external) => external.sign({ ...admin, nbf: now() + 600 })],
  ['a token without an end', (external) => external.sign({ ...admin, exp: undefined })],
  ['a token of nobody', (external) => external.sign({ ...admin, sub: undefined })],
  ['a token of another issuer', (external) => external.sign({ ...admin, iss: 'https://evil.example.net' })],
  [
    'a token in our own name',
    (external) => external.sign({ ...admin, iss: ownIssuer, epoch: 1, kind: 'user' }),
  ],
  ['a token of an unknown key', (external) => external.sign(admin, { kid: 'unknown' })],
  [
    'a token of another algorithm',
    async (external) => withHeader(await external.sign(admin), { alg: 'RS256' }),
  ],
  ['an unsigned token', async (external) => withHeader(await external.sign(admin), { alg: 'none' })],
  [
    'a token with a shared secret',
    async (external) => withHeader(await external.sign(admin), { alg: 'HS256' }),
  ],
])('%s is refused', async ([, makeToken]) => {
  const token = await makeToken(provider)
  expect(await answer(app, token)).toEqual([401, 'unauthenticated'])
  expect(await answer(app, token)).toEqual([401, 'unauthenticated'])
})

function withHeader(token: string, change: object): string {
  const header = { ...decodeProtectedHeader(token), ...change }
  return token.replace(/^[^.]+/, Buffer.from(JSON.stringify(header)).toString('base64url'))
}

test('the access token marker distinguishes it from those ID tokens', async () => {
  expect(await statusWith(app, await provider.sign(admin))).toBe(200)
  const ofOldKeycloak = await provider.sign({ ...admin, typ: 'Bearer', nonce: 'n' })
  expect(await statusWith(app, ofOldKeycloak)).toBe(200)
})

test('tokens in the name of the external provider signed with our key are refused', async () => {
  const { sign, claims } = await openMint(app)
  const token = await sign(claims({ iss: provider.issuer, aud: audience }))
  expect(await answer(app, token)).toEqual([401, 'unauthenticated'])
})

test('built-in tokens work beside it', async () => {
  expect(await statusWith(app, await app.tokenFor('viewer'))).toBe(200)
})

test('a service that does not trust the provider refuses its tokens', async () => {
  const alone = await startApp()
  onTestFinished(() => alone.close())
  expect(await answer(alone, await provider.token(admin, audience))).toEqual([401, 'unauthenticated'])
})

test('an external user can create and use an API key', async () => {
  const as = await provider.token({ roles: ['viewer', 'itsm_agent'] }, audience)
  const made = await app.call('POST', '/profile/api-keys', { as, body: { name: 'k', roles: ['viewer'] } })
  expect(made.statusCode).toBe(201)
  const token = accessToken(await exchangeKey(app, made.json<{ key: string }>().key))
  expect((await app.call('GET', '/profile', { as: token })).json()).toMatchObject({
    id: 'oidc:reporting',
    kind: 'external',
    roles: ['viewer'],
  })
})

test('a new key of the provider is fetched', async () => {
  const external = await startOwnProvider()
  const node = await startAnother(external)
  const before = await external.token({ roles: ['viewer'] }, audience)
  expect(await statusWith(node, before)).toBe(200)
  await external.rotate()
  const after = await external.token({ roles: ['viewer'] }, audience)
  expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid)
  await eventually(async () => (await statusWith(node, after)) === 200)
})

test('while it is down tokens with new keys are refused temporarily, built-in ones work, and all work after recovery', async () => {
  const external = await startOwnProvider()
  const node = await startAnother(external)
  const token = await external.token({ roles: ['viewer'] }, audience)
  const own = await node.tokenFor('viewer')
  await external.stop()
  const response = await node.call('GET', '/profile', { as: token })
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'issuer_unavailable'])
  expect(response.headers['retry-after']).toBeDefined()
  expect(await statusWith(node, own)).toBe(200)
  await external.start()
  expect(await statusWith(node, token)).toBe(200)
  await external.stop()
  expect(await statusWith(node, await external.sign(admin))).toBe(200)
})

test.for(['/.well-known/openid-configuration', '/jwks'])(
  'a failure at %s is reported as a failure of the provider, not of the token',
  async (path) => {
    const external = await startOwnProvider()
    const node = await startAnother(external)
    const token = await external.token({ roles: ['viewer'] }, audience)
    external.failing = [path]
    expect(await answer(node, token)).toEqual([503, 'issuer_unavailable'])
    external.failing = []
    await eventually(async () => (await statusWith(node, token)) === 200)
  },
)

test('an issuer with a trailing slash is the same issuer', async () => {
  const external = await startOwnProvider('/')
  const node = await startAnother(external)
  expect(await statusWith(node, await external.token({ roles: ['viewer'] }, audience))).toBe(200)
})
