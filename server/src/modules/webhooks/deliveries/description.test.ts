import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveBulk } from '../../../../test/bulk.ts'
import { driveChanges } from '../../../../test/changes.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { documentOf, inlined } from '../../../../test/openapi.ts'
import { recordedEvents } from '../../../../test/recorded-events.ts'
import { eventTypes, type EventType } from '../../../kernel/event-types.ts'
import { bodyOf, plainHeaders, signatureHeaders } from './model.ts'
import { sampleOf } from './samples.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const changes = await driveChanges(app)
const document = await documentOf(app)

interface Payload {
  properties: { data: { properties: Record<string, unknown> } }
}

/** What receivers of this event are told about its body. */
const payloadOf = (type: EventType): Payload => {
  const { post } = inlined(document, document.webhooks[type]) as unknown as {
    post: { requestBody: { content: Record<string, { schema: Payload }> } }
  }
  return post.requestBody.content['application/json']!.schema
}
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }))

/** Also names fields that are sent and not described. */
function differencesIn(type: EventType, data: object): unknown[] {
  const schema = payloadOf(type)
  const check = ajv.compile(schema)
  const body: unknown = JSON.parse(bodyOf(type, new Date(), 'mainstay', JSON.stringify(data)))
  const undescribed = Object.keys(data).filter((name) => !(name in schema.properties.data.properties))
  return check(body) ? undescribed : [...undescribed, ...(check.errors ?? [])]
}

test('every type of event is described', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventTypes)
})

test.for(eventTypes)('the test delivery of %s is as described', (type) => {
  const { created_at: _, ...sample } = sampleOf(type, 'https://desk.example.com', new Date())
  expect(differencesIn(type, sample)).toEqual([])
})

test('the headers of a delivery are described', () => {
  const { post } = inlined(document, document.webhooks['incident.created']) as unknown as {
    post: { parameters: { name: string }[] }
  }
  const sent = {
    ...plainHeaders({ id: 'del_1', event: 'incident.created', event_id: 'evt_1', attempt: 1 }),
    ...signatureHeaders('del_1', '{}', new Date(), ['whsec_bmV3', 'whsec_b2xk']),
  }
  const own = Object.keys(sent).filter((name) => /^(x-service|webhook)-/.test(name))
  expect(post.parameters.map(({ name }) => name.toLowerCase()).toSorted()).toEqual(own.toSorted())
})

test('events are as described', async () => {
  const { id } = await incidents.create({ assignment_group: 'network', assigned_to: 'ada@example.com' })
  await incidents.change(id, { priority: 'P1', state: 'in_progress' })
  await incidents.change(id, { state: 'resolved' })
  await changes.create({ planned_start: '2027-01-01T00:00:00Z', planned_end: '2027-01-01T01:00:00Z' })
  const body = { short_description: 'A laptop', requested_for: 'ada@example.com', variables: { size: 14 } }
  expectOk(await app.call('POST', '/requests', { body }), 201)
  const records = [{ name: 'db-1', external_id: '1', ip_addresses: ['192.0.2.1'] }]
  await driveBulk(app, '/cmdb/cis/bulk').run({ operation: 'upsert', source: 'scan', records })
  const events = await app.query<{ type: EventType; data: object }>(
    `select type, data from ${recordedEvents}`,
  )
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      'incident.created',
      'incident.updated',
      'incident.resolved',
      'incident.priority_changed',
      'change.submitted',
      'request.submitted',
      'ci.discovered',
    ]),
  )
  for (const { type, data } of events) expect([type, differencesIn(type, data)]).toEqual([type, []])
})
