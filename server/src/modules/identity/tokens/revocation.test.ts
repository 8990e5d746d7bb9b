import { decodeJwt } from 'jose'
import { afterAll, expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'

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
