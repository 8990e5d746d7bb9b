import { expect, test } from 'vitest'
import { runTwice } from '../../../../test/ageing.ts'
import { startApp } from '../../../../test/app.ts'
import { driveInbound } from '../../../../test/inbound.ts'
import { expectOk, walk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const inbound = driveInbound(app)

test('the last calls are stored with their payload and outcome, newest first', async () => {
  const webhook = await inbound.create({
    field_mapping: { short_description: '{{ title }}', priority: '{{ priority }}', dedup_key: '{{ title }}' },
    filters: [{ field: 'env', operator: 'ne', value: 'test' }],
    resolve_when: [{ field: 'ok', operator: 'eq', value: true }],
  })
  const payloads = [
    '{"title" : "Down 🔥"}',
    '{"title":"Down 🔥"}',
    '{"title":"Noise","env":"test"}',
    '{"title":"Bad","priority":"urgent"}',
    'no JSON',
    '{"title":"Down 🔥","ok":true}',
    '{"title":"Down 🔥","ok":true}',
  ]
  for (const payload of payloads) await inbound.send(webhook, payload)
  const { data, total } = await inbound.calls(webhook)
  expect(total).toBe(7)
  const [id] = data.flatMap(({ status, incident_id }) => (status === 'created' ? [incident_id] : []))
  const expected = [
    ['created', id, null, payloads[0]],
    ['duplicate', id, null, payloads[1]],
    ['filtered', null, null, payloads[2]],
    [
      'rejected',
      null,
      { code: 'validation_error', message: expect.stringContaining('priority') },
      payloads[3],
    ],
    ['rejected', null, { code: 'malformed_json', message: expect.stringContaining('JSON') }, payloads[4]],
    ['resolved', id, null, payloads[5]],
    ['ignored', null, null, payloads[6]],
  ]
  const kept = data.map(({ status, incident_id, error, payload }) => [status, incident_id, error, payload])
  expect(kept).toHaveLength(expected.length)
  for (const call of expected) expect(kept).toContainEqual(call)
  // Two within the same millisecond have no order.
  for (const [i, call] of data.slice(1).entries())
    expect(Date.parse(call.received_at)).toBeLessThanOrEqual(Date.parse(data[i]!.received_at))
})

test('calls can be filtered by outcome and paged', async () => {
  const webhook = await inbound.create()
  for (let i = 0; i < 3; i++) {
    await inbound.send(webhook, { title: `Down ${i}` })
    await inbound.send(webhook, { title: '' })
  }
  const created = await inbound.calls(webhook, { status: 'created' })
  expect(created.total).toBe(3)
  expect(created.data.map(({ payload }) => (JSON.parse(payload) as { title: string }).title)).toEqual([
    'Down 2',
    'Down 1',
    'Down 0',
  ])
  expect((await inbound.calls(webhook, { status: 'rejected' })).total).toBe(3)
  expect((await inbound.calls(webhook, { status: 'confirmed' })).data).toEqual([])
  const pages = await walk((cursor) => inbound.calls(webhook, { limit: '4', ...(cursor && { cursor }) }))
  expect(pages.map(({ data }) => data.length)).toEqual([4, 2])
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(6)
  for (const query of [{ status: 'lost' }, { sort: 'status' }, { since: 'yesterday' }])
    expectProblem(
      await app.call('GET', `/webhooks/inbound/${webhook.id}/events`, { query: query as never }),
      400,
      'validation_error',
    )
})

test('each webhook shows only its own calls', async () => {
  const [one, two] = [await inbound.create(), await inbound.create()]
  await inbound.taken(one, { title: 'Down' })
  expect((await inbound.calls(one)).total).toBe(1)
  expect((await inbound.calls(two)).total).toBe(0)
})

test('of a long payload the beginning is stored, without splitting a character', async () => {
  const webhook = await inbound.create()
  for (const letter of ['x', '🔥']) {
    const payload = JSON.stringify({
      title: 'Down',
      rest: letter.repeat(200_000 / Buffer.byteLength(letter)),
    })
    await inbound.taken(webhook, payload)
    const [call] = (await inbound.calls(webhook)).data
    expect(Buffer.byteLength(call!.payload)).toBeLessThanOrEqual(64 * 1024 + 8)
    expect(Buffer.byteLength(call!.payload)).toBeGreaterThan(64 * 1024 - 8)
    expect(payload.startsWith(call!.payload.replace(/\ufffd$/, ''))).toBe(true)
  }
})

test('bytes that cannot be stored are replaced, and the log of other webhooks is complete', async () => {
  const [webhook, other] = [await inbound.create(), await inbound.create()]
  const bodies = [Buffer.from([0x00, 0x61, 0xff, 0x62]), '\u0000', '{"a":"\u0000"}', '{"a":"\\ud83d"}']
  for (const body of bodies)
    expect((await inbound.send(webhook, body, { 'content-type': 'application/json' })).statusCode).toBe(400)
  await inbound.taken(other, { title: 'Down' })
  expect((await inbound.calls(other)).total).toBe(1)
  const { data } = await inbound.calls(webhook)
  expect(data.map(({ payload }) => payload).toSorted()).toEqual(
    ['\ufffda\ufffdb', '\ufffd', '{"a":"\ufffd"}', '{"a":"\\ud83d"}'].toSorted(),
  )
})

test('the newest hundred calls of each webhook are kept, and none of a deleted one', async () => {
  const [busy, quiet, deleted] = [await inbound.create(), await inbound.create(), await inbound.create()]
  await inbound.taken(deleted, { title: 'Down' })
  expect((await inbound.calls(deleted)).total).toBe(1)
  expectOk(await app.call('DELETE', `/webhooks/inbound/${deleted.id}`), 200)
  await app.query(`insert into inbound_events (id, webhook_id, received_at, status, payload)
    select 'old_' || n, '${busy.id}', now() - n * interval '1 minute', 'filtered', n::text from generate_series(1, 250) n
    union all select 'quiet_' || n, '${quiet.id}', now() - n * interval '1 day', 'filtered', n::text
    from generate_series(1, 100) n`)
  await runTwice(app, 'tidy-inbound')
  const kept = await inbound.calls(busy, { limit: '200' })
  expect(kept.data.map(({ payload }) => Number(payload))).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  )
  expect((await inbound.calls(quiet)).total).toBe(100)
  expect(await app.query(`select from inbound_events where webhook_id = '${deleted.id}'`)).toEqual([])
})

test('expired deduplication claims are deleted, others are not', async () => {
  const webhook = await inbound.create({
    field_mapping: { short_description: '{{ title }}', dedup_key: '{{ title }}' },
  })
  for (const title of ['Old', 'New']) await inbound.taken(webhook, { title }, { 'idempotency-key': title })
  const claims = () => app.query<{ key: string }>('select key from claims')
  const before = (await claims()).length
  await app.query(`update claims set expires_at = now() - interval '1 second'
    where expires_at is not null and subject_id = (select id from incidents where short_description = 'Old')`)
  await runTwice(app, 'tidy-inbound')
  expect(await claims()).toHaveLength(before - 1)
  expect((await inbound.taken(webhook, { title: 'Old' }, { 'idempotency-key': 'x' })).status).toBe(
    'duplicate',
  )
  expect((await inbound.taken(webhook, { title: '?' }, { 'idempotency-key': 'New' })).status).toBe(
    'duplicate',
  )
})

test('the claim of an alert is deleted when its incident can never be open again', async () => {
  const webhook = await inbound.create({
    field_mapping: { short_description: '{{ title }}', dedup_key: '{{ title }}' },
  })
  const states = ['in_progress', 'resolved', 'closed', 'cancelled', 'new']
  for (const state of states) {
    const { incident_id } = await inbound.taken(webhook, { title: `Alert ${state}` })
    await app.query(`update incidents set state = '${state}' where id = '${incident_id}'`)
    if (state === 'new') expectOk(await app.call('DELETE', `/incidents/${incident_id}`), 200)
  }
  await runTwice(app, 'forget-ended-alerts')
  const kept = await app.query(`select state from claims join incidents on id = subject_id
    where expires_at is null and short_description like 'Alert %' order by state`)
  expect(kept).toEqual([{ state: 'in_progress' }, { state: 'resolved' }])
})
