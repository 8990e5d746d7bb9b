import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { listKeys, makeKey, makeUser } from '../../../test/identity/key-owners.ts'
import { startExternalProvider } from '../../../test/identity/external-provider.ts'
import {
  accessToken,
  askAsClient,
  exchangeKey,
  makeClient,
  statusWith,
} from '../../../test/identity/token-endpoint.ts'
import { expectProblem } from '../../../test/problem.ts'
import { day } from '../../kernel/durations.ts'

const app = await startApp({ API_KEY_MAX_DAYS: '90' })

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const daysLeft = (time: string) => (Date.parse(time) - Date.now()) / day
const age = (id: string, days: number) =>
  app.query(`update api_keys set created_at = now() - interval '${days} days' where id = '${id}'`)
const revocations = (id: string) =>
  app.query(`select actor_id, action from audit_entries where subject_id = '${id}' and action = 'revoked'`)

async function expectRefused(key: string, description = 'the API key is unknown, expired or revoked') {
  const response = await exchangeKey(app, key)
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { error: 'invalid_grant', error_description: description },
  ])
}

describe('a key is valid for API_KEY_MAX_DAYS', () => {
  test.for([{}, { expires_at: null }])('unless less is requested: %j', async (body) => {
    const { expires_at } = await makeKey(app, await app.tokenFor('viewer'), body)
    expect(daysLeft(expires_at!)).toBeCloseTo(90, 1)
  })

  test('at most', async () => {
    const token = await app.tokenFor('viewer')
    const body = { name: 'for ever', expires_at: inDays(91) }
    const answer = await app.call('POST', '/profile/api-keys', { as: token, body })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field: 'expires_at' }])
    expect((await listKeys(app, token)).total).toBe(0)
    const { expires_at } = await makeKey(app, token, { expires_at: inDays(89) })
    expect(daysLeft(expires_at!)).toBeCloseTo(89, 1)
  })

  test('also if it was created before there was a maximum', async () => {
    const token = await app.tokenFor('viewer')
    const { id, key } = await makeKey(app, token)
    await app.query(`update api_keys set expires_at = null where id = '${id}'`)
    await age(id, 89)
    expect((await exchangeKey(app, key)).statusCode).toBe(200)
    expect(daysLeft((await listKeys(app, token)).data[0]!.expires_at!)).toBeCloseTo(1, 1)
    await age(id, 91)
    await expectRefused(key)
  })
})

describe('keys and their tokens end with', () => {
  const ends: [name: string, end: (id: string) => Promise<unknown>][] = [
    [
      'a new password',
      (id) => app.call('PATCH', `/users/${id}`, { body: { password: 'another long password 27' } }),
    ],
    [
      'a disabled account, also when it is enabled again',
      async (id) => {
        await app.call('PATCH', `/users/${id}`, { body: { active: false } })
        await app.call('PATCH', `/users/${id}`, { body: { active: true } })
      },
    ],
    ['a deleted account', (id) => app.call('DELETE', `/users/${id}`)],
  ]
  test.for(ends)('%s', async ([, end]) => {
    const owner = await makeUser(app, 'itsm_agent')
    const other = await makeKey(app, await app.tokenFor('viewer'))
    const keys = [await makeKey(app, owner.token), await makeKey(app, owner.token)]
    const token = accessToken(await exchangeKey(app, keys[0]!.key))
    await end(owner.id)
    for (const { id, key } of keys) {
      await expectRefused(key)
      expect(await revocations(id)).toEqual([{ actor_id: 'test-admin', action: 'revoked' }])
    }
    await eventually(async () => (await statusWith(app, token)) === 401)
    expect((await exchangeKey(app, other.key)).statusCode).toBe(200)
  })

  test.for([
    ['POST', '/rotate-secret'],
    ['DELETE', ''],
    ['PATCH', ''],
  ] as const)('%s /clients/<id>%s', async ([method, verb]) => {
    const client = await makeClient(app, 'viewer')
    const { id, key } = await makeKey(app, accessToken(await askAsClient(app, client)))
    const body = method === 'PATCH' ? { active: false } : {}
    const answer = await app.call(method, `/clients/${client.client_id}${verb}`, { body })
    expect(answer.statusCode).toBe(200)
    await expectRefused(key)
    expect(await revocations(id)).toHaveLength(1)
  })

  test('other changes of the account do not end them', async () => {
    const owner = await makeUser(app, 'itsm_agent')
    const { key } = await makeKey(app, owner.token)
    await app.call('PATCH', `/users/${owner.id}`, { body: { name: 'New name', groups: ['Desk'] } })
    expect((await exchangeKey(app, key)).statusCode).toBe(200)
  })
})

test('a key of a user of an external identity provider needs a sign-in there from time to time', async () => {
  const issuer = await startExternalProvider()
  onTestFinished(() => issuer.stop())
  const audience = 'https://mainstay.example/api'
  const node = await startApp({
    DATABASE_URL: app.url,
    OIDC_ISSUER: issuer.issuer,
    OIDC_AUDIENCE: audience,
    OIDC_KEY_TRUST_DAYS: '30',
  })
  onTestFinished(() => node.close())
  const token = await issuer.token({ roles: ['viewer'] }, audience)
  const { id, key } = await makeKey(node, token)
  const owner = 'oidc:reporting'
  expect((await exchangeKey(node, key)).statusCode).toBe(200)
  await age(id, 31)
  const stale = await exchangeKey(node, key)
  expect([stale.statusCode, stale.json()]).toEqual([
    400,
    { error: 'invalid_grant', error_description: expect.stringContaining('sign in there again') },
  ])
  await app.query(`insert into outside_people (id, email, name, roles, vouched_at)
    values ('${owner}', 'r@corp.example', 'R', array['viewer'], now() - interval '29 days')`)
  expect((await exchangeKey(node, key)).statusCode).toBe(200)
  await app.query(`update outside_people set vouched_at = now() - interval '31 days' where id = '${owner}'`)
  expect((await exchangeKey(node, key)).statusCode).toBe(400)
})
