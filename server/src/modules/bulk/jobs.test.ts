import { afterEach, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveBulk, type Job } from '../../../test/bulk.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp({ RATE_LIMIT_USER_PER_SECOND: '50' })
const incidents = driveIncidents(app)
const bulk = driveBulk(app)
afterEach(() => bulk.release())

const records = [{ short_description: 'One of many' }]
const creation = { operation: 'create', records }

test('a job is visible to its creator and to super_admin, and does not exist for others', async () => {
  const as = await app.tokenFor('itsm_agent')
  const { job_id } = expectOk<Job>(await bulk.submit(creation, as), 202)
  expect((await bulk.ask(job_id, as)).statusCode).toBe(200)
  expect((await bulk.ask(job_id)).statusCode).toBe(200)
  for (const role of ['itsm_manager', 'itsm_agent', 'auditor', 'viewer'] as const)
    expectProblem(await bulk.ask(job_id, await app.tokenFor(role)), 404, 'not_found')
  expectProblem(await bulk.ask('job_none'), 404, 'not_found')
})

test('each user has at most twenty open jobs, however they are created', async () => {
  const as = await app.tokenFor('itsm_agent')
  await bulk.hold()
  const answers = await Promise.all(Array.from({ length: 24 }, () => bulk.submit(creation, as)))
  const taken = answers.filter(({ statusCode }) => statusCode === 202)
  expect(taken).toHaveLength(20)
  const before = await app.query('select from bulk_jobs')
  const refused = await bulk.submit(creation, as)
  expectProblem(refused, 429, 'rate_limited')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await app.query('select from bulk_jobs')).toHaveLength(before.length)
  expect((await bulk.submit(creation, await app.tokenFor('itsm_agent'))).statusCode).toBe(202)
  await bulk.release()
  for (const answer of taken) await bulk.done(answer.json<Job>().job_id)
  expect((await bulk.submit(creation, as)).statusCode).toBe(202)
})

test('bulk requests do not count against the user rate limit', async () => {
  const as = await app.tokenFor('itsm_agent')
  const bad = { operation: 'nothing' }
  const answers = await Promise.all(Array.from({ length: 120 }, () => bulk.submit(bad, as)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]))
  const others = await Promise.all(Array.from({ length: 120 }, () => app.call('GET', '/incidents', { as })))
  expect(others.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
})

test('the same Idempotency-Key returns the same job', async () => {
  const as = await app.tokenFor('itsm_agent')
  const once = { operation: 'create', records: [{ short_description: 'Only once' }] }
  const headers = { 'idempotency-key': 'bulk-1' }
  const first = await bulk.submit(once, as, headers)
  const second = await bulk.submit(once, as, headers)
  expect(second.statusCode).toBe(202)
  expect(second.body).toBe(first.body)
  expect(second.headers.location).toBe(first.headers.location)
  expectProblem(await bulk.submit(creation, as, headers), 422, 'idempotency_mismatch')
  await bulk.done(first.json<Job>().job_id)
  expect(await app.query(`select from incidents where short_description = 'Only once'`)).toHaveLength(1)
})

test('a job runs with the roles that its creator had when it was accepted', async () => {
  const made = (await app.call('POST', '/clients', { body: { name: 'Agent', roles: ['itsm_agent'] } })).json<{
    client_id: string
    client_secret: string
  }>()
  const form = {
    grant_type: 'client_credentials',
    client_id: made.client_id,
    client_secret: made.client_secret,
  }
  const { access_token } = (
    await app.http.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  ).json<{ access_token: string }>()
  await bulk.hold()
  const { job_id } = expectOk<Job>(await bulk.submit(creation, access_token), 202)
  expectOk(await app.call('PATCH', `/clients/${made.client_id}`, { body: { roles: ['viewer'] } }), 200)
  await bulk.release()
  const { results } = await bulk.done(job_id)
  expect(results).toMatchObject([{ status: 'created' }])
  expect(await incidents.eventsOf(results[0]!.id!)).toMatchObject([{ actor_id: made.client_id }])
})

test('a record that causes an internal error fails alone, after a few attempts', async () => {
  await app.query(`create function poison() returns trigger language plpgsql as
      $$ begin raise exception 'no one expects this'; end $$;
    create trigger poison before insert on incidents for each row
      when (new.short_description = 'poison') execute function poison()`)
  const { job_id } = expectOk<Job>(
    await bulk.submit({
      operation: 'create',
      records: ['before', 'poison', 'after'].map((short_description) => ({ short_description })),
    }),
    202,
  )
  const job = await eventually(async () => {
    await app.query(`update jobs set run_at = now() where type = 'run-bulk' and claimed_by is null`)
    const job = await bulk.show(job_id)
    return job.completed_at && job
  })
  expect(job).toMatchObject({ status: 'completed', succeeded: 2, failed: 1 })
  expect(job && job.results[1]).toMatchObject({
    id: null,
    status: 'failed',
    error: { code: 'internal_error' },
  })
  expect(JSON.stringify(job)).not.toContain('no one expects')
})

test('workers that hold the same job by mistake apply each record once', async () => {
  const other = await startApp({ DATABASE_URL: app.url })
  const incidents = driveIncidents(other)
  const ids: string[] = []
  for (let i = 0; i < 40; i++) ids.push((await incidents.create()).id)
  await app.query(`create function slow_down() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.02); return new; end $$;
    create trigger slow_down before update on incidents for each row execute function slow_down()`)
  const fields = { work_note: 'Counted', category: 'mail' }
  const { job_id } = expectOk<Job>(await bulk.submit({ operation: 'update', ids, fields }), 202)
  const job = await eventually(async () => {
    await app.query(`update jobs set run_at = now() where type = 'run-bulk'`) // all leases expire at once
    const job = await bulk.show(job_id)
    return job.completed_at && job
  })
  expect(job).toMatchObject({ processed: 40, succeeded: 40, failed: 0 })
  for (const id of ids) {
    expect((await incidents.get(id)).work_notes_count).toBe(1)
    expect((await incidents.eventsOf(id)).map(({ type }) => type)).toEqual([
      'incident.created',
      'incident.updated',
    ])
  }
})
