import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { holdHashes } from '../../../../test/cheap-argon2.ts'
import { eventually } from '../../../../test/eventually.ts'
import { authorizeUrl, makeChallenge, openBrowser } from '../../../../test/identity/person.ts'
import { exchangeKey, makeClient } from '../../../../test/identity/token-endpoint.ts'
import { countHashes } from '../../../kernel/passwords.ts'

const app = await startApp()

/** The number of hashes that the callback caused. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const before = countHashes()
  await work()
  return countHashes() - before
}

const post = (url: string, form: Record<string, string>, remoteAddress = '127.0.0.1') =>
  app.http.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

const secretEndpoints = ['/oauth2/token', '/oauth2/revoke', '/oauth2/device_authorization']

test.each([
  ['/oauth2/authorize?client_id=unknown'],
  [authorizeUrl('challenge', { client_id: 'unknown' })],
  ['/oauth2/authorize/abc?client_id=unknown'],
  ['/logout?client_id=unknown'],
])('GET %s computes no hash', async (url) => {
  expect(await hashesOf(() => app.http.inject(url))).toBe(0)
})

test('a request without a secret causes no hash', async () => {
  for (const url of [...secretEndpoints, '/oauth2/authorize', '/logout'])
    expect([url, await hashesOf(() => post(url, { client_id: 'unknown', token: 'x' }))]).toEqual([url, 0])
  expect(await hashesOf(() => exchangeKey(app, `mk_${'0'.repeat(16)}_wrong`))).toBe(0)
})

test('a wrong API key is refused without a hash, like an unknown one', async () => {
  const made = await app.call('POST', '/profile/api-keys', { body: { name: 'a key' } })
  const { key } = made.json<{ key: string }>()
  expect(await hashesOf(() => exchangeKey(app, `${key.slice(0, -4)}0000`))).toBe(0)
})

test.each(secretEndpoints)('at %s an unknown client causes as many hashes as a wrong secret', async (url) => {
  const { client_id } = await makeClient(app, 'viewer')
  const form = { client_secret: 'wrong', grant_type: 'client_credentials', token: 'x' }
  const wrong = await hashesOf(() => post(url, { ...form, client_id }, '198.51.100.20'))
  const unknown = await hashesOf(() => post(url, { ...form, client_id: 'unknown' }, '198.51.100.20'))
  expect([wrong, unknown]).toEqual([1, 1])
})

test.each([
  ['/oauth2/revoke', '198.51.100.21'],
  ['/oauth2/device_authorization', '198.51.100.22'],
])(
  'attempts at %s count like those at /oauth2/token, and throttled ones cause no hash',
  async (url, address) => {
    const { client_id, client_secret } = await makeClient(app, 'viewer')
    const guess = (secret: string) => post(url, { client_id, client_secret: secret, token: 'x' }, address)
    for (let i = 0; i < 20; i++) expect((await guess('wrong')).statusCode).toBe(401)
    const hashes = await hashesOf(async () => {
      const refused = await guess('wrong')
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.json()).toMatchObject({ error: 'slow_down', code: 'rate_limited' })
      expect((await guess(client_secret)).statusCode).toBe(429)
    })
    expect(hashes).toBe(0)
  },
)

test('a flood of secrets gets 503 with Retry-After, and signs no one in', async () => {
  const admitted = 4 + 64 // computed at a time, and waiting
  const release = holdHashes()
  const early: LightMyRequestResponse[] = []
  const flood = Array.from({ length: 150 }, async (_, i) => {
    const form = { grant_type: 'client_credentials', client_id: `nobody${i}`, client_secret: 'wrong' }
    const answer = await post('/oauth2/token', form, `203.0.113.${i}`)
    early.push(answer)
    return answer
  })
  await eventually(() => early.length >= flood.length - admitted)
  release()
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(refused).toHaveLength(flood.length - admitted)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 503]))
  expect(refused.map(({ headers }) => Number(headers['retry-after']) > 0)).not.toContain(false)
  expect(refused.map((answer) => answer.json<{ error?: string }>().error)).toContain(
    'temporarily_unavailable',
  )
  const browser = openBrowser(app)
  const page = await browser.open(authorizeUrl(makeChallenge().challenge))
  const wrong = { email: 'admin@example.com', password: 'wrong' }
  expect((await browser.submit(String(page.headers.location), wrong)).statusCode).toBe(401)
})

test('metrics count the hashed secrets', async () => {
  const { body } = await app.http.inject('/metrics')
  expect(body).toMatch(/^mainstay_secret_hashes_total [1-9]\d*$/m)
})
