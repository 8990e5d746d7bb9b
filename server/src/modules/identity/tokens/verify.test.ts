import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { brokenTokens, type BadToken } from '../../../../test/identity/broken-tokens.ts'
import { forgedTokens } from '../../../../test/identity/forged-tokens.ts'
import { openMint, type Mint } from '../../../../test/identity/mint.ts'
import { statusWith } from '../../../../test/identity/token-endpoint.ts'
import { wrongTokens } from '../../../../test/identity/wrong-tokens.ts'
import { minute } from '../../../kernel/durations.ts'

const app = await startApp()
const mint = await openMint(app)

test('the valid token from which the invalid ones are derived is accepted', async () => {
  const response = await app.call('GET', '/profile', { as: await mint.sign(mint.claims()) })
  expect([response.statusCode, response.json()]).toEqual([
    200,
    {
      id: 'usr_somebody',
      kind: 'user',
      email: 'somebody@example.com',
      name: 'Somebody',
      roles: ['super_admin'],
      groups: [],
      mfa_enrolled: false,
    },
  ])
})

test.for<[string, (mint: Mint) => Promise<BadToken[]>, number]>([
  ['broken', brokenTokens, 30],
  ['forged', forgedTokens, 35],
  ['wrong', wrongTokens, 35],
])('every %s token is refused, also when repeated', async ([, makeTokens, least]) => {
  const tokens = await makeTokens(mint)
  expect(tokens.length).toBeGreaterThanOrEqual(least)
  for (const [what, token] of tokens)
    expect([what, ...(await answersTo(token))]).toEqual([what, refusal, refusal])
})

const refusal = { status: 401, code: 'unauthenticated', challenge: 'Bearer' }

async function answersTo(token: string): Promise<unknown[]> {
  const answers = []
  for (const path of ['/users', '/users']) {
    const response = await app.call('GET', path, { as: token })
    answers.push({
      status: response.statusCode,
      code: response.json<{ code: string }>().code,
      challenge: String(response.headers['www-authenticate']).split(' ')[0],
    })
  }
  return answers
}

test.for([
  'Bearer',
  'Bearer ',
  'Basic dGVzdDp0ZXN0',
  'Token abc',
  'bearer',
  'Bearer a b',
  'Bearer\tabc',
  ', Bearer abc',
])('the header Authorization: %s is refused', async (authorization) => {
  const response = await app.call('GET', '/profile', { as: null, headers: { authorization } })
  expect(response.statusCode).toBe(401)
  expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
})

test('a missing token is refused, and a token in the URL is ignored', async () => {
  const token = await mint.sign(mint.claims())
  expect((await app.call('GET', '/profile', { as: null })).statusCode).toBe(401)
  const query = { access_token: token }
  expect((await app.call('GET', '/profile', { as: null, query })).statusCode).toBe(401)
})

test('the scheme is case-insensitive', async () => {
  const authorization = `bEARER ${await mint.sign(mint.claims())}`
  expect((await app.call('GET', '/profile', { as: null, headers: { authorization } })).statusCode).toBe(200)
})

test('tokens of a node whose clock is a few seconds ahead are accepted by others', async () => {
  const iat = Math.floor(Date.now() / 1000) + 5
  expect(await statusWith(app, await mint.sign(mint.claims({ iat, exp: iat + 3600 })))).toBe(200)
})

test('a cached token ends at its expiry', async () => {
  const now = Math.floor(Date.now() / 1000)
  const token = await mint.sign(mint.claims({ exp: now + 600 }))
  expect(await statusWith(app, token)).toBe(200)
  const { clock } = app.database
  const { milliseconds } = clock
  onTestFinished(() => void (clock.milliseconds = milliseconds))
  clock.milliseconds = () => milliseconds() + 10 * minute
  expect(await statusWith(app, token)).toBe(401)
})

test('unknown roles grant no permission', async () => {
  const token = await mint.sign(mint.claims({ roles: ['owner', 'SUPER_ADMIN', 7] }))
  const response = await app.call('GET', '/users', { as: token })
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([403, 'insufficient_role'])
})
