import { execFileSync } from 'node:child_process'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveInbound, sign, type InboundWebhook } from '../../../../test/inbound.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { expectProblem, type ProblemBody } from '../../../../test/problem.ts'
import { signatureOf } from './signature.ts'

const app = await startApp()
const inbound = driveInbound(app)
const webhook = await inbound.create({ secret_enabled: true })
const secret = webhook.secret!

type Headers = Record<string, string | undefined>

const statusOf = async (headers: Headers, text: string = body, to = webhook) =>
  (await inbound.send(to, text, headers)).statusCode

const body = '{"title" : "Router down \\u2028 🔥 é"}'
/** Signed by an independent implementation of Standard Webhooks. */
function standard(key: string, { id = 'msg_1', at = Date.now(), text = body } = {}): Headers {
  const timestamp = Math.floor(at / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': new StandardWebhook(key).sign(id, new Date(timestamp * 1000), text),
  }
}
let calls = 0
/** A different ID each time, so that no two calls are duplicates. */
const fresh = () => ({ id: `msg_${++calls}` })

const right: [what: string, headers: () => Headers][] = [
  ['X-Service-Signature', () => ({ 'x-service-signature': sign(secret, body) })],
  ['X-Service-Signature with its prefix', () => ({ 'x-service-signature': `sha256=${sign(secret, body)}` })],
  ["GitHub's X-Hub-Signature-256", () => ({ 'x-hub-signature-256': `sha256=${sign(secret, body)}` })],
  ['X-Hub-Signature-256 without a prefix', () => ({ 'x-hub-signature-256': sign(secret, body) })],
  ['Standard Webhooks', () => standard(secret, fresh())],
  [
    'Standard Webhooks among other signatures',
    () => {
      const headers = standard(secret, fresh())
      return { ...headers, 'webhook-signature': `v1a,abc v1,AAAA ${headers['webhook-signature']}` }
    },
  ],
]
test.for(right)('%s is accepted', async ([, headers]) => {
  expect(expectOk(await inbound.send(webhook, body, headers()), 201)).toMatchObject({ status: 'created' })
})

test('a signature made with openssl is accepted', async () => {
  const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: body }).toString()
  const digest = /[0-9a-f]{64}/.exec(output)![0]
  expect(await statusOf({ 'x-service-signature': `sha256=${digest}` })).toBe(201)
})

const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const service = (value: string | undefined): Headers => ({ 'x-service-signature': value })
const digest = (text = body) => sign(secret, text)
const flipped = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1)
const half = (name: string) => {
  const headers = standard(secret, fresh())
  return { ...headers, [name]: undefined }
}

const wrong: [what: string, headers: () => Headers, sent?: string][] = [
  ['no signature', () => ({})],
  ['an empty one', () => service('')],
  ['the prefix alone', () => service('sha256=')],
  ['a wrong one', () => service('0'.repeat(64))],
  ['one with its first digit changed', () => service(flipped(digest()))],
  ['one with its last digit changed', () => service(digest().replace(/.$/, (c) => (c === '0' ? '1' : '0')))],
  ['one that is cut', () => service(digest().slice(0, 63))],
  ['one that is cut to its prefix of 8', () => service(`sha256=${digest().slice(0, 8)}`)],
  ['one that is too long', () => service(`${digest()}0`)],
  ['one in upper case', () => service(digest().toUpperCase())],
  ['one with an upper-case prefix', () => service(`SHA256=${digest()}`)],
  ['one with two prefixes', () => service(`sha256=sha256=${digest()}`)],
  ['one with another prefix', () => service(`sha1=${digest()}`)],
  ['two in one header', () => service(`${digest()},${digest()}`)],
  ['one in base64', () => service(Buffer.from(digest(), 'hex').toString('base64'))],
  ['one by another secret', () => service(sign(other, body))],
  ['one by an empty secret', () => service(sign('', body))],
  ['one by the secret without its prefix', () => service(sign(secret.slice(6), body))],
  ['one by the id', () => service(sign(webhook.id, body))],
  ['one of nothing', () => service(digest(''))],
  ['one of the body written anew', () => service(digest(JSON.stringify(JSON.parse(body))))],
  ['a body with one byte changed', () => service(digest()), body.replace('Router', 'router')],
  ['a body with a space more', () => service(digest()), `${body} `],
  ['an empty body', () => service(digest()), ''],
  ['a right one where a wrong one goes first', () => ({ ...service('0'), 'x-hub-signature-256': digest() })],
  ["GitHub's old header", () => ({ 'x-hub-signature': `sha1=${digest()}` })],
  ['one in the query', () => ({ signature: digest() })],
  ['Standard Webhooks by another secret', () => standard(other, fresh())],
  ['Standard Webhooks of another body', () => standard(secret, { ...fresh(), text: `${body} ` })],
  ['Standard Webhooks with another id', () => ({ ...standard(secret, fresh()), 'webhook-id': 'msg_other' })],
  ['Standard Webhooks without an id', () => half('webhook-id')],
  ['Standard Webhooks without a time', () => half('webhook-timestamp')],
  [
    'Standard Webhooks without a version',
    () => {
      const headers = standard(secret, fresh())
      return { ...headers, 'webhook-signature': headers['webhook-signature']!.slice(3) }
    },
  ],
  [
    'Standard Webhooks with an undefined id',
    () => ({ ...standard(secret, { id: 'undefined' }), 'webhook-id': undefined }),
  ],
]

/** A response without the parts that differ between any two calls. */
function essence(problem: ProblemBody): Omit<ProblemBody, 'request_id' | 'instance'> {
  const { request_id: _, instance: __, ...rest } = problem
  return rest
}

test.for(wrong)('%s is the same 401, and stores no content', async ([, headers, sent = body]) => {
  const before = [await inbound.everything(), await inbound.callsLogged()]
  const response = await inbound.send(webhook, sent, { 'content-type': 'application/json', ...headers() })
  const problem = expectProblem(response, 401, 'unauthenticated')
  expect(essence(problem)).toEqual({
    type: 'urn:mainstay:problem:unauthenticated',
    title: 'Unauthorized',
    status: 401,
    detail: problem.message,
    code: 'unauthenticated',
    message: 'The signature of this call is missing or wrong, or its time is more than five minutes off',
  })
  expect([await inbound.everything(), await inbound.callsLogged()]).toEqual(before)
})

test('the signature is verified before the body is read', async () => {
  for (const [text, type] of [
    ['no JSON', 'application/json'],
    ['<a/>', 'application/xml'],
    ['', 'application/json'],
  ] as const)
    expect(await statusOf({ 'content-type': type }, text)).toBe(401)
  const signed = { ...service(digest('no JSON')), 'content-type': 'application/json' }
  expect(await statusOf(signed, 'no JSON')).toBe(400)
})

describe('the timestamp of a call', () => {
  const ways: [string, (at: number) => Headers][] = [
    ['Standard Webhooks', (at) => standard(secret, { ...fresh(), at })],
    [
      'X-Service-Signature',
      (at) => ({ ...service(digest()), 'webhook-timestamp': String(Math.floor(at / 1000)) }),
    ],
  ]
  test.for(ways)('with %s may be up to five minutes off', async ([, headers]) => {
    const now = new Date('2026-03-02T08:00:00Z')
    const isTaken = (seconds: number) =>
      signatureOf(headers(now.getTime() + seconds * 1000), Buffer.from(body), [secret], now) !== undefined
    for (const seconds of [-300, -299, 0, 299, 300]) expect(isTaken(seconds), `${seconds} s`).toBe(true)
    for (const seconds of [-301, 301, -86_400, 86_400]) expect(isTaken(seconds), `${seconds} s`).toBe(false)

    // Further from the limit, because the calls themselves take time.
    expect(await statusOf(headers(Date.now() - 240_000))).toBe(201)
    expect(await statusOf(headers(Date.now() + 240_000))).toBe(201)
    const before = [await inbound.everything(), await inbound.callsLogged()]
    expect(await statusOf(headers(Date.now() - 301_000))).toBe(401)
    expect(await statusOf(headers(Date.now() + 360_000))).toBe(401)
    expect([await inbound.everything(), await inbound.callsLogged()]).toEqual(before)
  })

  test.for(['', 'now', '1e9', '-1', '0x10', '99999999999999', '2026-03-02T08:00:00Z'])(
    '%j is invalid',
    async (timestamp) => {
      expect(await statusOf({ ...service(digest()), 'webhook-timestamp': timestamp })).toBe(401)
    },
  )
})

test('after a rotation the old secret is accepted for a day, and then no more', async () => {
  const made = await inbound.create({ secret_enabled: true })
  const first = made.secret!
  const { secret: second } = expectOk<InboundWebhook>(await inbound.rotate(made.id), 200)
  const by = (...keys: (string | undefined)[]) =>
    Promise.all(keys.map((key) => statusOf(service(sign(key!, body)), body, made)))
  expect(await by(first, second)).toEqual([201, 201])
  await app.query(
    `update inbound_webhooks set previous_secret_until = now() - interval '1 second' where id = '${made.id}'`,
  )
  // Written directly to the database, so it takes effect when the service reloads.
  await eventually(async () => (await by(first, second)).join() === '401,201')
  const { secret: third } = expectOk<InboundWebhook>(await inbound.rotate(made.id), 200)
  expect(await by(first, second, third)).toEqual([401, 201, 201])
})

test('a webhook without a secret ignores signatures', async () => {
  expect(await statusOf(service('0'), body, await inbound.create())).toBe(201)
})
