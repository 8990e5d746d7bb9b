import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Job } from '../bulk.ts'
import { freshDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { recordedEvents } from '../recorded-events.ts'
import { startService } from '../service.ts'

const kills = 20
const records = 100
const unknown = 5

let sql: pg.Client
afterAll(() => sql.end())
const rows = async <Row>(text: string): Promise<Row[]> => (await sql.query(text)).rows as Row[]

test('bulk jobs whose service is killed twenty times apply every record once, with exact counts', async () => {
  const url = await freshDatabase()
  const service = await startService({ DATABASE_URL: url })
  sql = new pg.Client({ connectionString: url })
  await sql.connect()
  // Slow enough that every kill interrupts it.
  await sql.query(`create function slow_down() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.25 + random() * 0.1); return new; end $$`)
  const token = await service.token()
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await service.call(token, path, { method: 'POST', body: JSON.stringify(body) })
    expect([201, 202]).toContain(response.status)
    return (await response.json()) as T
  }
  const ids: string[] = []
  for (let i = 0; i < records - unknown; i++)
    ids.push((await post<{ id: string }>('/incidents', { short_description: `To change ${i}` })).id)
  await sql.query(
    `create trigger slow_down before insert or update on incidents for each row execute function slow_down()`,
  )

  const missing = Array.from({ length: unknown }, (_, i) => `INC999999${i}`)
  const jobs = [
    await post<Job>('/incidents/bulk', {
      operation: 'update',
      ids: [...missing, ...ids],
      fields: { work_note: 'Only once', priority: 'P1' },
    }),
    await post<Job>('/incidents/bulk', {
      operation: 'create',
      records: Array.from({ length: records }, (_, i) => ({ short_description: `Made ${i}` })),
    }),
  ]
  const settled = async () => (await rows(`select from bulk_records where status is not null`)).length
  for (let round = 0; round < kills; round++) {
    const before = await settled()
    await eventually(async () => (await settled()) > before + (round % 3), 60)
    service.kill('SIGKILL')
    await service.exit()
    expect(await settled(), 'the kill must meet the middle').toBeLessThan(2 * records)
    // Expires the leases now instead of after twenty seconds.
    await sql.query(`update jobs set run_at = now() where claimed_by is not null`)
    await service.restart()
  }
  await sql.query('drop function slow_down() cascade')

  const again = await service.token()
  const [update, create] = await Promise.all(
    jobs.map(({ job_id }) =>
      eventually(async () => {
        const job = (await (await service.call(again, `/jobs/${job_id}`)).json()) as Job
        return job.completed_at && job
      }, 60),
    ),
  )
  expect(update).toMatchObject({
    status: 'completed',
    total: records,
    processed: records,
    succeeded: records - unknown,
    failed: unknown,
  })
  expect(create).toMatchObject({
    status: 'completed',
    total: records,
    processed: records,
    succeeded: records,
    failed: 0,
  })

  const list = ids.map((id) => `'${id}'`).join(',')
  expect(
    await rows(
      `select id from incidents where id in (${list}) and (work_notes_count, priority) <> (1, 'P1')`,
    ),
  ).toEqual([])
  const eventsOf = (type: string) =>
    rows<{ subject_id: string }>(
      `select subject_id from ${recordedEvents} where type = '${type}' order by subject_id`,
    )
  for (const type of ['incident.updated', 'incident.priority_changed'])
    expect((await eventsOf(type)).map(({ subject_id }) => subject_id)).toEqual(ids.toSorted())
  const made = await rows<{ id: string; short_description: string }>(
    `select id, short_description from incidents where short_description like 'Made %'`,
  )
  expect(new Set(made.map(({ short_description }) => short_description)).size).toBe(records)
  expect(made).toHaveLength(records)
  expect(await eventsOf('incident.created')).toHaveLength(ids.length + records)
  const audited = await rows<{ action: string; n: string }>(
    `select action, count(*) as n from audit_entries where subject_type = 'incident' group by 1 order by 1`,
  )
  expect(audited).toEqual([
    { action: 'created', n: String(ids.length + records) },
    { action: 'updated', n: String(ids.length) },
  ])
  expect(await service.stop()).toBe(0)
})
