import { describe, expect, test } from 'vitest'
import { startApp, tokenOf } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  openBrowser,
  tokensFor,
} from '../../../test/identity/person.ts'
import { makeKey } from '../../../test/identity/key-owners.ts'
import { apiKeyTokenType, askToken, tokenExchange } from '../../../test/identity/token-endpoint.ts'
import { expectOk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()

interface Item {
  actor_id: string
  actor: string
  action: string
  subject_type: string
  subject_id: string
  field: string
  to: Record<string, unknown>
}

const search = async (query: Record<string, string>): Promise<ListPage<Item>> =>
  expectOk(await app.call('GET', '/audit', { query: { limit: '200', ...query } }), 200)

/** Frequent events are written with a short delay. */
const found = (query: Record<string, string>): Promise<Item> =>
  eventually(async () => (await search(query)).data[0]!)

/** As Prometheus would scrape it. */
async function counted(action: string): Promise<number> {
  const { body } = await app.http.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })
  const line = body
    .split('\n')
    .find((text) => text.startsWith(`mainstay_security_events_total{action="${action}"}`))
  return Number(line?.split(' ')[1])
}

let people = 0
async function newPerson() {
  const person = { email: `door${++people}@example.com`, password: 'a password of a person' }
  const body = { ...person, roles: ['viewer'], name: 'Ada' }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201)
  return { id, ...person }
}

const agent = { 'user-agent': 'A browser \u0007of tests' }

async function guess(email: string, password: string) {
  const browser = openBrowser(app, agent)
  const sent = await browser.open(authorizeUrl(makeChallenge().challenge))
  return browser.submit(String(sent.headers.location), { email, password })
}

describe('signing in', () => {
  test('is in the audit log immediately, with user, address and method', async () => {
    const person = await newPerson()
    const before = await counted('signed_in')
    const browser = openBrowser(app, agent)
    await tokensFor(app, browser, person)
    const { data, total } = await search({ action: 'signed_in', subject_id: person.id })
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      actor_id: person.id,
      actor: person.email,
      subject_type: 'identity',
      field: 'details',
      to: { address: '127.0.0.1', user_agent: 'A browser ?of tests', client_id: 'console' },
    })
    expect(await counted('signed_in')).toBe(before + 1)
    // Returning with the session is not a new sign-in.
    await browser.open(authorizeUrl(makeChallenge().challenge))
    expect((await search({ action: 'signed_in', subject_id: person.id })).total).toBe(1)
    expect(await found({ action: 'token_issued', subject_id: person.id })).toMatchObject({
      actor: person.email,
      to: { grant_type: 'authorization_code', client_id: 'console', count: 1 },
    })
  })

  test('that fails is in the audit log immediately, without the typed password', async () => {
    const { email, id } = await newPerson()
    const before = await counted('sign_in_refused')
    expect((await guess(email.toUpperCase(), 'a wrong one 1')).statusCode).toBe(401)
    expect((await guess('nobody@example.com', 'a wrong one 2')).statusCode).toBe(401)
    const { data } = await search({ action: 'sign_in_refused' })
    expect(data.map(({ subject_id }) => subject_id)).toEqual(['nobody@example.com', email])
    expect(data[0]).toMatchObject({
      actor_id: 'anonymous',
      subject_type: 'identity',
      to: { address: '127.0.0.1', reason: 'wrong_credentials' },
    })
    expect(await counted('sign_in_refused')).toBe(before + 2)
    expect((await search({ action: 'signed_in', subject_id: id })).total).toBe(0)
    expect(JSON.stringify(data)).not.toContain('a wrong one')
  })

  test('with a password in the wrong field does not store it', async () => {
    await guess('my-secret-password', 'x')
    await guess('p@ssw0rd', 'x')
    const { data } = await search({ action: 'sign_in_refused' })
    expect(data.slice(0, 2).map(({ subject_id }) => subject_id)).toEqual(['unknown', 'unknown'])
    expect(JSON.stringify(data)).not.toMatch(/my-secret|p@ss/)
  })
})

const keyGrant = (key: string) => ({
  grant_type: tokenExchange,
  subject_token: key,
  subject_token_type: apiKeyTokenType,
})

describe('tokens', () => {
  const newClient = async () =>
    expectOk<{ client_id: string; client_secret: string }>(
      await app.call('POST', '/clients', { body: { name: 'Robot', roles: ['viewer'] } }),
      201,
    )

  test('that are issued and refused are counted by client, and written with a short delay', async () => {
    const { client_id, client_secret } = await newClient()
    await tokenOf(app.http, client_id, client_secret)
    const issued = await found({ action: 'token_issued', subject_id: client_id })
    expect(issued).toMatchObject({ actor_id: client_id, to: { grant_type: 'client_credentials', count: 1 } })

    const before = await counted('token_refused')
    const wrong = { grant_type: 'client_credentials', client_id, client_secret: 'a wrong secret' }
    expect((await exchange(app, wrong)).statusCode).toBe(401)
    const refused = await found({ action: 'token_refused' })
    expect(refused).toMatchObject({
      actor_id: 'anonymous',
      to: { reason: 'invalid_client', address: '127.0.0.1', count: 1 },
    })
    expect(await counted('token_refused')).toBe(before + 1)
    expect(JSON.stringify([issued, refused])).not.toMatch(new RegExp(`a wrong secret|${client_secret}`))
  })

  test('of an API key are logged with the ID of the key and where each came from, without the key', async () => {
    const { id, key } = await makeKey(app, await app.tokenFor('viewer'))
    for (const name of ['script', 'thief', 'thief'])
      await askToken(app, keyGrant(key), { headers: { 'user-agent': name } })
    const ofKey = async () =>
      (await search({ action: 'token_issued' })).data.filter(({ to }) => to.api_key_id === id)
    await eventually(async () => (await ofKey()).length >= 2)
    const entries = await ofKey()
    expect(new Set(entries.map(({ to }) => to.user_agent))).toEqual(new Set(['script', 'thief']))
    expect(JSON.stringify(entries)).not.toContain(key.split('_').at(-1))
  })

  test('in large numbers do not flood the log: one entry per minute and principal', async () => {
    // A client and an address whose minute begins here.
    const flooding = await newClient()
    const request = { url: '/prod/api/v1/incidents', remoteAddress: '198.51.100.23' }
    const before = await counted('token_issued')
    const ask = () => tokenOf(app.http, flooding.client_id, flooding.client_secret)
    await Promise.all(Array.from({ length: 30 }, ask))
    for (let i = 0; i < 50; i++) {
      const headers = { authorization: `Bearer ey.not.${i}` }
      expect((await app.http.inject({ ...request, headers })).statusCode).toBe(401)
    }
    expect(await counted('token_issued')).toBe(before + 30)
    // What the flood adds is written by now: at the latest together with the first token of another client.
    const { client_id, client_secret } = await newClient()
    await tokenOf(app.http, client_id, client_secret)
    await found({ action: 'token_issued', subject_id: client_id })
    expect((await search({ action: 'token_issued', subject_id: flooding.client_id })).total).toBe(1)
    expect((await search({ action: 'token_refused' })).total).toBeLessThanOrEqual(2)
  })

  test.each(['/oauth2/revoke', '/oauth2/device_authorization'])(
    'a wrong secret at %s is counted like one at the token endpoint',
    async (url) => {
      const { client_id } = await newClient()
      const before = await counted('token_refused')
      const wrong = await app.http.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ client_id, client_secret: 'wrong', token: 'x' }).toString(),
      })
      expect(wrong.statusCode).toBe(401)
      expect(await counted('token_refused')).toBe(before + 1)
    },
  )
})

test('denied access is logged with the caller and the route', async () => {
  const as = await app.tokenFor('viewer')
  const before = await counted('access_refused')
  expectProblem(await app.call('GET', '/users', { as }), 403, 'insufficient_role')
  expectProblem(await app.call('POST', '/clients', { as, body: {} }), 403, 'insufficient_role')
  const entry = await found({ action: 'access_refused' })
  expect(entry).toMatchObject({
    subject_type: 'identity',
    to: { route: 'GET /prod/api/v1/users', reason: 'insufficient_role', address: '127.0.0.1' },
  })
  expect(entry.actor_id).toBe(entry.subject_id)
  expect(entry.actor_id).toMatch(/^client_/)
  expect(await counted('access_refused')).toBe(before + 2)
})

test('changes of roles and keys are counted by route', async () => {
  const { id } = await newPerson()
  expectOk(await app.call('PATCH', `/users/${id}`, { body: { roles: ['auditor'] } }), 200)
  const { body } = await app.http.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(body).toMatch(
    /mainstay_http_requests_total\{method="PATCH",route="\/prod\/api\/v1\/users\/:id",status="200"\} 1/,
  )
  expect((await search({ subject_id: id, action: 'updated' })).data).toMatchObject([
    { field: 'roles', from: ['viewer'], to: ['auditor'] },
  ])
})
