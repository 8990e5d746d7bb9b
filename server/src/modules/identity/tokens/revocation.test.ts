import { once } from 'node:events'
import { connect } from 'node:net'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { expectProblem } from '../../../../test/problem.ts'

// Without the look at the database every two seconds: only the change itself can tell.
vi.useFakeTimers({ toFake: ['setInterval'] })
afterAll(() => void vi.useRealTimers())
const app = await startApp()

test.each([
  ['new roles', (id: string) => app.call('PATCH', `/clients/${id}`, { body: { roles: ['viewer'] } })],
  ['a new secret', (id: string) => app.call('POST', `/clients/${id}/rotate-secret`)],
  ['deletion', (id: string) => app.call('DELETE', `/clients/${id}`)],
])('%s: a token ends before the answer', async (_what, change) => {
  const as = await app.tokenFor('itsm_agent')
  expect((await app.call('GET', '/profile', { as })).statusCode).toBe(200)
  expect((await change(decodeJwt(as).sub!)).statusCode).toBe(200)
  expect((await app.call('GET', '/profile', { as })).statusCode).toBe(401)
})

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
