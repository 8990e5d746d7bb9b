import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test } from 'vitest'
import { startEgress, type TestEgress } from '../egress.ts'
import { eventually } from '../eventually.ts'
import { openFolder } from '../folders.ts'

const script = fileURLToPath(new URL('../../../scripts/hook-listen.mjs', import.meta.url))
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const started: ChildProcess[] = []
afterAll(() => started.forEach((child) => child.kill('SIGKILL')))

/** Runs the script as a user does. */
class Listener {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''

  constructor(args: string[], folder: string) {
    const { PATH = '' } = process.env
    this.child = spawn(process.execPath, [script, ...args], {
      env: { PATH, DATA_DIR: folder, BASE_URL: 'http://desk.example:9000/' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(this.child)
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
  }

  async ready(): Promise<this> {
    await eventually(() => this.stdout.includes('Ctrl-C ends it.'))
    return this
  }

  /** The output since it was ready. */
  get printed(): string {
    return this.stdout.split('Ctrl-C ends it.\n')[1]!
  }

  get url(): string {
    return /Listening on (\S+)/.exec(this.stdout)![1]!
  }

  /** A service started as the instructions say. */
  service(): TestEgress {
    const [, ca_file = '', cidrs = ''] =
      /WEBHOOK_CA_FILE=(\S+) WEBHOOK_ALLOWED_PRIVATE_CIDRS=(\S+) npm start/.exec(this.stdout) ?? []
    return startEgress({ WEBHOOK_CA_FILE: ca_file, WEBHOOK_ALLOWED_PRIVATE_CIDRS: cidrs })
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const closed = once(this.child, 'close') as Promise<[number | null]>
    this.child.kill(signal)
    return (await closed)[0]
  }
}

const listen = (args: string[] = [], folder = openFolder()) =>
  new Listener(['--port', '0', ...args], folder).ready()

async function refusalOf(...args: string[]): Promise<string> {
  const listener = new Listener(args, openFolder())
  const [status] = (await once(listener.child, 'close')) as [number]
  expect([status, listener.stdout]).toEqual([1, ''])
  return listener.stderr
}

function signed(body: string, key = secret): Record<string, string> {
  const now = new Date()
  return {
    'x-service-event': 'incident.created',
    'x-service-delivery': 'dlv_1',
    'x-service-attempt': '2',
    'x-service-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
    'webhook-id': 'dlv_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('dlv_1', now, body),
  }
}

const body = JSON.stringify({ event: 'incident.created', data: { short_description: 'Mail ist weg 🔥' } })

test('a delivery is printed with the result of its signature check, and answered', async () => {
  const listener = await listen(['--secret', secret])
  const outcome = await listener.service().post(listener.url, { headers: signed(body), body })
  expect(outcome).toMatchObject({ status: 200, error: null })
  await eventually(() => listener.printed.includes('answered'))
  expect(listener.printed.replace(/^\s*\d\d:\d\d:\d\d/, 'TIME').split('\n')).toEqual([
    'TIME  incident.created',
    '  delivery   dlv_1  attempt 2',
    '  signature  verified  X-Service-Signature',
    '  signature  verified  webhook-signature',
    ...JSON.stringify(JSON.parse(body), null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
    '  answered 200',
    '',
    '',
  ])
})

describe('a signature', () => {
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const wrong = ['WRONG     X-Service-Signature', 'WRONG     webhook-signature']
  const good = ['verified  X-Service-Signature', 'verified  webhook-signature']
  const missing = ['MISSING   X-Service-Signature', 'MISSING   webhook-signature']
  /** Signed when they are sent, because signatures become too old. */
  const cases: [what: string, headers: () => Record<string, string>, verdicts: string[]][] = [
    ['by another secret is wrong', () => signed(body, other), wrong],
    ['of another body is wrong', () => signed(`${body} `), wrong],
    ['in plain hexadecimal holds', () => plainDigest(signed(body)), good],
    [
      'that is old holds for one of the two',
      () => ({ ...signed(body), 'webhook-timestamp': '1700000000' }),
      [good[0]!, wrong[1]!],
    ],
    ['by the secret before holds', () => rotated(signed(body, other), signed(body)), good],
    ['that is not there is missed', () => ({}), missing],
    ['of nonsense is wrong', () => ({ 'x-service-signature': 'ü', 'webhook-signature': 'v1' }), wrong],
  ]
  const listening = listen(['--secret', secret])

  test.each(cases)('%s', async (_what, headers, verdicts) => {
    const listener = await listening
    const before = listener.printed.length
    await listener.service().post(listener.url, { headers: headers(), body })
    await eventually(() => listener.printed.slice(before).includes('answered'))
    const said = listener.printed.slice(before).match(/(?<=signature  ).+/g)
    expect(said).toEqual(verdicts)
  })

  test('is not checked without the secret', async () => {
    const listener = await listen()
    await listener.service().post(listener.url, { headers: signed(body), body })
    await eventually(() => listener.printed.includes('answered'))
    expect(listener.printed).toContain('signature  not checked')
    expect(listener.printed).not.toMatch(/verified|WRONG/)
  })
})

function plainDigest(headers: Record<string, string>): Record<string, string> {
  return { ...headers, 'x-service-signature': headers['x-service-signature']!.replace('sha256=', '') }
}

/** Both secrets are valid: each has its own signature. */
function rotated(now: Record<string, string>, before: Record<string, string>): Record<string, string> {
  return {
    ...now,
    'x-service-signature-previous': before['x-service-signature']!,
    'webhook-signature': `${now['webhook-signature']} ${before['webhook-signature']}`,
  }
}

test('it responds with the configured statuses in order, and repeats the last', async () => {
  const listener = await listen(['--status', '500, 429,204', '--delay', '1'])
  const { post } = listener.service()
  const statuses: (number | null)[] = []
  for (let i = 0; i < 5; i++) statuses.push((await post(listener.url)).status)
  expect(statuses).toEqual([500, 429, 204, 204, 204])
  await eventually(() => listener.printed.match(/answered \d+ after 1 ms/g)?.length === 5)
})

test('a sender that disconnects is reported', async () => {
  const listener = await listen(['--delay', '600000'])
  const controller = new AbortController()
  const sending = listener.service().post(listener.url, { signal: controller.signal })
  await eventually(() => listener.printed.includes('not checked'))
  controller.abort(new Error('no time'))
  await expect(sending).rejects.toThrow('no time')
  await eventually(() => listener.printed.includes('did not wait'))
  expect(listener.printed).not.toContain('answered')
})

test('a body that is not JSON is printed as it is, without terminal control characters', async () => {
  const listener = await listen()
  const { post } = listener.service()
  await post(`${listener.url}path`, {
    headers: { 'x-service-delivery': 'a\u009bb' },
    body: 'one\u001b[2Jtwo\nthree',
  })
  await eventually(() => listener.printed.includes('answered'))
  expect(listener.printed).toContain('POST /path')
  expect(listener.printed).toContain('  one\uFFFD[2Jtwo\n  three\n')
  expect(listener.printed).not.toMatch(/[^\P{Cc}\n\t]/u)
})

test('an endless body is cut off', async () => {
  const listener = await listen()
  const endless = Buffer.alloc(64 * 2 ** 20, 'x')
  const outcome = await listener.service().post(listener.url, { body: endless })
  expect(outcome).toMatchObject({ status: null, error: 'connection_failed' })
  await eventually(() => listener.printed.includes('cut off: the body has more than 1048576 bytes'))
  expect(listener.printed).not.toContain('answered')
})

test('the instructions are complete', async () => {
  const folder = openFolder()
  const listener = await listen([], folder)
  expect(listener.url).toMatch(/^https:\/\/localhost:\d+\/$/)
  expect(listener.stdout).toContain(`WEBHOOK_CA_FILE=${path.join(folder, 'hook-listen', 'ca.pem')} `)
  expect(listener.stdout).toContain('curl -s -X POST http://desk.example:9000/prod/api/v1/webhooks/outbound')
  const [, request = ''] = /-d '(.+)'/.exec(listener.stdout) ?? []
  expect(JSON.parse(request)).toEqual({
    name: 'Try it',
    url: listener.url,
    events: ['incident.created', 'incident.updated'],
    sign_payloads: true,
  })
})

test('the certificate authority is created once, and its key is readable only by its owner', async () => {
  const folder = openFolder()
  const file = (name: string) => path.join(folder, 'hook-listen', name)
  await (await listen([], folder)).end('SIGTERM')
  const made = readFileSync(file('ca.pem'), 'utf8')
  expect(statSync(file('ca-key.pem')).mode & 0o777).toBe(0o600)
  const again = await listen([], folder)
  expect(readFileSync(file('ca.pem'), 'utf8')).toBe(made)
  expect(await again.service().post(again.url)).toMatchObject({ status: 200 })
})

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])(
  '%s ends it cleanly, also while it delays a response',
  async (signal) => {
    const listener = await listen(['--delay', '600000'])
    const controller = new AbortController()
    const sending = listener.service().post(listener.url, { signal: controller.signal })
    await eventually(() => listener.printed.includes('not checked'))
    expect(await listener.end(signal)).toBe(0)
    expect([listener.stderr, listener.printed.trim().split('\n').at(-1)]).toEqual(['', '1 received'])
    expect(await sending).toMatchObject({ status: null, error: 'connection_failed' })
  },
)

test.each<[args: string, says: RegExp]>([
  ['--port http', /^--port takes a whole number from 0 to 65535, not http\n$/],
  ['--port 65536', /^--port takes a whole number from 0 to 65535, not 65536\n$/],
  ['--status 99', /^--status takes a whole number from 200 to 599, not 99\n$/],
  ['--status 200,', /^--status takes a whole number from 200 to 599, not \n$/],
  ['--delay soon', /^--delay takes a whole number from 0 to 600000, not soon\n$/],
  ['--colour', /^Unknown option '--colour'; --help lists the options\n$/],
  ['--secret', /^Option '--secret <value>' argument missing; --help lists the options\n$/],
  ['8443', /^Unexpected argument '8443'; --help lists the options\n$/],
])('%s is refused in one line', async (args, says) => {
  expect(await refusalOf(...args.split(' '))).toMatch(says)
})

test('a port in use is reported in one line', async () => {
  const { port } = new URL((await listen()).url)
  expect(await refusalOf('--port', port)).toBe(
    `Port ${port} is taken: stop the other program, or choose another with --port\n`,
  )
})
