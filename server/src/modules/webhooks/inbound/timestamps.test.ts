import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound, sign, type Answer, type Inbound } from '../../../../test/inbound.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const inbound = driveInbound(app)
const webhook = await inbound.create({ secret_enabled: true })
const secret = webhook.secret!

type Headers = Record<string, string>

const body = '{"title": "Router down"}'
const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset)

const bodySigned = (key: string, text = body): Headers => ({ 'x-service-signature': sign(key, text) })
const timed = (key: string, time = seconds(), text = body): Headers => ({
  'x-service-timestamp': time,
  'x-service-signature': `sha256=${sign(key, `${time}.${text}`)}`,
})
const standard = (key: string, id: string, text = body): Headers => {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(now.getTime() / 1000),
    'webhook-signature': new StandardWebhook(key).sign(id, now, text),
  }
}

const outcomeOf = async (headers: Headers, text = body, to = webhook) => {
  const response = await inbound.send(to, text, headers)
  return response.json<Answer>().status
}
const expectRefused = async (headers: Headers, to = webhook) => {
  const before = [await inbound.everything(), await inbound.callsLogged()]
  const problem = expectProblem(await inbound.send(to, body, headers), 401, 'unauthenticated')
  expect([await inbound.everything(), await inbound.callsLogged()]).toEqual(before)
  return problem
}

describe('X-Service-Timestamp', () => {
  test('is covered by the signature', async () => {
    expect(await outcomeOf(timed(secret))).toBe('created')
    const { 'x-service-signature': signature } = timed(secret, seconds(-10))
    await expectRefused({ 'x-service-signature': signature! })
    await expectRefused({ 'x-service-signature': signature!, 'x-service-timestamp': seconds() })
    await expectRefused({ ...bodySigned(secret), 'x-service-timestamp': seconds() })
  })

  test.for([-3600, -301, 360, 86_400])('that is %s seconds off is refused', async (offset) => {
    expect((await expectRefused(timed(secret, seconds(offset)))).status).toBe(401)
  })

  test.for(['', 'now', '1e9', '-1', '99999999999999'])('%j is invalid', async (time) => {
    expect((await expectRefused(timed(secret, time))).status).toBe(401)
  })

  test('makes a call repeated within its time a duplicate', async () => {
    const text = '{"title": "Link down"}'
    const headers = timed(secret, seconds(-20), text)
    expect(await outcomeOf(headers, text)).toBe('created')
    expect(await outcomeOf(headers, text)).toBe('duplicate')
    expect(await outcomeOf({ ...headers, 'idempotency-key': 'another' }, text)).toBe('duplicate')
    // The same event again is another call, because it was signed at another time.
    expect(await outcomeOf(timed(secret, seconds(-19), text), text)).toBe('created')
  })
})

describe('a webhook that requires a timestamp', () => {
  test('refuses signatures that do not cover one', async () => {
    const strict = await inbound.create({ secret_enabled: true, require_timestamp: true })
    expect(strict.require_timestamp).toBe(true)
    const key = strict.secret!
    for (const headers of [
      bodySigned(key),
      { 'x-hub-signature-256': `sha256=${sign(key, body)}` },
      { ...bodySigned(key), 'webhook-timestamp': seconds(), 'webhook-id': 'msg_1' },
    ])
      expect((await expectRefused(headers, strict)).message).toContain('X-Service-Timestamp')
    expect(await outcomeOf(timed(key), body, strict)).toBe('created')
    expect(await outcomeOf(standard(key, 'msg_1'), body, strict)).toBe('created')
    await inbound.change(strict.id, { require_timestamp: false })
    expect(await outcomeOf(bodySigned(key), body, strict)).toBe('created')
  })

  test('needs a secret', async () => {
    const expectField = (response: Awaited<ReturnType<Inbound['ask']>>) =>
      expect(expectProblem(response, 400, 'validation_error').errors).toMatchObject([
        { field: 'require_timestamp' },
      ])
    expectField(await inbound.ask({ ...inbound.defaults, require_timestamp: true }))
    const open = await inbound.create()
    expectField(await inbound.patch(open.id, { require_timestamp: true }))
    const strict = await inbound.change(open.id, { require_timestamp: true, secret_enabled: true })
    expectField(await inbound.patch(strict.id, { secret_enabled: false }))
    expect(await inbound.get(open.id)).toMatchObject({ secret_enabled: true, require_timestamp: true })
  })
})

describe('two signed calls are duplicates', () => {
  test('by the signed webhook-id, whatever the Idempotency-Key', async () => {
    const headers = standard(secret, 'msg_signed')
    expect(await outcomeOf(headers)).toBe('created')
    expect(await outcomeOf({ ...headers, 'idempotency-key': 'forged' })).toBe('duplicate')
    // Nor does a previously used key hide a new call.
    expect(await outcomeOf({ ...standard(secret, 'msg_first'), 'idempotency-key': 'used' })).toBe('created')
    expect(await outcomeOf({ ...standard(secret, 'msg_next'), 'idempotency-key': 'used' })).toBe('created')
  })

  test('by an unsigned key only together with the signed body', async () => {
    const other = '{"title": "Switch down"}'
    const key = { 'idempotency-key': 'k-1' }
    expect(await outcomeOf({ ...bodySigned(secret), ...key })).toBe('created')
    expect(await outcomeOf({ ...bodySigned(secret), ...key })).toBe('duplicate')
    expect(await outcomeOf({ ...bodySigned(secret, other), ...key }, other)).toBe('created')
  })

  test('and of many concurrent ones one creates the incident', async () => {
    const text = '{"title": "Many down"}'
    const headers = { ...timed(secret, seconds(-40), text), 'idempotency-key': 'k-many' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(headers, text)))
    expect(answers.filter((status) => status === 'created')).toHaveLength(1)
    expect(answers.filter((status) => status === 'duplicate')).toHaveLength(7)
  })
})

test('the audit log contains the change of the rule', async () => {
  const { id } = await inbound.create({ secret_enabled: true })
  expectOk(await inbound.patch(id, { require_timestamp: true }), 200)
  const entries = await app.query<{ changes: { field: string }[] }>(
    `select changes from audit_entries where subject_type = 'inbound_webhook' order by seq desc limit 1`,
  )
  expect(entries[0]!.changes.map(({ field }) => field)).toEqual(['require_timestamp'])
})
