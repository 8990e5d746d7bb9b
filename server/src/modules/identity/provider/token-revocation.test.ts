import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeKey } from '../../../../test/identity/key-owners.ts'
import {
  authorizeUrl,
  exchange,
  makeChallenge,
  openBrowser,
  redirectUri,
  signIn,
  tokensFor,
  type Tokens,
} from '../../../../test/identity/person.ts'
import {
  accessToken,
  askAsClient,
  exchangeKey,
  makeClient,
  statusWith,
} from '../../../../test/identity/token-endpoint.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startApp()
const other = await startApp({ DATABASE_URL: app.url })
afterAll(async () => {
  await other.close()
  await app.close()
})

let made = 0
async function newPerson() {
  const person = { email: `revoked${++made}@example.com`, password: 'a password of a person' }
  const { id } = expectOk<{ id: string }>(
    await app.call('POST', '/users', { body: { ...person, roles: ['viewer'] } }),
    201,
  )
  return { id, ...person }
}

const refresh = (refresh_token: string) => exchange(app, { grant_type: 'refresh_token', refresh_token })
const buy = ({ code, verifier }: { code: string; verifier: string }) =>
  exchange(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })

const revoke = (form: Record<string, string>) =>
  app.http.inject({
    method: 'POST',
    url: '/oauth2/revoke',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

/** Here immediately, on other nodes within seconds. */
async function expectRefusedEverywhere(token: string) {
  expect(await statusWith(app, token)).toBe(401)
  await eventually(async () => (await statusWith(other, token)) === 401)
}

async function expectAccepted(...tokens: string[]) {
  for (const token of tokens)
    expect([await statusWith(app, token), await statusWith(other, token)]).toEqual([200, 200])
}

const auditOf = (person: { id: string }) =>
  app.query<{ changes: object[] }>(
    `select changes from audit_entries where subject_type = 'session' and action = 'ended'
       and subject_id in (select id from sessions where account_id = '${person.id}')`,
  )
const reason = (to: string) => expect.objectContaining({ field: 'reason', to })

test('a code that is used twice ends the session and its access tokens', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const answer = await signIn(browser, person)
  const { access_token } = (await buy(answer)).json<Tokens>()
  await expectAccepted(access_token)
  expect((await buy(answer)).json()).toMatchObject({ error: 'invalid_grant' })
  await expectRefusedEverywhere(access_token)
  const asked = await browser.open(authorizeUrl(makeChallenge().challenge))
  expect(String(asked.headers.location)).toContain('/login/')
  const [entry] = await auditOf(person)
  expect(entry!.changes).toContainEqual(reason('an authorization code was used twice'))
})

test('a refresh token that is used twice ends the session and its access tokens', async () => {
  const person = await newPerson()
  const first = await tokensFor(app, openBrowser(app), person)
  const elsewhere = await tokensFor(app, openBrowser(app), person)
  const second = (await refresh(first.refresh_token)).json<Tokens>()
  await expectAccepted(first.access_token, second.access_token)
  expect((await refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  await expectRefusedEverywhere(first.access_token)
  await expectRefusedEverywhere(second.access_token)
  expect((await refresh(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  await expectAccepted(elsewhere.access_token)
  const [entry] = await auditOf(person)
  expect(entry!.changes).toContainEqual(reason('a refresh token was used twice'))
})

test.each([
  ['a code', (answer: { code: string; verifier: string }) => Promise.all([buy(answer), buy(answer)])],
  [
    'a refresh token',
    async (answer: { code: string; verifier: string }) => {
      const { refresh_token } = (await buy(answer)).json<Tokens>()
      return Promise.all([refresh(refresh_token), refresh(refresh_token)])
    },
  ],
])('%s used twice concurrently serves at most one, and not for longer', async (_what, useTwice) => {
  const answers = await useTwice(await signIn(openBrowser(app), await newPerson()))
  const won = answers.filter(({ statusCode }) => statusCode === 200)
  expect(won.length).toBeLessThanOrEqual(1)
  for (const answer of won) await expectRefusedEverywhere(answer.json<Tokens>().access_token)
})

test('a client revokes its own access token, and nothing else', async () => {
  const client = await makeClient(app, 'viewer')
  const [token, next] = [
    accessToken(await askAsClient(app, client)),
    accessToken(await askAsClient(app, client)),
  ]
  const { client_id, client_secret } = client
  const answer = await revoke({ client_id, client_secret, token, token_type_hint: 'access_token' })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  await expectRefusedEverywhere(token)
  await expectAccepted(next)
  expect((await revoke({ client_id, client_secret, token })).statusCode).toBe(200)
})

test('a client cannot revoke the token of another, nor without its secret', async () => {
  const [owner, stranger] = [await makeClient(app, 'viewer'), await makeClient(app, 'viewer')]
  const token = accessToken(await askAsClient(app, owner))
  const { client_id, client_secret } = stranger
  expect((await revoke({ client_id, client_secret, token })).statusCode).toBe(200)
  expect((await revoke({ client_id: 'console', token })).statusCode).toBe(200)
  expect((await revoke({ client_id: owner.client_id, client_secret: 'wrong', token })).statusCode).toBe(401)
  expect((await revoke({ client_id: owner.client_id, token })).statusCode).toBe(401)
  expect((await revoke({ token })).statusCode).toBe(400)
  await expectAccepted(token)
})

test('revoking an unknown token succeeds without effect', async () => {
  const { client_id, client_secret } = await makeClient(app, 'viewer')
  const before = await app.query('select * from revoked_tokens')
  const foreign = 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ.eyJpc3MiOiJodHRwczovL2V4YW1wbGUuY29tIn0.c2lnbmF0dXJl'
  for (const token of ['opaque', foreign, `${foreign}.x`])
    expect((await revoke({ client_id, client_secret, token })).statusCode).toBe(200)
  expect(await app.query('select * from revoked_tokens')).toEqual(before)
})

test('a user revokes tokens of an application: an access token alone, a refresh token with its access tokens', async () => {
  const person = await newPerson()
  const browser = openBrowser(app)
  const tokens = await tokensFor(app, browser, person)
  const again = (await refresh(tokens.refresh_token)).json<Tokens>()
  expect((await revoke({ client_id: 'console', token: tokens.access_token })).statusCode).toBe(200)
  await expectRefusedEverywhere(tokens.access_token)
  await expectAccepted(again.access_token)
  const elsewhere = await tokensFor(app, openBrowser(app), person)
  const { client_id, client_secret } = await makeClient(app, 'viewer')
  const byAnother = await revoke({ client_id, client_secret, token: again.refresh_token })
  expect(byAnother.statusCode).toBe(200)
  await expectAccepted(again.access_token)
  expect((await revoke({ client_id: 'console', token: again.refresh_token })).statusCode).toBe(200)
  await expectRefusedEverywhere(again.access_token)
  await expectAccepted(elsewhere.access_token)
})

test('the token of an API key can be revoked, and the key still works', async () => {
  const owner = accessToken(await askAsClient(app, await makeClient(app, 'viewer')))
  const { key } = await makeKey(app, owner)
  const token = accessToken(await exchangeKey(app, key))
  expect((await revoke({ client_id: 'api-key', token })).statusCode).toBe(200)
  await expectRefusedEverywhere(token)
  await expectAccepted(accessToken(await exchangeKey(app, key)))
})
