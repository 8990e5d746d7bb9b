import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { create } from './service.ts'
import { watchSla } from './sla.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const traces = (id: string) =>
  app.query<Record<string, unknown>>(`
    select e.action, e.changes -> 0 ->> 'to' as audited, o.data ->> 'short_description' as published, o.data ->> 'url' as url,
      o.type, i.body like '%"id":"' || i.id || '"%' as is_shown,
      array(select key from claims where subject_id = i.id) as claims,
      array(select type from jobs where payload ->> 'id' = i.id) as jobs
    from incidents i join audit_entries e on e.subject_id = i.id
    left join (select * from outbox union all
      select seq, id, type, subject_id, actor_id, occurred_at, data, 0, now(), null from events) as o on o.subject_id = i.id
    where i.id = '${id}'`)

test('each of the incidents that are created at the same moment has its own audit entry, event, claims and jobs', async () => {
  // Without the workers, which would finish the jobs.
  await app.query(`update jobs set run_at = 'infinity'`)
  const titles = Array.from({ length: 40 }, (_, i) => `Outage ${i} of "many", ünïcode 🚒 \\ ${i}`)
  const made = await Promise.all(
    titles.map((short_description, i) =>
      create(app.ctx(), { short_description }, i % 3 ? [] : [{ key: `alert ${i}`, expires_at: null }]),
    ),
  )
  expect(new Set(made.map(({ id }) => id)).size).toBe(titles.length)
  for (const [i, { id, json }] of made.entries()) {
    const shown = JSON.parse(json) as { url: string }
    expect(shown).toEqual(await incidents.get(id))
    expect(shown).toMatchObject({ id, number: id, short_description: titles[i], state: 'new', version: 1 })
    expect(await traces(id)).toEqual([
      {
        action: 'created',
        audited: titles[i],
        published: titles[i],
        url: shown.url,
        type: 'incident.created',
        is_shown: true,
        claims: i % 3 ? [] : [`alert ${i}`],
        jobs: [],
      },
    ])
  }
})

test('a claim that another incident holds refuses its own incident only', async () => {
  const claims = [{ key: 'held by one', expires_at: new Date('2030-01-01T00:00:00Z') }]
  const results = await Promise.allSettled([
    create(app.ctx(), { short_description: 'First' }, claims),
    create(app.ctx(), { short_description: 'Second' }, claims),
    create(app.ctx(), { short_description: 'Without a claim' }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await app.query(`select expires_at from claims where key = 'held by one'`)).toEqual([
    { expires_at: claims[0]!.expires_at },
  ])
})

test('imported history publishes no event', async () => {
  const { id } = await create({ ...app.ctx(), is_history: true }, { short_description: 'Long ago' })
  expect(await traces(id)).toMatchObject([{ action: 'created', audited: 'Long ago', published: null }])
})

test('whether a mark of an SLA is due is read from the index, also before the table is analysed', async () => {
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select ${watchSla.hasWork!()}`.execute(
    app.database.db,
  )
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/using incidents_sla/)
})
