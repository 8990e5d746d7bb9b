import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../../server/test/cleanup.ts'
import { openCli } from '../../../server/test/cli.ts'

test.for<[status: number, exitCode: number, message: RegExp]>([
  [200, 1, /does not answer like a Mainstay service/],
  [400, 3, /sign-in has expired/],
  [401, 3, /sign-in has expired/],
  [404, 1, /answered 404/],
  [429, 6, /answered 429\nTry again/],
  [500, 1, /answered 500/],
  [502, 6, /answered 502\nTry again/],
  [503, 6, /answered 503\nTry again/],
  [504, 6, /answered 504\nTry again/],
])('when the token endpoint answers %i, the exit code is %i', async ([status, exitCode, message]) => {
  const server = createServer((_, response) => response.writeHead(status).end('{}')).listen(0, '127.0.0.1')
  closeAtEnd(() => server.close())
  await once(server, 'listening')
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const cli = openCli()
  const credentials = {
    client_id: 'cli',
    access_token: 'old',
    refresh_token: 'valid',
    expires_at: '2026-01-01T00:00:00.000Z',
  }
  const file = path.join(cli.cwd, 'config/credentials.json')
  const profiles = JSON.stringify({ current: 'ada', profiles: { ada: { base_url, credentials } } })
  mkdirSync(path.dirname(file))
  writeFileSync(file, profiles, { mode: 0o600 })
  const { code, stderr } = await cli.call(['whoami'])
  expect([code, stderr]).toEqual([exitCode, expect.stringMatching(message)])
  expect(readFileSync(file, 'utf8')).toBe(profiles)
})

test.each([
  ['MAINSTAY_TOKEN', { MAINSTAY_TOKEN: 'old' }, /refused the token in MAINSTAY_TOKEN/],
  ['MAINSTAY_API_KEY', { MAINSTAY_API_KEY: 'mk_old' }, /Check MAINSTAY_API_KEY/],
  [
    'MAINSTAY_CLIENT_ID',
    { MAINSTAY_CLIENT_ID: 'x', MAINSTAY_CLIENT_SECRET: 'y' },
    /Check MAINSTAY_CLIENT_ID/,
  ],
])('refused credentials of %s are not a reason to sign in', async (_, env, message) => {
  const server = createServer((_, response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
  ).listen(0, '127.0.0.1')
  closeAtEnd(() => server.close())
  await once(server, 'listening')
  const MAINSTAY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stderr } = await openCli({ MAINSTAY_URL, ...env }).call(['whoami'])
  expect([code, stderr]).toEqual([3, expect.stringMatching(message)])
  expect(stderr).not.toContain('mainstay login')
})
