import { once } from 'node:events'
import { connect } from 'node:net'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { bootstrapAdmin } from '../../../../test/accounts.ts'
import { openMint } from '../../../../test/identity/mint.ts'
import { exchange, openBrowser, signIn } from '../../../../test/identity/person.ts'
import { expectProblem } from '../../../../test/problem.ts'

// Without the look at the database every two seconds: only the change itself can tell.
vi.useFakeTimers({ toFake: ['setInterval'] })
afterAll(() => void vi.useRealTimers())
const app = await startApp()

const changes = [
  ['new roles', (id: string) => app.call('PATCH', `/clients/${id}`, { body: { roles: ['viewer'] } })],
  ['deactivation', (id: string) => app.call('PATCH', `/clients/${id}`, { body: { active: false } })],
  ['a new secret', (id: string) => app.call('POST', `/clients/${id}/rotate-secret`)],
  ['deletion', (id: string) => app.call('DELETE', `/clients/${id}`)],
] as const

test.each(changes)('%s: a token ends before the answer', async (_what, change) => {
  const as = await app.tokenFor('itsm_agent')
  expect((await app.call('GET', '/profile', { as })).statusCode).toBe(200)
  expect((await change(decodeJwt(as).sub!)).statusCode).toBe(200)
  expect((await app.call('GET', '/profile', { as })).statusCode).toBe(401)
})

/** The token of a person who signs in through a new client, and the same one as earlier versions issued it. */
async function signInThroughClient() {
  const redirect_uri = 'https://wiki.example/callback'
  const body = { name: 'Wiki', roles: ['itsm_agent'], redirect_uris: [redirect_uri] }
  const client = (await app.call('POST', '/clients', { body })).json<
    Record<'client_id' | 'client_secret', string>
  >()
  const { client_id, client_secret } = client
  const { code, verifier } = await signIn(openBrowser(app), bootstrapAdmin, { client_id, redirect_uri })
  const form = { client_id, client_secret, code, code_verifier: verifier, redirect_uri }
  const bought = await exchange(app, { grant_type: 'authorization_code', ...form })
  const { access_token } = bought.json<{ access_token: string }>()
  const { sign } = await openMint(app)
  const earlier = await sign({ ...decodeJwt(access_token), client_epoch: undefined })
  return { client_id, access_token, earlier }
}

test.each(changes)(
  '%s of a client ends the tokens of people who signed in through it',
  async (_what, change) => {
    const [changed, other] = [await signInThroughClient(), await signInThroughClient()]
    const statusOf = async (as: string) => (await app.call('GET', '/profile', { as })).statusCode
    expect(await statusOf(changed.access_token)).toBe(200)
    expect((await change(changed.client_id)).statusCode).toBe(200)
    expect(await statusOf(changed.access_token)).toBe(401)
    expect(await statusOf(changed.earlier)).toBe(200)
    expect(await statusOf(other.access_token)).toBe(200)
  },
)

test('a rotated key signs before the answer, also with an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'rotate' }
  const { kid } = (await app.call('POST', '/signing-keys/rotate', { headers })).json<{ kid: string }>()
  expect(decodeProtectedHeader(await app.tokenFor('viewer'))).toMatchObject({ kid })
})

const rows = async (table: string) =>
  (await app.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n

test('a request that is held open does nothing once its token has ended', async () => {
  const as = await app.tokenFor('itsm_agent')
  expect((await app.call('GET', '/profile', { as })).statusCode).toBe(200)
  const { port } = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  const body = JSON.stringify({ short_description: 'Late' })
  socket.write(
    `POST /prod/api/v1/incidents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${as}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  // The head has been checked when this answer arrives.
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 100 /)
  await app.call('POST', `/clients/${decodeJwt(as).sub}/rotate-secret`)
  socket.write(body)
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 401 /)
  expect(await rows('incidents')).toBe(0)
})

test('no key is created after a change of the account that this node has not noticed yet', async () => {
  const as = await app.tokenFor('viewer')
  await app.query(`update clients set epoch = epoch + 1 where id = '${decodeJwt(as).sub}'`)
  const late = await app.call('POST', '/profile/api-keys', { as, body: { name: 'late' } })
  expectProblem(late, 401, 'unauthenticated')
  expect(await rows('api_keys')).toBe(0)
})
