import { expect, test } from 'vitest'
import type { DeliveryStatistics } from '../../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../../test/app.ts'
import { expectOk, walk } from '../../../../test/incidents.ts'
import { driveOutbound, publicName } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import type { EventType } from '../../../kernel/event-types.ts'
import type { Attempt, Status } from './model.ts'

const app = await startApp({}, publicName)
const outbound = driveOutbound(app)

interface Seed {
  status: Status
  event?: EventType
  latency_ms?: number
  attempts?: Partial<Attempt>[]
  /** Before now. */
  hours?: number
}

let made = 0
/** Inserts a delivery directly; IDs follow the order of creation. */
async function seed(webhook_id: string, given: Seed): Promise<string> {
  const { status, event = 'incident.created', latency_ms = null, attempts = [], hours = 0 } = given
  const id = `del_${String(++made).padStart(8, '0')}`
  await app.query(`insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id, status, attempts,
      latency_ms, created_at)
    values ('${id}', '${webhook_id}', ${made}, 'evt_${made}', '${event}', 'INC${made}', '${status}',
      '${JSON.stringify(attempts)}', ${latency_ms}, now() - ${hours} * interval '1 hour')`)
  return id
}
const statsOf = async (id: string, query: Record<string, string> = {}): Promise<DeliveryStatistics> =>
  expectOk(await app.call('GET', `/webhooks/outbound/${id}/stats`, { query }), 200)

test('deliveries of a webhook are listed newest first', async () => {
  const [mine, other] = [await outbound.create(), await outbound.create()]
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await seed(mine.id, { status: 'delivered', hours: 5 - i }))
  await seed(other.id, { status: 'delivered' })
  const { data, total } = await outbound.deliveries(mine.id)
  expect(data.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(total).toBe(5)
  const oldest = await outbound.deliveries(mine.id, { order: 'asc' })
  expect(oldest.data.map(({ id }) => id)).toEqual(ids)
})

test('deliveries are counted up to 10,000, and the list says so beyond', async () => {
  const { id } = await outbound.create()
  await app.query(`insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id, status, attempts)
    select 'del_many' || n, '${id}', 1000000 + n, 'evt_many' || n, 'incident.created', 'INC0000001',
      case when n = 1 then 'failed' else 'delivered' end, '[]' from generate_series(1, 10001) as n`)
  expect(await outbound.deliveries(id, { limit: '1' })).toMatchObject({
    total: 10_000,
    total_is_exact: false,
  })
  const delivered = await outbound.deliveries(id, { limit: '1', status: 'delivered' })
  expect([delivered.total, delivered.total_is_exact]).toEqual([10_000, undefined])
})

test('filters by status and event combine', async () => {
  const { id } = await outbound.create()
  const seeds: Seed[] = [
    { status: 'delivered', event: 'incident.created' },
    { status: 'failed', event: 'incident.created' },
    { status: 'failed', event: 'incident.resolved' },
    { status: 'retrying', event: 'incident.resolved' },
    { status: 'pending', event: 'incident.updated' },
  ]
  const ids: string[] = []
  for (const each of seeds) ids.push(await seed(id, each))
  const found = async (query: Record<string, string>) => {
    const { data, total } = await outbound.deliveries(id, { order: 'asc', ...query })
    expect(total).toBe(data.length)
    return data.map((delivery) => ids.indexOf(delivery.id))
  }
  expect(await found({ status: 'failed' })).toEqual([1, 2])
  expect(await found({ status: 'pending' })).toEqual([4])
  expect(await found({ status: 'pending,failed' })).toEqual([1, 2, 4])
  expect(await found({ event: 'incident.resolved,incident.updated' })).toEqual([2, 3, 4])
  expect(await found({ event: 'incident.resolved' })).toEqual([2, 3])
  expect(await found({ status: 'failed', event: 'incident.resolved' })).toEqual([2])
  expect(await found({ status: 'delivered', event: 'incident.resolved' })).toEqual([])
})

test('paging returns each delivery once, also with equal times', async () => {
  const { id } = await outbound.create()
  const ids: string[] = []
  for (let i = 0; i < 23; i++) ids.push(await seed(id, { status: 'failed' }))
  await app.query(`update deliveries set created_at = now() where webhook_id = '${id}'`)
  const pages = await walk((cursor) =>
    outbound.deliveries(id, { limit: '5', status: 'failed', ...(cursor && { cursor }) }),
  )
  expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 5, 5, 3])
  expect(pages.flatMap(({ data }) => data.map((delivery) => delivery.id))).toEqual(ids.toReversed())
  for (const { total } of pages) expect(total).toBe(23)
})

test('a cursor is bound to its webhook and its filters', async () => {
  const [mine, other] = [await outbound.create(), await outbound.create()]
  for (let i = 0; i < 3; i++) await seed(mine.id, { status: 'failed' })
  const { next_cursor } = await outbound.deliveries(mine.id, { limit: '2' })
  const ask = (id: string, query: Record<string, string>) =>
    app.call('GET', `/webhooks/outbound/${id}/deliveries`, { query: { cursor: next_cursor!, ...query } })
  expect((await ask(mine.id, {})).statusCode).toBe(200)
  expectProblem(await ask(other.id, {}), 400, 'invalid_cursor')
  expectProblem(await ask(mine.id, { status: 'failed' }), 400, 'invalid_cursor')
  expectProblem(await ask(mine.id, { order: 'asc' }), 400, 'invalid_cursor')
})

test.each([
  { status: 'lost' },
  { event: 'incident.deleted' },
  { limit: '0' },
  { limit: '201' },
  { sort: 'latency_ms' },
  { colour: 'red' },
])('the query %j is refused', async (query) => {
  const { id } = await outbound.create()
  const response = await app.call('GET', `/webhooks/outbound/${id}/deliveries`, { query: query as never })
  const { errors } = expectProblem(response, 400, 'validation_error')
  expect(errors).toMatchObject([{ field: Object.keys(query)[0] }])
})

const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`

test('statistics contain the states, the success rate, the latencies and the last failure', async () => {
  const { id } = await outbound.create()
  const ok = (latency_ms: number): Seed => ({
    status: 'delivered',
    latency_ms,
    attempts: [{ at: at(1), status: 200, error: null }],
  })
  for (let i = 1; i <= 90; i++) await seed(id, ok(i))
  for (let i = 91; i <= 97; i++)
    await seed(id, { status: 'failed', latency_ms: i, attempts: [{ at: at(2), status: 500, error: null }] })
  const last = { at: at(4), status: null, error: 'timeout' }
  const failing = await seed(id, {
    status: 'retrying',
    latency_ms: 98,
    attempts: [{ at: at(3), status: 503, error: null }, last],
  })
  await seed(id, { status: 'delivered', latency_ms: 99, attempts: [{ at: at(5), status: 204, error: null }] })
  await seed(id, { status: 'pending' })
  const { since, over_time, ...stats } = await statsOf(id)
  expect(Date.now() - Date.parse(since)).toBeGreaterThan(23 * 3_600_000)
  const sum = (of: 'delivered' | 'failed' | 'waiting') => over_time.reduce((n, part) => n + part[of], 0)
  expect([sum('delivered'), sum('failed'), sum('waiting')]).toEqual([91, 7, 2])
  expect(stats).toEqual({
    total: 100,
    delivered: 91,
    failed: 7,
    pending: 1,
    retrying: 1,
    success_rate: 91 / 98,
    p50_latency_ms: 50,
    p95_latency_ms: 95,
    last_failure: { ...last, delivery_id: failing },
  })
})

test('statistics begin at the given time, by default a day ago', async () => {
  const { id } = await outbound.create()
  await seed(id, { status: 'failed', hours: 25, latency_ms: 1000 })
  await seed(id, { status: 'delivered', hours: 23, latency_ms: 20 })
  await seed(id, { status: 'delivered', hours: 1, latency_ms: 10 })
  expect(await statsOf(id)).toMatchObject({ total: 2, success_rate: 1, p95_latency_ms: 20 })
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  expect(await statsOf(id, { since: ago(2) })).toMatchObject({ total: 1, p50_latency_ms: 10 })
  const longest = await statsOf(id, { since: ago(48) })
  expect(longest).toMatchObject({ total: 3, success_rate: 2 / 3, p95_latency_ms: 1000 })
  expectProblem(
    await app.call('GET', `/webhooks/outbound/${id}/stats`, { query: { since: 'yesterday' } }),
    400,
    'validation_error',
  )
})

test('statistics are split into equal parts of the period', async () => {
  const { id } = await outbound.create()
  await seed(id, { status: 'failed', hours: 23.5 })
  await seed(id, { status: 'delivered', hours: 12.5 })
  await seed(id, { status: 'retrying', hours: 0.5 })
  const { since, over_time } = await statsOf(id)
  expect(over_time).toHaveLength(24)
  expect(over_time[0]).toEqual({ at: since, delivered: 0, failed: 1, waiting: 0 })
  expect(over_time[11]).toMatchObject({ delivered: 1, failed: 0, waiting: 0 })
  expect(over_time[23]).toMatchObject({ delivered: 0, failed: 0, waiting: 1 })
  const lengths = over_time.slice(1).map(({ at }, i) => Date.parse(at) - Date.parse(over_time[i]!.at))
  expect(new Set(lengths)).toEqual(new Set([3_600_000]))
  const future = await statsOf(id, { since: new Date(Date.now() + 86_400_000).toISOString() })
  expect(future.over_time).toEqual([])
})

test('without deliveries the rates are null', async () => {
  const { id } = await outbound.create()
  await seed((await outbound.create()).id, { status: 'failed' })
  const { since: _, over_time, ...stats } = await statsOf(id)
  expect(over_time.every(({ delivered, failed, waiting }) => delivered + failed + waiting === 0)).toBe(true)
  expect(stats).toEqual({
    total: 0,
    delivered: 0,
    failed: 0,
    pending: 0,
    retrying: 0,
    success_rate: null,
    p50_latency_ms: null,
    p95_latency_ms: null,
    last_failure: null,
  })
})
