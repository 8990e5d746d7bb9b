import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../cleanup.ts'
import { losingProxy } from '../losing-proxy.ts'
import { openDeliveries } from '../received-delivery.ts'
import { startReceiver } from '../receiver.ts'
import { makeProject } from '../sdk-package.ts'
import { serviceClient } from '../service-client.ts'
import { startService } from '../service.ts'

/** Kept between runs; npm gets them anew when a version changes. */
const folder = fileURLToPath(new URL('../../../node_modules/.cache/runtimes', import.meta.url))
mkdirSync(folder, { recursive: true })
const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
const versions = ['bun@1.4.4', 'deno@2.9.5']
execFileSync('npm', ['install', '--prefix', folder, ...options, ...versions], { stdio: 'pipe' })

/** The program in the package of this platform; npm installs no other. */
function programIn(scope: string, file: string): string {
  const [platform = 'none for this platform'] = readdirSync(path.join(folder, 'node_modules', scope))
  return path.join(folder, 'node_modules', scope, platform, file)
}

const receiver = await startReceiver()
const service = await startService(receiver.env)
const { secret, deliver } = await openDeliveries(service, receiver)
const project = makeProject().folder
copyFileSync(new URL('journey.mjs', import.meta.url), path.join(project, 'journey.mjs'))

const signature = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-delivery']
const shared = {
  url: service.url,
  client_id: serviceClient.id,
  client_secret: serviceClient.secret,
  secret,
}

test.each([
  ['Node', process.execPath, []],
  ['Bun', programIn('@oven', 'bin/bun'), ['run']],
  [
    'Deno',
    programIn('@deno', 'deno'),
    ['run', '--no-prompt', '--allow-env', '--allow-net=127.0.0.1,localhost'],
  ],
])('a script does the main journey with the SDK on %s', async (_name, program, args) => {
  const { body, headers } = await deliver()
  const JOURNEY = JSON.stringify({
    ...shared,
    delivery: {
      body: body.toString('base64'),
      headers: Object.fromEntries(signature.map((name) => [name, String(headers[name])])),
    },
    losing_creates: await losingProxy(service.port, 3),
    losing_update: await losingProxy(service.port, 1),
  })
  const { PATH = '' } = process.env
  const child = spawn(program, [...args, 'journey.mjs'], {
    cwd: project,
    env: { PATH, HOME: project, JOURNEY },
  })
  closeAtEnd(() => void child.kill('SIGKILL'))
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  const [stdout, stderr] = await output
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({
    state: 'in_progress',
    conflict: 412,
    refused: 'short_description',
    file: 'log line',
    bulk: [30, 30],
    listed: 30,
    exported: 31,
    model: 'local',
    streamed: true,
    lost_create: [true],
    lost_update: true,
    notes: 2,
    verified: 'incident.created',
    verified_request: 'incident.created',
    forged: 'WebhookVerificationError',
    events: ['incident.created', 'incident.resolved'],
    ordered: true,
  })
})
