import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveInbound, type Answer, type InboundWebhook } from '../../../../test/inbound.ts'
import { driveIncidents, expectOk, pathTo } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const other = await startApp({ DATABASE_URL: app.url })
const inbound = driveInbound(app)
const incidents = driveIncidents(app)
afterAll(async () => {
  await other.close()
  await app.close()
})

const keyed = { field_mapping: { short_description: '{{ title }}', dedup_key: '{{ key }}' } }
const incidentsTitled = async (title: string) =>
  (await app.query<{ id: string }>(`select id from incidents where short_description = '${title}'`)).map(
    ({ id }) => id,
  )

describe('a dedup_key', () => {
  test.for(['new', 'in_progress', 'on_hold', 'reopened'] as const)(
    'is the same alert while its incident is %s',
    async (state) => {
      const webhook = await inbound.create(keyed)
      const { incident_id } = await inbound.taken(webhook, { title: 'Down', key: 'a' })
      for (const step of pathTo[state]) await incidents.change(incident_id!, { state: step })
      const before = await inbound.everything()
      expect(await inbound.taken(webhook, { title: 'Still down', key: 'a' })).toEqual({
        status: 'duplicate',
        incident_id,
      })
      expect(await inbound.everything()).toEqual(before)
    },
  )

  test.for(['resolved', 'closed', 'cancelled', 'deleted'] as const)(
    'opens a new incident if the previous one is %s, and uses that one from then on',
    async (state) => {
      const webhook = await inbound.create(keyed)
      const first = await inbound.taken(webhook, { title: 'Down', key: 'a' })
      if (state === 'deleted') expectOk(await incidents.remove(first.incident_id!), 200)
      else for (const step of pathTo[state]) await incidents.change(first.incident_id!, { state: step })
      const second = await inbound.taken(webhook, { title: 'Down again', key: 'a' })
      expect(second.status).toBe('created')
      expect(second.incident_id).not.toBe(first.incident_id)
      expect(await inbound.taken(webhook, { title: 'Down again', key: 'a' })).toEqual({
        status: 'duplicate',
        incident_id: second.incident_id,
      })
    },
  )

  test('is separate for each webhook, and an empty one is ignored', async () => {
    const [one, two] = [await inbound.create(keyed), await inbound.create(keyed)]
    const ids = new Set<string>()
    for (const [webhook, key] of [
      [one, 'a'],
      [two, 'a'],
      [one, 'b'],
      [one, 'A'],
      [one, ''],
      [one, ' '],
      [one, null],
      [one, undefined],
    ] as const) {
      const { status, incident_id } = await inbound.taken(webhook, { title: 'Down', key })
      expect(status).toBe('created')
      ids.add(incident_id!)
    }
    expect(ids.size).toBe(8)
  })
})

describe.for(['idempotency-key', 'webhook-id'])('the header %s', (header) => {
  const with_ = (key: string) => ({ [header]: key })

  test('makes two calls the same, even if the incident was closed or deleted meanwhile', async () => {
    const webhook = await inbound.create(keyed)
    const first = await inbound.taken(webhook, { title: 'Down', key: 'a' }, with_('k1'))
    const duplicate = { status: 'duplicate', incident_id: first.incident_id }
    expect(await inbound.taken(webhook, { title: 'Down', key: 'a' }, with_('k1'))).toEqual(duplicate)
    for (const state of pathTo.closed) await incidents.change(first.incident_id!, { state })
    const before = await inbound.everything()
    expect(await inbound.taken(webhook, { title: 'Down', key: 'a' }, with_('k1'))).toEqual(duplicate)
    expect(await inbound.everything()).toEqual(before)
    await incidents.remove(first.incident_id!)
    expect(await inbound.taken(webhook, { title: 'Down', key: 'b' }, with_('k1'))).toEqual(duplicate)
    expect((await inbound.taken(webhook, { title: 'Down', key: 'a' }, with_('k2'))).status).toBe('created')
  })

  test('is remembered for a day', async () => {
    const webhook = await inbound.create()
    const { incident_id } = await inbound.taken(webhook, { title: 'Down' }, with_('k1'))
    const [claim] = await app.query<{ key: string; hours: number }>(
      `select key, extract(epoch from expires_at - now())::float8 / 3600 as hours from claims where subject_id = '${incident_id}'`,
    )
    expect(claim!.hours).toBeCloseTo(24, 1)
    await app.query(`update claims set expires_at = now() - interval '1 second' where key = '${claim!.key}'`)
    const second = await inbound.taken(webhook, { title: 'Down' }, with_('k1'))
    expect(second.status).toBe('created')
    expect(second.incident_id).not.toBe(incident_id)
    expect(await inbound.taken(webhook, { title: 'Down' }, with_('k1'))).toEqual({
      status: 'duplicate',
      incident_id: second.incident_id,
    })
  })

  test('is separate for each webhook, and not stored if the call had no effect', async () => {
    const filters = [{ field: 'title', operator: 'ne', value: 'Noise' }]
    const [one, two] = [await inbound.create({ filters }), await inbound.create({ filters })]
    expect((await inbound.taken(one, { title: 'Noise' }, with_('k1'))).status).toBe('filtered')
    expect((await inbound.send(one, { title: '' }, with_('k1'))).statusCode).toBe(400)
    expect((await inbound.taken(one, { title: 'Down' }, with_('k1'))).status).toBe('created')
    expect((await inbound.taken(two, { title: 'Down' }, with_('k1'))).status).toBe('created')
  })

  test.for([
    ['empty', ''],
    ['of two words', 'two words'],
    ['not ASCII', 'é'],
    ['too long', 'x'.repeat(256)],
  ])('is refused when it is %s', async ([, key]) => {
    const webhook = await inbound.create()
    const before = await inbound.everything()
    const problem = expectProblem(
      await inbound.send(webhook, { title: 'Down' }, with_(key!)),
      400,
      'validation_error',
    )
    expect(problem.errors![0]!.field.toLowerCase()).toBe(header)
    expect(await inbound.everything()).toEqual(before)
  })
})

test('a call that matched an open alert is remembered: repeated later, it creates no incident', async () => {
  const webhook = await inbound.create(keyed)
  const alert = { title: 'Down', key: 'a' }
  const { incident_id } = await inbound.taken(webhook, alert, { 'webhook-id': 'msg_1' })
  expect((await inbound.taken(webhook, alert, { 'webhook-id': 'msg_2' })).status).toBe('duplicate')
  for (const state of pathTo.resolved) await incidents.change(incident_id!, { state })
  const before = await inbound.everything()
  const late = await inbound.taken(webhook, alert, { 'webhook-id': 'msg_2' })
  expect(late).toEqual({ status: 'duplicate', incident_id })
  expect(await inbound.everything()).toEqual(before)
})

test('a repeated call returns its own incident, even if another is open by now', async () => {
  const webhook = await inbound.create(keyed)
  const alert = { title: 'Down', key: 'a' }
  const first = await inbound.taken(webhook, alert, { 'webhook-id': 'msg_1' })
  for (const state of pathTo.resolved) await incidents.change(first.incident_id!, { state })
  const second = await inbound.taken(webhook, alert, { 'webhook-id': 'msg_2' })
  for (const [id, { incident_id }] of [
    ['msg_1', first],
    ['msg_2', second],
    ['msg_3', second],
  ] as const)
    expect(await inbound.taken(webhook, alert, { 'webhook-id': id })).toEqual({
      status: 'duplicate',
      incident_id,
    })
})

/** Over two nodes, as a load balancer would spread them. */
async function allAtOnce(webhook: InboundWebhook, payload: object, headers: Record<string, string>) {
  const nodes = [inbound, driveInbound(other)]
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => nodes[i % 2]!.send(webhook, payload, headers)),
  )
  return responses.map((response) => ({ code: response.statusCode, ...response.json<Answer>() }))
}

test.for<[string, Record<string, string>, object]>([
  ['one Idempotency-Key', { 'idempotency-key': 'same' }, {}],
  ['one webhook-id', { 'webhook-id': 'same' }, {}],
  ['one dedup_key', {}, { key: 'same' }],
  ['both', { 'webhook-id': 'same' }, { key: 'same' }],
])('of a hundred concurrent calls with %s, one creates the incident', async ([what, headers, more]) => {
  const webhook = await inbound.create(keyed)
  const title = `Storm with ${what}`
  const answers = await allAtOnce(webhook, { title, ...more }, headers)
  const [incident_id] = await incidentsTitled(title)
  expect(await incidentsTitled(title)).toHaveLength(1)
  const created = answers.filter(({ code }) => code === 201)
  expect(created).toEqual([{ code: 201, status: 'created', incident_id }])
  for (const answer of answers.filter(({ code }) => code !== 201))
    expect(answer).toEqual({ code: 200, status: 'duplicate', incident_id })
  expect(await incidents.eventsOf(incident_id!)).toHaveLength(1)
  // It may have been a call on the other node, which records it a moment later.
  await eventually(async () => (await inbound.calls(webhook, { status: 'created' })).total === 1)
})

test('a hundred concurrent calls after the recovery create one incident again', async () => {
  const webhook = await inbound.create(keyed)
  const title = 'Storm again'
  const { incident_id } = await inbound.taken(webhook, { title, key: 'same' })
  for (const state of pathTo.resolved) await incidents.change(incident_id!, { state })
  const answers = await allAtOnce(webhook, { title, key: 'same' }, {})
  expect(answers.map(({ code }) => code).toSorted()).toEqual([...Array<number>(99).fill(200), 201])
  expect(await incidentsTitled(title)).toHaveLength(2)
})
