import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { rawRequest } from '../../../../test/raw-request.ts'

const app = await startApp()
const inbound = driveInbound(app)
const incidents = driveIncidents(app)
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })

const limit = 256 * 1024
const ofLength = (bytes: number) => {
  const frame = JSON.stringify({ title: 'Down', rest: '' })
  return JSON.stringify({ title: 'Down', rest: 'x'.repeat(bytes - frame.length) })
}

test('a body of 256 KiB is accepted, and one byte more is not', async () => {
  const webhook = await inbound.create()
  expect((await inbound.taken(webhook, ofLength(limit))).status).toBe('created')
  const before = await inbound.everything()
  const logged = await inbound.callsLogged()
  expectProblem(await inbound.send(webhook, ofLength(limit + 1)), 413, 'payload_too_large')
  expect(await inbound.everything()).toEqual(before)
  expect(await inbound.callsLogged()).toBe(logged)
  expect((await inbound.calls(webhook, { status: 'rejected' })).data).toMatchObject([
    { status: 'rejected', incident_id: null, error: { code: 'payload_too_large' }, payload: '' },
  ])
})

test('the limit applies to a chunked body without a length', async () => {
  const webhook = await inbound.create()
  const chunk = 'x'.repeat(64 * 1024)
  const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(5)
  const reply = await rawRequest(
    address,
    `POST ${new URL(webhook.url).pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  )
  expect(reply.status).toBe(413)
  expect(await inbound.callsLogged()).toBe(1)
  expect((await inbound.calls(webhook)).data).toMatchObject([{ error: { code: 'payload_too_large' } }])
})

test.for([
  'application/json',
  'Application/JSON; charset=utf-8',
  ' application/json ;',
  'application/vnd.grafana+json',
  'application/cloudevents+json; charset=UTF-8',
  'text/plain; charset=UTF-8',
  'text/plain',
  'text/json',
])('JSON with the type %s is accepted', async (type) => {
  const webhook = await inbound.create()
  expect((await inbound.taken(webhook, '{"title":"Down"}', { 'content-type': type })).status).toBe('created')
})

test('JSON without a type is accepted', async () => {
  const webhook = await inbound.create()
  const body = '{"title":"Down"}'
  const reply = await rawRequest(
    address,
    `POST ${new URL(webhook.url).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
  expect(reply.status).toBe(201)
})

const bytes = '{"title":"Down"}'
const otherTypes: [what: string, headers: Record<string, string>, body: string | Buffer][] = [
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'title=Down'],
  ['parts', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
  ['XML', { 'content-type': 'application/xml' }, '<a/>'],
  ['JSON in the name of another type', { 'content-type': 'application/jsonp' }, bytes],
  ['HTML', { 'content-type': 'text/html' }, bytes],
  ['gzip', { 'content-encoding': 'gzip' }, gzipSync(bytes)],
  ['brotli by name', { 'content-encoding': 'br' }, bytes],
]
test.for(otherTypes)(
  '%s is refused with 415, recorded as rejected, and has no effect',
  async ([, headers, body]) => {
    const webhook = await inbound.create()
    const before = await inbound.everything()
    expectProblem(await inbound.send(webhook, body, headers), 415, 'unsupported_media_type')
    expect(await inbound.everything()).toEqual(before)
    expect((await inbound.calls(webhook)).data).toMatchObject([
      { status: 'rejected', error: { code: 'unsupported_media_type' } },
    ])
  },
)

test('a malformed Content-Type is refused with 415 first', async () => {
  const webhook = await inbound.create()
  for (const type of ['text/html, application/json', 'application', '/json', '"'])
    expectProblem(await inbound.send(webhook, bytes, { 'content-type': type }), 415, 'unsupported_media_type')
  expect((await inbound.calls(webhook)).total).toBe(0)
})

const malformed: [what: string, body: string | Buffer][] = [
  ['nothing', ''],
  ['half an object', '{"title":"Down"'],
  ['two objects', '{"title":"Down"}{}'],
  ['a comma too many', '{"title":"Down",}'],
  ['a form', 'title=Down'],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['a mark before the text', '\ufeff{"title":"Down"}'],
  ['the same field twice', '{"title":"Down","title":"Up"}'],
  ['NUL in a value', '{"title":"Do\\u0000wn"}'],
  ['NUL in a name', '{"title":"Down","a\\u0000b":1}'],
  ['half a character', '{"title":"\\ud83d"}'],
  ['a field that would be the prototype', '{"title":"Down","__proto__":{"polluted":true}}'],
  ['a nest of 33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['a nest of 100,000 levels', '['.repeat(100_000)],
  ['10,001 fields', JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, i])))],
]
test.for(malformed)('%s is refused with 400, recorded as rejected, and has no effect', async ([, body]) => {
  const webhook = await inbound.create()
  const before = await inbound.everything()
  const headers = { 'content-type': 'application/json' }
  expectProblem(await inbound.send(webhook, body, headers), 400, 'malformed_json')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(await inbound.everything()).toEqual(before)
  expect((await inbound.calls(webhook)).data).toMatchObject([
    { status: 'rejected', error: { code: 'malformed_json' } },
  ])
})

test('numbers are accepted as other systems write them, and keep all their digits', async () => {
  const webhook = await inbound.create({
    field_mapping: { short_description: '{{ title }} {{ at }}', dedup_key: '{{ id }}' },
  })
  for (const id of ['1e400', '2e400', '5724215638923458219', '5724215638923458220']) {
    const payload = `{"title":"Down","at":1772438771220000123,"id":${id}}`
    const { status, incident_id } = await inbound.taken(webhook, payload)
    expect(status).toBe('created')
    expect((await incidents.get(incident_id!)).short_description).toBe('Down 1772438771220000123')
  }
})

test('a path finds only own properties of the payload', async () => {
  const words = ['constructor', 'toString', 'length', 'constructor.name', 'list.at', 'text.length']
  const webhook = await inbound.create({
    field_mapping: { short_description: `[${words.map((word) => `{{ ${word} }}`).join('')}]` },
  })
  const { incident_id } = await inbound.taken(webhook, { list: [1, 2], text: 'abc' })
  expect((await incidents.get(incident_id!)).short_description).toBe('[]')
})

test('both prefixes reach the same webhook', async () => {
  const webhook = await inbound.create()
  for (const prefix of ['/prod/api', '/prod/api/v1'])
    expectOk(
      await app.call('POST', `${prefix}/webhooks/inbound/${webhook.id}`, {
        as: null,
        body: { title: 'Down' },
      }),
      201,
    )
  expect((await inbound.calls(webhook)).total).toBe(2)
})

test('an unknown, inactive or deleted webhook is the same 404, and records nothing', async () => {
  const inactive = await inbound.create({ active: false })
  const signed = await inbound.create({ active: false, secret_enabled: true })
  const deleted = await inbound.create()
  await inbound.remove(deleted.id)
  const unknown = { url: inactive.url.replace(/.{5}$/, 'zzzzz') }
  const before = await inbound.everything()
  const logged = await inbound.callsLogged()
  const bodies = new Set<string>()
  for (const webhook of [unknown, inactive, signed, deleted]) {
    const problem = expectProblem(await inbound.send(webhook, { title: 'Down' }), 404, 'not_found')
    bodies.add(problem.message)
  }
  expect(bodies.size).toBe(1)
  expect(await inbound.everything()).toEqual(before)
  expect(await inbound.callsLogged()).toBe(logged)
  await inbound.change(inactive.id, { active: true })
  expect((await inbound.taken(inactive, { title: 'Down' })).status).toBe('created')
})

test('at the same path reading is for managers, and other methods do not exist', async () => {
  const { url } = await inbound.create()
  const { pathname } = new URL(url)
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await app.call(method, pathname, { as: null })).statusCode).toBe(401)
    expect((await app.call(method, pathname)).statusCode).toBe(200)
  }
  const put = await app.call('PUT', pathname, { as: null, body: {} })
  expectProblem(put, 405, 'method_not_allowed')
  expect(put.headers.allow).toContain('POST')
})
