import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const inbound = driveInbound(app)

const critical = { field: 'severity', operator: 'in', value: ['critical', 'major'] }
const production = { field: 'env', operator: 'eq', value: 'prod' }
const full = {
  field_mapping: {
    short_description: '{{ title }}',
    priority: '{{ severity | map: "critical=P1,major=P2" }}',
    description: '{{ text | default: "No text" }}',
    assigned_to: '{{ owner }}',
    dedup_key: '{{ id }}',
  },
  filters: [critical, production],
  resolve_when: [{ field: 'status', operator: 'eq', value: 'ok' }],
}
const alert = { title: 'Down', severity: 'critical', env: 'prod', id: 'a' }

const ask = (id: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', `/webhooks/inbound/${id}/test`, { body, headers })

/** A dry run must have no effect. */
async function tried(id: string, payload: unknown): Promise<Record<string, unknown>> {
  const before = [await inbound.everything(), await inbound.callsLogged()]
  const answer = expectOk<Record<string, unknown>>(await ask(id, JSON.stringify(payload)), 200)
  expect([await inbound.everything(), await inbound.callsLogged()]).toEqual(before)
  return answer
}

test('an accepted payload shows the incident it would create', async () => {
  const { id } = await inbound.create(full)
  expect(await tried(id, alert)).toEqual({
    status: 'would_create',
    incident: { short_description: 'Down', priority: 'P1', description: 'No text' },
    dedup_key: 'a',
  })
  const { id: plain } = await inbound.create()
  expect(await tried(plain, { title: 'Down' })).toEqual({
    status: 'would_create',
    incident: { short_description: 'Down' },
  })
})

test('the result matches that of an actual call', async () => {
  const webhook = await inbound.create(full)
  const { incident } = await tried(webhook.id, { ...alert, text: 'x'.repeat(120_000) })
  const { incident_id } = await inbound.taken(webhook, { ...alert, text: 'x'.repeat(120_000) })
  expect(await driveIncidents(app).get(incident_id!)).toMatchObject(incident as object)
})

test('a recovery shows that it would resolve, whether or not an incident exists', async () => {
  const { id } = await inbound.create(full)
  expect(await tried(id, { ...alert, status: 'ok' })).toEqual({ status: 'would_resolve', dedup_key: 'a' })
  const { id: resolver } = await inbound.create({
    action: 'resolve_incident',
    field_mapping: { dedup_key: '{{ id }}' },
  })
  expect(await tried(resolver, { id: 'b' })).toEqual({ status: 'would_resolve', dedup_key: 'b' })
})

test('a payload that a filter rejects shows which one', async () => {
  const { id } = await inbound.create(full)
  for (const [payload, failed_filter] of [
    [{ ...alert, severity: 'minor' }, critical],
    [{ ...alert, env: 'test' }, production],
    [{ severity: 'minor', env: 'test' }, critical],
    ['text', critical],
    [null, critical],
  ] as const)
    expect(await tried(id, payload)).toEqual({ status: 'filtered', failed_filter })
})

test('an invalid payload shows every reason', async () => {
  const { id } = await inbound.create(full)
  const { status, errors } = await tried(id, { ...alert, title: ' ', owner: 'nobody' })
  expect(status).toBe('rejected')
  expect(errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'short_description', code: 'empty' }),
      expect.objectContaining({ field: 'assigned_to', code: 'unusable' }),
    ]),
  )
})

test('it works while the webhook is inactive, and needs no signature', async () => {
  const { id } = await inbound.create({ ...full, active: false, secret_enabled: true })
  expect((await tried(id, alert)).status).toBe('would_create')
})

test('it accepts the same bodies as a call: any number, any JSON type, the same size', async () => {
  const { id } = await inbound.create({ field_mapping: { short_description: '{{ title }} {{ at }}' } })
  const payload = '{"title":"Down","at":1772438771220000123}'
  for (const type of ['application/json', 'text/plain', 'application/vnd.x+json'])
    expect(expectOk(await ask(id, payload, { 'content-type': type }), 200)).toMatchObject({
      status: 'would_create',
      incident: { short_description: 'Down 1772438771220000123' },
    })
  expectProblem(await ask(id, payload, { 'content-type': 'text/html' }), 415, 'unsupported_media_type')
  expectProblem(await ask(id, '{"title":'), 400, 'malformed_json')
  const long = JSON.stringify({ title: 'x'.repeat(256 * 1024) })
  expectProblem(await ask(id, long), 413, 'payload_too_large')
})

test('without a payload the sample of the preset is used; without a preset it is refused', async () => {
  const { id } = await inbound.create({ preset: 'grafana', field_mapping: undefined })
  expect(expectOk(await ask(id), 200)).toMatchObject({ status: 'would_create' })
  const { id: plain } = await inbound.create()
  expect(expectProblem(await ask(plain), 400, 'validation_error').errors).toMatchObject([{ field: 'body' }])
})
