import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../../test/incidents.ts'
import { readBy } from '../../../../test/rows-read.ts'
import type { Ctx } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { maxCounted } from '../../../kernel/totals.ts'
import { countUpTo } from '../../ai/query/store.ts'
import type { Condition } from '../../ai/query/language/meaning.ts'
import * as list from '../list.ts'
import { incident } from '../model.ts'
import { firstMatchesByPart } from './store.ts'

let app: TestApp
let incidents: Incidents

const parts = 6
const count = 13_000

beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  const { id } = await incidents.create({ short_description: 'Nothing of the kind' })
  // Evenly in six parts; every fifth is closed, every fourth is P1, every hundredth is deleted.
  await app.query(`insert into incidents (id, short_description, priority, state, opened_by, opened_by_id,
      created_at, updated_at, allowed_transitions, sla, sla_breach_at, deleted_at, deleted_by, assignment_group)
    select incident_id(100000 * (n % ${parts}) + 1000 + n),
      concat_ws(' ', 'Turbine', case when n % ${parts} = 0 then 'valve' end, case when n % ${parts} = 5 then 'rotor' end,
        case when n % 50 < ${parts} then 'bearing' end),
      case when n % 4 = 0 then 'P1' else 'P3' end, case when n % 5 = 0 then 'closed' else state end,
      opened_by, opened_by_id, created_at - interval '1 minute' * n, updated_at, allowed_transitions,
      jsonb_set(sla, '{summary,breached}', to_jsonb(n % 7 = 0)), sla_breach_at,
      case when n % 100 = 0 then now() end, opened_by, case when n % 3 = 0 then 'Desk' end
    from incidents, generate_series(1, ${count}) as n where id = '${id}'`)
})

const open = 'new,in_progress,on_hold,reopened'
/** Words, filters of the list, and the same in SQL. */
const searches: [q: string, filters: Record<string, string>, where: string][] = [
  ['turbine', {}, 'true'],
  ['turbine', { state: open }, `state <> 'closed'`],
  ['turbine', { state: 'reopened,on_hold,in_progress,new' }, `state <> 'closed'`],
  ['turbine', { state: open, priority: 'P1' }, `state <> 'closed' and priority = 'P1'`],
  ['turbine', { state: open, priority: 'P1,P3' }, `state <> 'closed'`],
  ['turbine', { state: `${open},closed`, priority: 'P3' }, `priority = 'P3'`],
  ['turbine', { state: 'new,in_progress,on_hold', priority: 'P3' }, `state <> 'closed' and priority = 'P3'`],
  ['turbine', { priority: 'P1' }, `priority = 'P1'`],
  ['turbine', { state: 'closed', priority: 'P1' }, `state = 'closed' and priority = 'P1'`],
  ['turbine', { state: 'new,closed', priority: 'P1,P2' }, `priority = 'P1'`],
  ['turbine', { state: 'resolved' }, 'false'],
  ['turbine', { sla: 'breached' }, incident.conditions.breached],
  ['turbine', { sla: 'breached', priority: 'P1' }, `${incident.conditions.breached} and priority = 'P1'`],
  ['turbine', { sla: 'breached', state: 'new' }, `${incident.conditions.breached} and state = 'new'`],
  ['turbine', { assignment_group: 'Desk' }, `assignment_group = 'Desk'`],
  [
    'turbine',
    { state: 'closed', assignment_group: 'Desk' },
    `state = 'closed' and assignment_group = 'Desk'`,
  ],
  ['valve', {}, `short_description ~ 'valve'`],
  ['rotor', {}, `short_description ~ 'rotor'`],
  ['bearing', {}, `short_description ~ 'bearing'`],
  ['turbine bearing -rotor', {}, `short_description ~ 'bearing' and short_description !~ 'rotor'`],
  ['valve or bearing', { state: open }, `short_description ~ 'valve|bearing' and state <> 'closed'`],
  ['compressor', {}, 'false'],
]

const idsWhere = async (where: string) =>
  (
    await app.query<{ id: string }>(`select id from incidents
      where deleted_at is null and short_description like 'Turbine%' and ${where} order by created_at desc, id desc`)
  ).map(({ id }) => id)

describe('a search of incidents in several parts', () => {
  test.for(searches)('for %s with %o finds what SQL finds', async ([q, filters, where]) => {
    const ids = await idsWhere(where)
    const isExact = ids.length <= maxCounted
    const { total, total_is_exact } = await incidents.list({ q, ...filters })
    expect([total, total_is_exact]).toEqual(isExact ? [ids.length, undefined] : [maxCounted, false])
    const first = await incidents.list({ q, ...filters, limit: '200' })
    const cursor = first.next_cursor
    const second = cursor ? await incidents.list({ q, ...filters, limit: '200', cursor }) : { data: [] }
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.slice(0, 400))
  })

  test('uses an index that has the open states of the model', async () => {
    const [index] = await app.query<{ definition: string }>(
      `select pg_get_indexdef('incidents_words'::regclass) as definition`,
    )
    const [, states] = /state = ANY \(ARRAY\[([^\]]+)\]/.exec(index!.definition)!
    expect(states!.replaceAll(/'|::text/g, '').split(', ')).toEqual(incident.open_states)
    const { db } = app.ctx()
    const search = firstMatchesByPart({
      columns: sql`id`,
      matches: sql`search @@ websearch_to_tsquery('english', 'turbine')`,
      filters: { state: [...incident.open_states], priority: ['P1'] },
    })
    const plan = await allRows(db, sql<{ 'QUERY PLAN': string }>`explain ${search}`)
    const scans = plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Bitmap Index Scan'))
    expect(scans.length).toBeGreaterThan(0)
    for (const scan of scans) expect(scan).toContain('incidents_words')
  })

  test('without a total reads little more than its page', async () => {
    const request = { sort: 'created_at', order: 'desc', limit: 500, page: 1, after: undefined } as const
    const search = (ctx: Ctx) => list.read(ctx, { q: 'turbine' }, { ...request, without_total: true })
    const read = await readBy(app, search)
    expect(Math.max(...read.values())).toBeLessThan(1000)
    const { data } = await search(app.ctx())
    const ids = (JSON.parse(data) as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual((await idsWhere('true')).slice(0, request.limit))
  })

  test('by an ID finds the one record', async () => {
    const [id] = await idsWhere('true')
    const { data, total } = await incidents.list({ q: id! })
    expect([data.map((each) => each.id), total]).toEqual([[id], 1])
  })
})

describe('the copilot', () => {
  const text: Condition = { field: 'text', values: ['turbine'] }
  test.for<[conditions: Condition[], where: string]>([
    [[text], 'true'],
    [[text, { field: 'condition', values: ['open'] }], `state <> 'closed'`],
    [[text, { field: 'condition', values: ['breached'] }], incident.conditions.breached],
    [[text, { field: 'priority', values: ['P1'] }], `priority = 'P1'`],
    [[text, { field: 'priority', values: ['P1'], is_negated: true }], `priority <> 'P1'`],
    [[text, { field: 'assignment_group', values: ['Desk'] }], `assignment_group = 'Desk'`],
    [[text, { field: 'text', values: ['valve', 'rotor'] }], `short_description ~ 'valve|rotor'`],
    [[text, { field: 'text', values: ['valve'], is_negated: true }], `short_description !~ 'valve'`],
    [[{ field: 'text', values: ['valve'] }], `short_description ~ 'valve'`],
  ])('counts %o as SQL does, up to the limit', async ([conditions, where]) => {
    const { length } = await idsWhere(where)
    expect(await countUpTo(app.ctx(), 'incident', conditions)).toEqual({
      total: Math.min(length, maxCounted),
      total_is_exact: length <= maxCounted,
    })
  })

  const ask = async (query: string) =>
    expectOk<{ answer: string; results: { total: number; total_is_exact?: boolean } }>(
      await app.call('POST', '/ai/query', { body: { query } }),
      200,
    )

  test('says that there are more than it has counted', async () => {
    const counted = await ask('how many incidents contain turbine')
    expect(counted.answer).toMatch(/^More than 10,000 .*turbine/)
    expect(counted.results).toMatchObject({ total: maxCounted, total_is_exact: false })
    const listed = await ask('list all incidents that contain turbine')
    expect(listed.answer).toContain(': more than 10,000 found, the first 20 shown.')
    expect(listed.results).toMatchObject({ total: maxCounted, total_is_exact: false })
  })

  test('says an exact number of fewer', async () => {
    const { length } = await idsWhere(`short_description ~ 'valve' and state <> 'closed'`)
    const { answer, results } = await ask('how many incidents contain valve')
    expect(answer).toMatch(new RegExp(`^${length.toLocaleString('en')} `))
    expect(results.total).toBe(length)
    expect(results).not.toHaveProperty('total_is_exact')
  })
})
