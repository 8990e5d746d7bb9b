import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveInbound } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { createReferencedRecords } from '../../../../test/referenced-records.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const inbound = driveInbound(app)
const incidents = driveIncidents(app)
await createReferencedRecords(app, { ci: 42, change: 7 })

const everyTarget = {
  short_description: '{{ alert.title | trim }} on {{ alert.hosts[0] }}',
  description: '{{ alert.text }}',
  priority: '{{ alert.severity | map: "critical=P1,warning=P3" | default: "P4" }}',
  category: 'network',
  subcategory: '{{ alert.labels["kind of box"] }}',
  impact: '{{ alert.impact }}',
  urgency: 'HIGH',
  assignment_group: '{{ alert.team }}',
  assigned_to: '{{ alert.oncall }}',
  ci_id: 'CI00000{{ alert.ci }}',
  change_id: '{{ alert.change }}',
  parent_problem_id: '{{ alert.problem }}',
}
const alert = {
  title: ' Link down ',
  hosts: ['r1', 'r2'],
  text: 'First line\nSecond line',
  severity: 'critical',
  labels: { 'kind of box': 'router' },
  impact: 'Medium',
  team: 'Network',
  oncall: 'ada@example.com',
  ci: 42,
  change: 'CHG0000007',
  problem: 'PRB-1',
}

test('a payload becomes an incident according to the mapping', async () => {
  const webhook = await inbound.create({ name: 'Router Watch', field_mapping: everyTarget })
  const response = await inbound.send(webhook, { alert })
  const answer = expectOk<{ incident_id: string }>(response, 201)
  expect(answer).toEqual({ status: 'created', incident_id: expect.stringMatching(/^INC\d{7}$/) })
  expect(await incidents.get(answer.incident_id)).toMatchObject({
    short_description: 'Link down on r1',
    description: 'First line\nSecond line',
    priority: 'P1',
    state: 'new',
    category: 'network',
    subcategory: 'router',
    impact: 'medium',
    urgency: 'high',
    assignment_group: 'Network',
    assigned_to: 'ada@example.com',
    ci_id: 'CI0000042',
    change_id: 'CHG0000007',
    parent_problem_id: 'PRB-1',
    opened_by: expect.stringMatching(/^router-watch\.inbound_\w+@webhooks\.mainstay\.local$/),
  })
  expect(await incidents.eventsOf(answer.incident_id)).toMatchObject([{ type: 'incident.created' }])
  const history = expectOk<{ data: { actor: string; action: string }[] }>(
    await app.call('GET', `/incidents/${answer.incident_id}/history`),
    200,
  )
  expect(new Set(history.data.map(({ actor }) => actor)).size).toBe(1)
  expect(history.data[0]!.actor).toMatch(/^router-watch\.inbound_/)
})

test('the group of a new incident is notified once, unless the webhook says otherwise', async () => {
  const body = { email: 'night@example.com', roles: ['itsm_agent'], groups: ['Night'] }
  const { id: recipient_id } = expectOk<{ id: string }>(await app.call('POST', '/users', { body }), 201)
  const field_mapping = {
    short_description: 'Link down',
    assignment_group: '{{ team }}',
    dedup_key: '{{ key }}',
  }
  const quiet = await inbound.create({ name: 'Quiet', field_mapping, notify_stakeholders: false })
  const loud = await inbound.create({ name: 'Router watch', field_mapping })
  await inbound.taken(quiet, { team: 'Night', key: 1 })
  await inbound.taken(loud, { key: 2 })
  const { incident_id } = await inbound.taken(loud, { team: 'Night', key: 3 })
  expect(await inbound.taken(loud, { team: 'Night', key: 3 })).toMatchObject({ status: 'duplicate' })
  await eventually(
    async () => (await app.query(`select from jobs where type = 'notify-stakeholders'`)).length === 0,
  )
  expect(
    await app.query(`select recipient_id, message from notifications where subject_id like 'INC%'`),
  ).toEqual([{ recipient_id, message: `Router watch opened ${incident_id} (P3) for Night: Link down` }])
})

test('an empty field of the payload is omitted and gets its default', async () => {
  const webhook = await inbound.create({ field_mapping: { ...everyTarget, ci_id: '{{ alert.ci }}' } })
  const { incident_id } = await inbound.taken(webhook, { alert: { title: 'Link down' } })
  expect(await incidents.get(incident_id!)).toMatchObject({
    short_description: 'Link down on',
    description: null,
    priority: 'P4',
    subcategory: null,
    impact: null,
    assigned_to: null,
    ci_id: null,
  })
})

test('an event that a filter rejects has no effect', async () => {
  const filters = [
    { field: 'severity', operator: 'in', value: ['critical', 'warning'] },
    { field: 'host', operator: 'starts_with', value: 'prod-' },
  ]
  const webhook = await inbound.create({ filters })
  const before = await inbound.everything()
  for (const payload of [
    { title: 'a', severity: 'info', host: 'prod-1' },
    { title: 'a', severity: 'critical', host: 'test-1' },
    { severity: 'info' },
    [],
    5,
    null,
    'text',
  ])
    expect(expectOk(await inbound.send(webhook, JSON.stringify(payload)), 200)).toEqual({
      status: 'filtered',
    })
  expect(await inbound.everything()).toEqual(before)
  const { status } = await inbound.taken(webhook, { title: 'a', severity: 'critical', host: 'prod-1' })
  expect(status).toBe('created')
})

const unusable: [field: string, payload: object, code: string][] = [
  ['priority', { title: 'a', priority: 'urgent' }, 'unusable'],
  ['impact', { title: 'a', impact: 'huge' }, 'unusable'],
  ['urgency', { title: 'a', urgency: 4 }, 'unusable'],
  ['assigned_to', { title: 'a', assigned_to: 'ada' }, 'unusable'],
  ['assigned_to', { title: 'a', assigned_to: 'ada@example .com' }, 'unusable'],
  ['assigned_to', { title: 'a', assigned_to: 'a\u0001da@example.com' }, 'unusable'],
  ['ci_id', { title: 'a', ci_id: 'db-3' }, 'unusable'],
  ['change_id', { title: 'a', change_id: 'CHG1' }, 'unusable'],
  ['ci_id', { title: 'a', ci_id: 'CI0000099' }, 'unknown'],
  ['change_id', { title: 'a', change_id: 'CHG0000099' }, 'unknown'],
  ['short_description', {}, 'empty'],
  ['short_description', { title: '' }, 'empty'],
  ['short_description', { title: ' \n\t ' }, 'empty'],
  ['short_description', { title: null }, 'empty'],
  ['short_description', { title: '\u0007\u2028\u0085' }, 'empty'],
]
test.each(unusable)('an invalid %s, from %j, is named, and nothing happens', async (field, payload, code) => {
  const fields = ['priority', 'impact', 'urgency', 'assigned_to', 'ci_id', 'change_id']
  const webhook = await inbound.create({
    field_mapping: {
      short_description: '{{ title }}',
      ...Object.fromEntries(fields.map((name) => [name, `{{ ${name} }}`])),
      dedup_key: 'one',
    },
  })
  const before = await inbound.everything()
  const { errors } = expectProblem(
    await inbound.send(webhook, payload, { 'idempotency-key': 'k' }),
    400,
    'validation_error',
  )
  expect(errors).toMatchObject([{ field, code, pointer: `/${field}` }])
  expect(await inbound.everything()).toEqual(before)
  expect((await inbound.calls(webhook)).data).toMatchObject([
    { status: 'rejected', error: { code: 'validation_error' } },
  ])
})

test('an alert about a configuration item and a change that were deleted opens an incident without them', async () => {
  const field_mapping = {
    short_description: 'Link down',
    description: '{{ text }}',
    ci_id: 'CI0000042',
    change_id: '{{ change }}',
  }
  const webhook = await inbound.create({ field_mapping })
  const send = async (payload: object) => incidents.get((await inbound.taken(webhook, payload)).incident_id!)
  const setDeleted = async (at: string, table: string, id: string) =>
    app.query(`update ${table} set deleted_at = ${at}, deleted_by = 'a' where id = '${id}'`)
  await setDeleted('now()', 'cis', 'CI0000042')
  expect(await send({ text: 'Port 7', change: 'CHG0000007' })).toMatchObject({
    ci_id: null,
    change_id: 'CHG0000007',
    description: 'Port 7\n\nThe webhook names CI0000042, which was deleted.',
  })
  await setDeleted('now()', 'changes', 'CHG0000007')
  expect(await send({ change: 'CHG0000007' })).toMatchObject({
    ci_id: null,
    change_id: null,
    description: 'The webhook names CI0000042 and CHG0000007, which were deleted.',
  })
  await setDeleted('null', 'cis', 'CI0000042')
  await setDeleted('null', 'changes', 'CHG0000007')
})

test('all errors are reported at once, with short excerpts', async () => {
  const field_mapping = { short_description: '{{ a }}', priority: '{{ b }}', ci_id: '{{ b }}' }
  const webhook = await inbound.create({ field_mapping })
  const problem = expectProblem(await inbound.send(webhook, { b: 'x'.repeat(5000) }), 400, 'validation_error')
  expect(problem.errors!.map(({ field }) => field).toSorted()).toEqual([
    'ci_id',
    'priority',
    'short_description',
  ])
  expect(problem.message.length).toBeLessThan(1000)
})

test('text that is too long is truncated with an ellipsis, counted in code points', async () => {
  const field_mapping = {
    short_description: '{{ long }}',
    description: '{{ long }}',
    category: '{{ long }}',
    assignment_group: '{{ long }}',
    parent_problem_id: '{{ long }}',
  }
  const webhook = await inbound.create({ field_mapping })
  for (const letter of ['x', 'é', '🔥']) {
    const count = Math.floor(200_000 / Buffer.byteLength(letter))
    const { incident_id } = await inbound.taken(webhook, { long: letter.repeat(count) })
    const cut = (most: number) => (count > most ? `${letter.repeat(most - 1)}…` : letter.repeat(count))
    expect(await incidents.get(incident_id!)).toMatchObject({
      short_description: cut(255),
      description: cut(100_000),
      category: cut(100),
      assignment_group: cut(100),
      parent_problem_id: cut(64),
    })
  }
  for (const [length, expected] of [
    [255, '🔥'.repeat(255)],
    [256, `${'🔥'.repeat(254)}…`],
  ] as const) {
    const { incident_id } = await inbound.taken(webhook, { long: '🔥'.repeat(length) })
    expect((await incidents.get(incident_id!)).short_description).toBe(expected)
  }
})

test('a single-line field has one line, whatever the payload', async () => {
  const webhook = await inbound.create()
  const title = ' Disk\r\nfull\u2028on\u0000\u0085db-3\t\u0007now \n'.replace('\u0000', '')
  const { incident_id } = await inbound.taken(webhook, { title })
  expect((await incidents.get(incident_id!)).short_description).toBe('Disk full on db-3 now')
})

test('an incident from a webhook can be updated like any other', async () => {
  const webhook = await inbound.create({ field_mapping: everyTarget })
  const { incident_id } = await inbound.taken(webhook, { alert })
  const read = await incidents.get(incident_id!)
  expect(await incidents.change(incident_id!, read)).toEqual(read)
  expect((await incidents.change(incident_id!, { ...read, state: 'in_progress' })).state).toBe('in_progress')
})
