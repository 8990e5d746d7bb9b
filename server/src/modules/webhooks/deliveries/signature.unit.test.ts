import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-text.ts'
import { openFolder } from '../../../../test/folders.ts'
import { randomSecret } from '../webhook/secrets.ts'
import { bodyOf, signatureHeaders } from './model.ts'

const id = 'del_0123456789abcdef'
const [secret, old] = [randomSecret(), randomSecret()]

/** All of Unicode except unpaired surrogates, which PostgreSQL does not store. */
const anyText = fc.string({ unit: anyCharacter, maxLength: 40 })
const awkward = fc.constantFrom(
  '\u2028',
  '\u2029',
  '😀',
  '👩\u200d👧',
  '\ufeff',
  'é',
  'e\u0301',
  '\\u0000',
  '"',
  '\u202e',
  '\r\n',
)
const anyData = fc.dictionary(
  anyText,
  fc.oneof(anyText, awkward, fc.integer(), fc.jsonValue({ stringUnit: anyCharacter })),
)
const anyEnvelope = fc.tuple(
  anyText,
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }),
)
/** Of the same data: most of the time would go into making others. */
const severalBodies = fc
  .tuple(anyData, fc.array(anyEnvelope, { minLength: 4, maxLength: 4 }))
  .map(([data, envelopes]) =>
    envelopes.map(([instance, at]) => bodyOf('incident.updated', at, instance, JSON.stringify(data))),
  )
const anyBody = severalBodies.map(([body]) => body!)

/** As documented: lowercase hex HMAC-SHA256 of the raw bytes, keyed with the secret as shown. */
const digestOf = (key: string, body: Buffer) =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

const [withSecret, withOld] = [secret, old].map((key) => new StandardWebhook(key)) as [
  StandardWebhook,
  StandardWebhook,
]
const isGenuine = (receiver: StandardWebhook, body: Buffer, headers: Record<string, string>): boolean => {
  try {
    receiver.verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

test('any body verifies with independent implementations of both signatures, and parses', () => {
  const now = new Date()
  let verified = 0
  const property = fc.property(severalBodies, (bodies) => {
    for (const body of bodies) {
      const bytes = Buffer.from(body)
      const headers = signatureHeaders(id, body, now, [secret])
      assert.equal(headers['x-service-signature'], digestOf(secret, bytes))
      assert.ok(isGenuine(withSecret, bytes, headers))
      const fields = Object.keys(JSON.parse(bytes.toString()) as object)
      assert.equal(fields.join(' '), 'event timestamp service_instance data')
      verified++
    }
  })
  fc.assert(property, { numRuns: 2500 })
  expect(verified).toBe(10_000)
})

test('a body or header changed in transit does not verify', () => {
  // The package writes out the stack of each refusal, which takes longer than everything else here.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit))
  const now = new Date()
  const property = fc.property(anyBody, fc.nat(), fc.integer({ min: 1, max: 255 }), (body, at, change) => {
    const bytes = Buffer.from(body)
    const headers = signatureHeaders(id, body, now, [secret])
    assert.ok(!isGenuine(withSecret, bytes, { ...headers, 'webhook-id': 'del_other' }))
    assert.ok(!isGenuine(withOld, bytes, headers))
    bytes[at % bytes.length]! ^= change
    assert.notEqual(headers['x-service-signature'], digestOf(secret, bytes))
    assert.ok(!isGenuine(withSecret, bytes, headers))
  })
  fc.assert(property, { numRuns: 1000 })
})

test('openssl computes the same digests', () => {
  const folder = openFolder()
  const long = JSON.stringify({ description: '€😀\u2028'.repeat(12_000) })
  const bodies = [...fc.sample(anyBody, 500), bodyOf('incident.updated', new Date(), 'mainstay', long)]
  const files = bodies.map((body, i) => {
    const file = path.join(folder, `body-${i}`)
    writeFileSync(file, body)
    return file
  })
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, ...files], {
    encoding: 'utf8',
  })
  const digests = printed
    .trim()
    .split('\n')
    .map((line) => `sha256=${line.split('= ')[1]}`)
  expect(digests).toHaveLength(bodies.length)
  for (const [i, body] of bodies.entries())
    expect(signatureHeaders(id, body, new Date(), [secret])['x-service-signature']).toBe(digests[i])
})

test('while an old secret is valid a receiver may know either', () => {
  const body = bodyOf('incident.created', new Date(), 'mainstay', '{"id":"INC0000001"}')
  const bytes = Buffer.from(body)
  const headers = signatureHeaders(id, body, new Date(), [secret, old])
  expect(headers['x-service-signature']).toBe(digestOf(secret, bytes))
  expect(headers['x-service-signature-previous']).toBe(digestOf(old, bytes))
  expect(isGenuine(withSecret, bytes, headers)).toBe(true)
  expect(isGenuine(withOld, bytes, headers)).toBe(true)
  expect(isGenuine(new StandardWebhook(randomSecret()), bytes, headers)).toBe(false)
})

test('without a secret a delivery has an ID and a time, and no signature', () => {
  const headers = signatureHeaders(id, '{}', new Date('2026-01-01T00:00:00.999Z'), [])
  expect(headers).toEqual({ 'webhook-id': id, 'webhook-timestamp': '1767225600' })
})

test('a secret has 32 random bytes in the format of Standard Webhooks', () => {
  const secrets = new Set(Array.from({ length: 100 }, randomSecret))
  expect(secrets.size).toBe(100)
  for (const made of secrets) expect(Buffer.from(made.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
})
