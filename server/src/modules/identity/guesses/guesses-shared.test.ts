import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { authorizeUrl, makeChallenge, openBrowser } from '../../../../test/identity/person.ts'
import { askAsClient, makeClient } from '../../../../test/identity/token-endpoint.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startApp()
const other = await startApp({ DATABASE_URL: app.url })
afterAll(async () => {
  await other.close()
  await app.close()
})

const guess = (node: TestApp, client_id: string, address: string) =>
  askAsClient(node, { client_id, client_secret: 'wrong' }, { address })

async function guessTwentyTimes(node: TestApp, client_id: string, address: (i: number) => string) {
  for (let i = 0; i < 20; i++) expect((await guess(node, client_id, address(i))).statusCode).toBe(401)
}

test('failed attempts on one node count on another, and after a restart', async () => {
  const client = await makeClient(app, 'viewer')
  await guessTwentyTimes(app, client.client_id, (i) => `198.51.100.${i}`)
  expect((await askAsClient(other, client, { address: '198.51.100.99' })).statusCode).toBe(429)
  const restarted = await startApp({ DATABASE_URL: app.url })
  try {
    expect((await askAsClient(restarted, client, { address: '198.51.100.99' })).statusCode).toBe(429)
  } finally {
    await restarted.close()
  }
})

test('attackers cannot lock out an address that has signed in before, on any node', async () => {
  const client = await makeClient(app, 'viewer')
  const home = { address: '2001:db8:7::1' }
  expect((await askAsClient(app, client, home)).statusCode).toBe(200)
  await guessTwentyTimes(app, client.client_id, (i) => `198.51.100.${i}`)
  expect((await askAsClient(other, client, { address: '198.51.100.99' })).statusCode).toBe(429)
  expect((await askAsClient(other, client, home)).statusCode).toBe(200)
  // Another address of the same network counts as the same; another network does not.
  expect((await askAsClient(other, client, { address: '2001:db8:7::2' })).statusCode).toBe(200)
  expect((await askAsClient(other, client, { address: '2001:db8:8::1' })).statusCode).toBe(429)
})

test('an address that signed in long ago is unknown again', async () => {
  const client = await makeClient(app, 'viewer')
  const home = { address: '203.0.113.50' }
  expect((await askAsClient(app, client, home)).statusCode).toBe(200)
  await app.query(`update known_addresses set last_sign_in_at = now() - interval '31 days'`)
  await guessTwentyTimes(app, client.client_id, (i) => `198.51.101.${i}`)
  expect((await askAsClient(app, client, home)).statusCode).toBe(429)
})

test('the addresses of one IPv6 network share a counter, those of two do not', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => `client_of_nobody_${i}`)
  await app.query(`insert into guess_counters
    select encode(sha256('address 2001:db8:1:1::/64'), 'hex'), 99, now() + interval '1 minute'`)
  expect((await guess(app, ids[0]!, '2001:db8:1:1::1')).statusCode).toBe(401)
  expect((await guess(app, ids[1]!, '2001:db8:1:1:ffff::2')).statusCode).toBe(429)
  expect((await guess(other, ids[2]!, '2001:db8:1:1:1234::3')).statusCode).toBe(429)
  expect((await guess(app, ids[3]!, '2001:db8:1:2::1')).statusCode).toBe(401)
})

test('a user signs in from a known address while others guess the password elsewhere', async () => {
  const person = { email: 'known@example.com', password: 'a password of a person' }
  expectOk(await app.call('POST', '/users', { body: { ...person, roles: ['viewer'] } }), 201)
  const tryToSignIn = async (node: TestApp, password: string, remoteAddress: string) => {
    const browser = openBrowser(node, {}, remoteAddress)
    const page = await browser.open(authorizeUrl(makeChallenge().challenge))
    return (await browser.submit(String(page.headers.location), { ...person, password })).statusCode
  }
  expect(await tryToSignIn(app, person.password, '203.0.113.7')).toBe(303)
  for (let i = 0; i < 20; i++) expect(await tryToSignIn(app, 'wrong', `198.51.100.${i}`)).toBe(401)
  expect(await tryToSignIn(other, person.password, '198.51.100.99')).toBe(429)
  expect(await tryToSignIn(other, person.password, '203.0.113.7')).toBe(303)
})

test('neither account nor address can be read from the stored data', async () => {
  const rows = await app.query<{ row: string }>(
    'select t::text as row from guess_counters t union all select t::text from known_addresses t',
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { row } of rows) expect(row).toMatch(/^\([0-9a-f]{64},/)
})
