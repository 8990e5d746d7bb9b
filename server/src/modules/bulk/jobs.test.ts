import { afterEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveBulk, type Job } from '../../../test/bulk.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeKey, makeUser } from '../../../test/identity/key-owners.ts'
import { accessToken, askAsClient, exchangeKey, makeClient } from '../../../test/identity/token-endpoint.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp({ RATE_LIMIT_USER_PER_SECOND: '50' })
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
  // So many that a slow machine, too, has more in a second than are allowed.
  const others = await Promise.all(Array.from({ length: 500 }, () => app.call('GET', '/incidents', { as })))
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

describe('a job runs only as long as its creator has the roles with which it was accepted', () => {
  const refused = [{ id: null, status: 'failed', error: { code: 'no_longer_allowed' } }]
  /** Accepted before the change, and run after it. */
  const runAfter = async (as: string, change: () => Promise<unknown>) => {
    await bulk.hold()
    const { job_id } = expectOk<Job>(await bulk.submit(creation, as), 202)
    await change()
    await bulk.release()
    return (await bulk.done(job_id)).results
  }
  const patch = async (path: string, body: object) => expectOk(await app.call('PATCH', path, { body }), 200)

  test.each([
    [{ roles: ['viewer'] }, refused],
    [{ active: false }, refused],
    [{ roles: ['itsm_manager'] }, [{ status: 'created' }]],
    [{ name: 'Renamed' }, [{ status: 'created' }]],
  ])('a service account or a user that is changed to %j', async (body, results) => {
    const client = await makeClient(app, 'itsm_agent')
    const token = accessToken(await askAsClient(app, client))
    expect(await runAfter(token, () => patch(`/clients/${client.id}`, body))).toMatchObject(results)
    const user = await makeUser(app, 'itsm_agent')
    expect(await runAfter(user.token, () => patch(`/users/${user.id}`, body))).toMatchObject(results)
  })

  test('an API key that is revoked, or whose owner loses a role', async () => {
    const [owner, other] = [await makeUser(app, 'itsm_agent'), await makeUser(app, 'itsm_agent')]
    const keyOf = async ({ token }: { token: string }) => {
      const { id, key } = await makeKey(app, token)
      return { id, as: accessToken(await exchangeKey(app, key)) }
    }
    const [kept, revoked, weakened] = [await keyOf(owner), await keyOf(owner), await keyOf(other)]
    const revoke = () => app.call('DELETE', `/profile/api-keys/${revoked.id}`, { as: owner.token })
    expect(await runAfter(revoked.as, revoke)).toMatchObject(refused)
    expect(await runAfter(kept.as, async () => undefined)).toMatchObject([{ status: 'created' }])
    const weaken = () => patch(`/users/${other.id}`, { roles: ['viewer'] })
    expect(await runAfter(weakened.as, weaken)).toMatchObject(refused)
  })

  test('the records before the change are done, those after it are not', async () => {
    const { id, token } = await makeUser(app, 'itsm_agent')
    await app.query(`create function leave() returns trigger language plpgsql as
        $$ begin update users set active = false, epoch = epoch + 1 where id = '${id}'; return null; end $$;
      create trigger leave after insert on incidents for each row
        when (new.short_description = 'the last day') execute function leave()`)
    const titles = ['the day before', 'the last day', 'the day after']
    const records = titles.map((short_description) => ({ short_description }))
    const accepted = expectOk<Job>(await bulk.submit({ operation: 'create', records }, token), 202)
    const { results } = await bulk.done(accepted.job_id)
    expect(results).toMatchObject([{ status: 'created' }, { status: 'created' }, ...refused])
    expect(
      await app.query(`select from incidents where short_description = any('{${titles.join()}}')`),
    ).toHaveLength(2)
  })
})

test.each([
  ['an internal error', 'P0001'],
  ['a lock time-out, every time,', '55P03'],
])('a record that causes %s fails alone, after a few attempts', async (_, errcode) => {
  await app.query(`create function poison() returns trigger language plpgsql as
      $$ begin raise exception 'no one expects this' using errcode = '${errcode}'; end $$;
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
  await app.query('drop function poison() cascade')
})

test('a job that is given up ends, and its records without a result have failed', async () => {
  await bulk.hold()
  const { job_id } = expectOk<Job>(await bulk.submit(creation), 202)
  await app.query(`update bulk_jobs set type = 'of another version' where job_id = '${job_id}'`)
  await app.query(`update jobs set attempts = 19 where payload->>'job_id' = '${job_id}'`)
  await bulk.release()
  expect(await bulk.done(job_id)).toMatchObject({
    status: 'failed',
    failed: 1,
    results: [{ index: 0, id: null, status: 'failed', error: { code: 'internal_error' } }],
  })
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
