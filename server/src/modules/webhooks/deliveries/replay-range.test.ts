import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveBulk, type Job } from '../../../../test/bulk.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, type Outbound } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { startReceiver, type Receiver } from '../../../../test/receiver.ts'

let app: TestApp
let receiver: Receiver
let outbound: Outbound
let jobs: ReturnType<typeof driveBulk>
beforeAll(async () => {
  receiver = await startReceiver()
  // The replayed deliveries are older than the default retention.
  app = await startApp({ ...receiver.env, EVENT_RETENTION_DAYS: '3650' })
  outbound = driveOutbound(app, receiver.url)
  jobs = driveBulk(app)
})
beforeEach(async () => {
  await outbound.settled()
  receiver.received.length = 0
})

const replay = (id: string, body: unknown, as?: string) =>
  app.call('POST', `/webhooks/outbound/${id}/replay`, { body, ...(as && { as }) })

/** Inserts so many old deliveries with their events, one a minute from the given time on. */
const seed = (webhook_id: string, count: number, { from = '2026-01-01T00:00:00Z', status = 'failed' } = {}) =>
  app.query(`with told as (
      insert into events (id, type, subject_id, actor_id, occurred_at, data)
      select 'evt_' || md5('${webhook_id} ${from} ' || n), 'incident.created', 'INC' || n, 'system',
        '${from}'::timestamptz + n * interval '1 minute', jsonb_build_object('id', 'INC' || n, 'n', n)
      from generate_series(0, ${count - 1}) as n returning *)
    insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id, status, created_at, completed_at)
    select 'del_' || substr(id, 5), '${webhook_id}', seq, id, type, subject_id, '${status}', occurred_at, occurred_at
    from told`)
const replaysOf = (webhook_id: string) =>
  app.query<{ id: string; replay_of: string; status: string; event_id: string }>(
    `select id, replay_of, status, event_id from deliveries where webhook_id = '${webhook_id}' and replay_of is not null`,
  )
const subjectsSent = () =>
  receiver.received.map(({ body }) => (JSON.parse(body.toString()) as { data: { n: number } }).data.n)

test('failed deliveries of a range are replayed as a job, each once', async () => {
  const { id } = await outbound.create()
  await seed(id, 10)
  await seed(id, 5, { from: '2026-01-01T00:00:30Z', status: 'delivered' })
  const response = await replay(id, { since: '2026-01-01T00:02:00Z', until: '2026-01-01T02:06:00+02:00' })
  const accepted = expectOk<Job & { status_url: string }>(response, 202)
  expect(accepted).toMatchObject({ status: 'queued', operation: 'replay', total: 4 })
  expect(response.headers.location).toBe(accepted.status_url)
  expect(accepted.status_url).toContain(`/jobs/${accepted.job_id}`)
  const job = await jobs.done(accepted.job_id)
  expect(job).toMatchObject({ type: 'deliveries', status: 'completed', succeeded: 4, failed: 0, progress: 1 })
  const audited = await app.call('GET', '/audit', { query: { subject_id: id, action: 'replayed' } })
  const range = { status: 'failed', since: '2026-01-01T00:02:00Z', until: '2026-01-01T02:06:00+02:00' }
  expect(audited.json()).toMatchObject({
    total: 1,
    data: [{ actor_id: 'test-admin', field: 'deliveries', to: { ...range, total: 4, job_id: job.job_id } }],
  })
  const replays = await replaysOf(id)
  expect(job.results.map((result) => result.id).toSorted()).toEqual(replays.map((made) => made.id).toSorted())
  await outbound.settled()
  expect(subjectsSent().toSorted()).toEqual([2, 3, 4, 5])
})

test('since is inclusive and until is exclusive; without them everything is replayed', async () => {
  const { id } = await outbound.create()
  await seed(id, 6)
  const totalOf = async (body: object) => {
    const { job_id } = expectOk<Job>(await replay(id, body), 202)
    return (await jobs.done(job_id)).total
  }
  expect(await totalOf({ since: '2026-01-01T00:02:00Z', until: '2026-01-01T00:04:00.000Z' })).toBe(2)
  expect(await totalOf({ since: '2026-01-01T00:04:00Z', until: '2026-01-01T00:04:00.001Z' })).toBe(1)
  expect(await totalOf({ since: '2026-01-01T00:04:00Z' })).toBe(2)
  expect(await totalOf({ until: '2026-01-01T00:05:00Z' })).toBe(5)
  expect(await totalOf({})).toBe(6)
})

test.each([
  [{ since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 'until'],
  [{ since: '2026-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 'until'],
  [{ since: '2026-01-01T00:00:00Z', until: '2026-01-01T01:00:00+02:00' }, 'until'],
  [{ since: '2026-01-01T00:00:00.500Z', until: '2026-01-01T00:00:00Z' }, 'until'],
  [{ since: '2999-01-01T00:00:00Z' }, 'until'],
  [{ since: '2025-01-01T00:00:00Z', until: '2025-02-01T00:00:00Z' }, 'since'],
  [{ status: 'pending' }, 'since'],
  [{ since: 'yesterday' }, 'since'],
  [{ until: 7 }, 'until'],
  [{ status: 'lost' }, 'status'],
  [{ from: '2026-01-01T00:00:00Z' }, 'from'],
])('the range %j is refused, and nothing is replayed', async (range, field) => {
  const { id } = await outbound.create()
  await seed(id, 3)
  const before = await outbound.everything()
  const { errors } = expectProblem(await replay(id, range), 400, 'validation_error')
  expect(errors).toMatchObject([{ field }])
  expect(await outbound.everything()).toEqual(before)
})

test('a range of more than ten thousand is refused', async () => {
  const { id } = await outbound.create()
  await app.query(`insert into deliveries (id, webhook_id, event_seq, event_id, event, subject_id, status)
    select 'del_many' || n, '${id}', -n, 'evt_none', 'incident.created', 'INC', 'failed' from generate_series(1, 10001) as n`)
  const before = await outbound.everything()
  const { errors } = expectProblem(await replay(id, {}), 400, 'validation_error')
  expect(errors).toMatchObject([{ field: 'until', code: 'too_many' }])
  expect(await outbound.everything()).toEqual(before)
})

test('deliveries of a test are not replayed, and a missing event or a deleted record fails alone', async () => {
  const { id } = await outbound.create()
  await seed(id, 4)
  await app.query(`insert into withdrawn values ('INC1')`)
  receiver.answer = { status: 500 }
  expectOk(await app.call('POST', `/webhooks/outbound/${id}/test`), 200)
  receiver.answer = {}
  await app.query(
    `delete from events where seq = (select max(event_seq) from deliveries where webhook_id = '${id}')`,
  )
  const { job_id } = expectOk<Job>(await replay(id, {}), 202)
  const job = await jobs.done(job_id)
  await app.query(`delete from withdrawn`)
  expect(job).toMatchObject({ total: 4, succeeded: 2, failed: 2 })
  expect(job.results.map(({ status }) => status)).toEqual(['created', 'failed', 'created', 'failed'])
  for (const index of [1, 3]) expect(job.results[index]!.error).toMatchObject({ code: 'validation_error' })
  await outbound.settled()
  expect(await replaysOf(id)).toHaveLength(2)
})

test('a job is visible only to its creator', async () => {
  const { id } = await outbound.create()
  await seed(id, 1)
  const as = await app.tokenFor('itsm_manager')
  const { job_id } = expectOk<Job>(await replay(id, {}, as), 202)
  expect((await jobs.ask(job_id, as)).statusCode).toBe(200)
  expectProblem(await jobs.ask(job_id, await app.tokenFor('itsm_manager')), 404, 'not_found')
  await jobs.done(job_id)
})

test('a thousand are replayed, each once, although the job is repeatedly taken over', async () => {
  const count = 1000
  const { id } = await outbound.create()
  await seed(id, count)
  const { job_id, total } = expectOk<Job>(await replay(id, {}), 202)
  expect(total).toBe(count)
  for (let done = 0; done < count; done += count / 10) {
    await eventually(async () => (await replaysOf(id)).length >= done)
    await app.query(`update jobs set run_at = now() where type = 'run-bulk'`) // its worker loses the lease
  }
  await eventually(async () => (await app.query(`select from jobs where type = 'run-bulk'`)).length === 0)
  const job = await jobs.show(job_id)
  expect(job).toMatchObject({ processed: count, succeeded: count, failed: 0 })
  await outbound.settled(280)
  const replays = await replaysOf(id)
  expect(replays).toHaveLength(count)
  expect(new Set(replays.map(({ replay_of }) => replay_of)).size).toBe(count)
  expect(new Set(replays.map(({ status }) => status))).toEqual(new Set(['delivered']))
  const received = receiver.received.map(({ headers }) => headers['x-service-delivery'])
  expect(received.toSorted()).toEqual(replays.map((made) => made.id).toSorted())
}, 600_000)
