import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound } from '../../../../test/inbound.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const inbound = driveInbound(app)

const rules = {
  field_mapping: {
    short_description: '{{ title }}',
    priority: '{{ severity | map: "critical=P1" }}',
    assigned_to: '{{ owner }}',
    dedup_key: '{{ id }}',
    work_note: 'Well again: {{ title }}',
  },
  filters: [{ field: 'env', operator: 'eq', value: 'prod' }],
  resolve_when: [{ field: 'status', operator: 'eq', value: 'ok' }],
}
const alert = { title: 'Down', severity: 'critical', env: 'prod', id: 'a' }

const ask = (body: unknown, as?: string | null) =>
  app.call('POST', '/webhooks/inbound/preview', { body, ...(as !== undefined && { as }) })
const seen = async (payload: unknown, given: object = rules) =>
  expectOk(await ask({ ...given, payload: JSON.stringify(payload) }), 200)

test('unsaved rules show the result for a payload', async () => {
  expect(await seen(alert)).toEqual({
    status: 'would_create',
    incident: { short_description: 'Down', priority: 'P1' },
    dedup_key: 'a',
  })
  expect(await seen({ ...alert, status: 'ok' })).toEqual({
    status: 'would_resolve',
    dedup_key: 'a',
    work_note: 'Well again: Down',
  })
  expect(await seen({ ...alert, env: 'test' })).toEqual({
    status: 'filtered',
    failed_filter: rules.filters[0],
  })
  expect(await seen({ ...alert, owner: 'nobody' })).toMatchObject({
    status: 'rejected',
    errors: [{ field: 'assigned_to', code: 'unusable' }],
  })
  const least = { field_mapping: { short_description: 'Seen at {{ $ }}' } }
  expect(expectOk(await ask({ ...least, payload: '1772438771220000123' }), 200)).toMatchObject({
    status: 'would_create',
    incident: { short_description: 'Seen at 1772438771220000123' },
  })
  expect(await seen(alert, { action: 'resolve_incident', field_mapping: { dedup_key: '{{ id }}' } })).toEqual(
    { status: 'would_resolve', dedup_key: 'a' },
  )
})

test('it has no effect', async () => {
  const before = await inbound.everything()
  await seen(alert)
  expect(await inbound.everything()).toEqual(before)
})

test('invalid rules are refused as on saving, and so is a payload that is not JSON', async () => {
  const { field_mapping } = rules
  const { dedup_key: _, ...keyless } = field_mapping
  for (const [body, field] of [
    [{ field_mapping: { ...field_mapping, priority: '{{ severity | shout }}' } }, 'field_mapping.priority'],
    [{ field_mapping: { ...field_mapping, colour: 'red' } }, 'field_mapping.colour'],
    [{ field_mapping: {} }, 'field_mapping.short_description'],
    [{ field_mapping: keyless }, 'field_mapping.dedup_key'],
    [{ filters: [{ field: 'env', operator: 'in', value: 'prod' }] }, 'filters.0.value'],
    [{ resolve_when: [{ field: '', operator: 'exists' }] }, 'resolve_when.0.field'],
    [{ payload: '{"title":' }, 'payload'],
    [{ payload: '{"a":1,"a":2}' }, 'payload'],
    [{ payload: '' }, 'payload'],
    [{ payload: { title: 'Down' } }, 'payload'],
    [{ payload: undefined }, 'payload'],
    [{ field_mapping: undefined }, 'field_mapping'],
  ] as const) {
    const problem = expectProblem(await ask({ ...rules, payload: '{}', ...body }), 400, 'validation_error')
    expect(problem.errors?.map((error) => error.field)).toContain(field)
  }
})

test('it is for roles that manage webhooks', async () => {
  const body = { ...rules, payload: '{}' }
  const statusFor = async (as: string | null) => (await ask(body, as)).statusCode
  expect(await statusFor(null)).toBe(401)
  expect(await statusFor(await app.tokenFor('itsm_agent'))).toBe(403)
  expect(await statusFor(await app.tokenFor('itsm_manager'))).toBe(200)
})
