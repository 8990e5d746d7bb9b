import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, publicName } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { eventTypes } from '../../../kernel/event-types.ts'

const app = await startApp({}, publicName)
const outbound = driveOutbound(app)
const existing = await outbound.create({ headers: { 'X-Kept': 'value' } })

/** Refused as a new webhook and as an update, without effect. */
async function expectRefused(content: object, field: string, code?: string): Promise<void> {
  const before = await outbound.everything()
  for (const response of [
    await outbound.ask({ ...outbound.defaults, ...content }),
    await outbound.patch(existing.id, { name: 'Half a change', ...content }),
  ]) {
    const { errors } = expectProblem(response, 400, 'validation_error')
    expect(errors).toHaveLength(1)
    expect(errors![0]).toMatchObject({ field, ...(code && { code }) })
    expect(errors![0]!.message).toContain(field)
  }
  expect(await outbound.everything()).toEqual(before)
}

const repeat = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, i) => [`X-Number-${i}`, 'v']))
const conditions = (length: number) =>
  Array.from({ length }, () => ({ field: 'priority', operator: 'exists' }))
const filter = (operator: string, value?: unknown) => ({
  filters: [
    { field: 'priority', operator: 'eq', value: 'P1' },
    { field: 'priority', operator, value },
  ],
})

test.each<[object, field: string, code?: string]>([
  [{ name: '' }, 'name'],
  [{ name: '  ' }, 'name'],
  [{ name: 'two\nlines' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name', 'too_long'],
  [{ name: 7 }, 'name'],
  [{ url: '' }, 'url'],
  [{ url: 7 }, 'url'],
  [{ url: 'pager' }, 'url', 'scheme'],
  [{ url: 'http://hooks.example.com/in' }, 'url', 'scheme'],
  [{ url: 'ftp://hooks.example.com/in' }, 'url', 'scheme'],
  [{ url: 'https://' }, 'url', 'scheme'],
  [{ url: 'https://hooks.example.com:99999/' }, 'url', 'format'],
  [{ url: 'https://hooks.example.com:22/' }, 'url', 'port'],
  [{ url: 'https://user:password@hooks.example.com/' }, 'url', 'userinfo'],
  [{ url: 'https://hooks.example.com/#part' }, 'url', 'fragment'],
  [{ url: 'https://hooks.example.com/a b' }, 'url', 'format'],
  [{ url: `https://hooks.example.com/${'x'.repeat(2000)}` }, 'url'],
  [{ url: 'https://127.0.0.1/' }, 'url'],
  [{ url: 'https://10.1.2.3/' }, 'url'],
  [{ url: 'https://[::1]/' }, 'url'],
  [{ url: 'https://169.254.169.254/latest/meta-data' }, 'url'],
  [{ url: 'https://2130706433/' }, 'url'],
  [{ events: [] }, 'events', 'minItems'],
  [{ events: 'incident.created' }, 'events'],
  [{ events: ['incident.created', 'incident.deleted'] }, 'events.1', 'enum'],
  [{ events: ['incident.created', 'incident.created'] }, 'events', 'uniqueItems'],
  [{ filters: {} }, 'filters'],
  [{ filters: [{ operator: 'eq', value: 1 }] }, 'filters.0.field', 'required'],
  [{ filters: [{ field: 'priority', value: 1 }] }, 'filters.0.operator', 'required'],
  [
    { filters: [{ field: 'priority', operator: 'eq', value: 1, not: true }] },
    'filters.0.not',
    'unknown_field',
  ],
  [{ filters: [{ field: 'a..b', operator: 'exists' }] }, 'filters.0.field', 'path'],
  [{ filters: [{ field: 'prority', operator: 'exists' }] }, 'filters.0.field', 'unknown_field'],
  [
    { filters: [{ field: 'change.risk', operator: 'eq', value: 'high' }] },
    'filters.0.field',
    'unknown_field',
  ],
  [{ filters: [{ field: 'payload', operator: 'exists' }] }, 'filters.0.field', 'unknown_field'],
  [{ filters: conditions(21) }, 'filters', 'maxItems'],
  [filter('matches', 'P.'), 'filters.1.operator', 'enum'],
  [filter('eq'), 'filters.1.value', 'value'],
  [filter('in', 'P1'), 'filters.1.value', 'value'],
  [filter('not_in', { P1: true }), 'filters.1.value', 'value'],
  [filter('gt', [1]), 'filters.1.value', 'value'],
  [filter('contains', null), 'filters.1.value', 'value'],
  [filter('exists', 'yes'), 'filters.1.value', 'value'],
  [{ headers: ['X-Api-Key: 1'] }, 'headers'],
  [{ headers: { 'X-Api-Key': 1 } }, 'headers.X-Api-Key'],
  [{ headers: repeat(21) }, 'headers', 'maxProperties'],
  [{ sign_payloads: 'yes' }, 'sign_payloads'],
  [{ active: 1 }, 'active'],
  [{ timeout_seconds: 0 }, 'timeout_seconds', 'minimum'],
  [{ timeout_seconds: 31 }, 'timeout_seconds', 'maximum'],
  [{ timeout_seconds: 1.5 }, 'timeout_seconds'],
  [{ timeout_seconds: '10' }, 'timeout_seconds'],
  [{ timeout_seconds: null }, 'timeout_seconds'],
  [{ colour: 'red' }, 'colour', 'unknown_field'],
])('%j is refused, and %s named', async (content, field, code) => {
  await expectRefused(content, field, code)
  expect(await outbound.get(existing.id)).toMatchObject({ name: existing.name, version: 1 })
})

test('a filter names a field of at least one of the events, also when the events change', async () => {
  const filters = ['change.risk', 'data.changes.state.to', 'timestamp'].map((field) => ({
    field,
    operator: 'exists',
  }))
  const { id } = await outbound.create({ events: ['incident.updated', 'change.submitted'], filters })
  const { errors } = expectProblem(
    await outbound.patch(id, { events: ['incident.updated'] }),
    400,
    'validation_error',
  )
  expect(errors).toMatchObject([{ field: 'filters.0.field' }])
  expect(expectOk(await outbound.patch(id, { name: 'Of both' }), 200)).toMatchObject({ filters, version: 2 })
  const misspelt = { filters: [{ field: 'incident.prioritty', operator: 'exists' }] }
  expect(expectProblem(await outbound.patch(id, misspelt), 400, 'validation_error').message).toBe(
    'filters.0.field names no field of the events: did you mean priority?',
  )
})

test.each(['name', 'url', 'events'])('%s is required', async (field) => {
  const before = await outbound.everything()
  const response = await outbound.ask({ ...outbound.defaults, [field]: undefined })
  expect(expectProblem(response, 400, 'validation_error').errors).toMatchObject([{ field, code: 'required' }])
  expect(await outbound.everything()).toEqual(before)
})

test('a body that is not an object is refused', async () => {
  const before = await outbound.everything()
  for (const body of ['[]', '"webhook"', 'null', '7'])
    expectProblem(await outbound.ask(body), 400, 'validation_error')
  expectProblem(await outbound.ask('{"name":'), 400, 'malformed_json')
  expect(await outbound.everything()).toEqual(before)
})

const reserved = `Accept Accept-Encoding Connection Content-Encoding Content-Length Content-Type Cookie Date
  Expect Forwarded Host Keep-Alive Proxy-Authenticate Proxy-Authorization Proxy-Connection Sec-Fetch-Site TE Trailer
  Transfer-Encoding Upgrade User-Agent Via X-Forwarded-For X-Forwarded-Host X-Hub-Signature X-Hub-Signature-256
  X-Service-Anything X-Service-Attempt X-Service-Delivery X-Service-Event X-Service-Signature webhook-id
  webhook-signature webhook-timestamp`.split(/\s+/)

test.each(reserved)('the header %s cannot be set by a webhook, in any case', async (name) => {
  for (const spelled of [name, name.toLowerCase(), name.toUpperCase()])
    await expectRefused({ headers: { 'X-Fine': 'v', [spelled]: 'v' } }, `headers.${spelled}`, 'reserved')
  expect(await outbound.get(existing.id)).toMatchObject({ headers: { 'X-Kept': '********' } })
})

test.each([
  '',
  ' ',
  'X Api',
  ' X-Api',
  'X-Api ',
  'X-Api:',
  'X:Api',
  'X-Äpi',
  'X-Api\r\nHost',
  'X\tApi',
  'X(Api)',
  'X"',
  'X/Api',
  'x'.repeat(101),
])('the header name %j is refused', async (name) => {
  await expectRefused({ headers: { [name]: 'v' } }, `headers.${name}`, 'pattern')
  expect(await outbound.get(existing.id)).toMatchObject({ version: 1 })
})

test.each([
  '',
  ' ',
  'a\r\nHost: evil',
  'a\n',
  '\ra',
  'a\tb',
  ' a',
  'a ',
  'ä',
  '😀',
  '\u007f',
  '\u2028',
  'x'.repeat(1001),
])('the header value %j is refused', async (value) => {
  await expectRefused({ headers: { 'X-Api-Key': value } }, 'headers.X-Api-Key', 'pattern')
  expect(await outbound.get(existing.id)).toMatchObject({ version: 1 })
})

test('a duplicate header in two spellings is refused', async () => {
  await expectRefused({ headers: { 'X-Api-Key': 'a', 'x-api-key': 'b' } }, 'headers.x-api-key', 'duplicate')
  expect(await outbound.get(existing.id)).toMatchObject({ version: 1 })
})

test('values at the limits are accepted', async () => {
  const content = {
    name: '😀'.repeat(200),
    url: `https://hooks.example.com/${'x'.repeat(2000 - 'https://hooks.example.com/'.length)}`,
    events: [...eventTypes],
    filters: conditions(20),
    headers: { ...repeat(19), ["!#$%&'*+.^_`|~-".padEnd(100, 'x')]: `!${' '.repeat(998)}~` },
    timeout_seconds: 1,
  }
  expect(await outbound.create(content)).toMatchObject(content)
})
