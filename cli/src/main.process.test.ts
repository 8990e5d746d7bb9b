import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { authority } from '../../server/test/certificates.ts'
import { eventually } from '../../server/test/eventually.ts'
import { openFolder } from '../../server/test/folders.ts'
import { json, mute, serveSteps } from '../../server/test/sdk-service.ts'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const start = (argv: string[], env: Record<string, string>) =>
  spawn(process.execPath, [main, ...argv], { env: { MAINSTAY_CONFIG_DIR: openFolder(), ...env } })

test('a reader of a pipe gets all of a long output', async () => {
  const data = [{ id: 'INC0000001', description: 'x'.repeat(2 ** 21) }]
  const { baseUrl } = await serveSteps(json(200, { data, total: 1 }))
  const command = start(['incident', 'list', '--json'], { MAINSTAY_URL: baseUrl, MAINSTAY_TOKEN: 't' })
  const [stdout, [code]] = await Promise.all([text(command.stdout), once(command, 'close')])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ data })
})

test('an output that cannot be written is a failure with its reason', async () => {
  const full = openSync('/dev/full', 'w')
  const command = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', full, 'pipe'] })
  const [stderr, [code]] = await Promise.all([text(command.stderr!), once(command, 'close')])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: The output could not be written: .*no space left/)
})

test('Ctrl-C ends a command at once, also after its token was renewed', async () => {
  const { baseUrl, seen } = await serveSteps(mute)
  const folder = openFolder()
  const expires_at = '2026-01-01T00:00:00.000Z'
  const credentials = { client_id: 'cli', access_token: 'old', refresh_token: 'valid', expires_at }
  const profiles = { current: 'ada', profiles: { ada: { base_url: baseUrl, credentials } } }
  writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify(profiles), { mode: 0o600 })
  const command = start(['incident', 'list'], { MAINSTAY_CONFIG_DIR: folder })
  const closed = once(command, 'close')
  await eventually(() => seen.length === 1)
  expect(seen[0]!.headers.authorization).toBe('Bearer token-1')
  command.kill('SIGINT')
  expect(await closed).toEqual([130, null])
})

test('SIGTERM ends mainstay mcp while it waits for the agent', async () => {
  const { baseUrl } = await serveSteps(json(200, { jsonrpc: '2.0', id: 1, result: {} }))
  const command = start(['mcp'], { MAINSTAY_URL: baseUrl, MAINSTAY_TOKEN: 't' })
  const closed = once(command, 'close')
  command.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
  await once(command.stdout, 'data')
  command.kill('SIGTERM')
  expect(await closed).toEqual([130, null])
})

test('a certificate of an own authority is named as the reason, and is trusted once Node knows it', async () => {
  const { issue, ca_file } = await authority()
  const server = createServer(await issue(), (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"data": [], "total": 0}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const run = async (argv: string[], env: Record<string, string>) => {
    const command = start(argv, { MAINSTAY_URL: url, ...env })
    const [stderr, [code]] = await Promise.all([text(command.stderr), once(command, 'close')])
    return { code, stderr }
  }
  const refusal = { code: 6, stderr: expect.stringMatching(/certificate[^]*NODE_EXTRA_CA_CERTS/) }
  expect(await run(['incident', 'list'], { MAINSTAY_TOKEN: 't' })).toEqual(refusal)
  expect(await run(['login', '--url', url], {})).toEqual(refusal)
  const trusting = { MAINSTAY_TOKEN: 't', NODE_EXTRA_CA_CERTS: ca_file }
  expect(await run(['incident', 'list', '--json'], trusting)).toEqual({ code: 0, stderr: '' })
})
