import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { agentsOf, idsOf, type Copilot } from '../../../../test/copilot.ts'
import { loadSeconds } from '../../../../test/demo-patience.ts'
import { startDemo } from '../../../../test/demo.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectOk, type ListPage } from '../../../../test/incidents.ts'
import { indexed } from '../../../../test/indexed.ts'

let app: TestApp
let copilot: Copilot
let nextAgent: () => Copilot
beforeAll(
  async () => {
    app = await startDemo()
    nextAgent = await agentsOf(app, 6)
  },
  2 * loadSeconds * 1000,
)
beforeEach(() => {
  copilot = nextAgent()
})

const open = `state in ('new', 'in_progress', 'on_hold', 'reopened')`
const breached = `(sla -> 'summary' ->> 'breached')::boolean`
/** Monday of this week, in UTC. */
const week = `date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'`
const month = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`
const midnight = `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
const ciOf = (name: string) => `(select id from cis where name = '${name}')`

/** Questions, and the same asked of the database by other words than those of the service. */
const totals: [question: string, table: string, where: string][] = [
  ['how many incidents are there in total?', 'incidents', 'true'],
  ['how many incidents are there?', 'incidents', open],
  ['how many open incidents are there?', 'incidents', open],
  [
    'open P1 incidents of the network team',
    'incidents',
    `${open} and priority = 'P1' and assignment_group = 'Network Operations'`,
  ],
  ['P1 and P2 incidents', 'incidents', `${open} and priority in ('P1', 'P2')`],
  ['all incidents other than P3', 'incidents', `priority <> 'P3'`],
  ['unassigned open incidents', 'incidents', `${open} and assigned_to is null`],
  ['open incidents with an assignee', 'incidents', `${open} and assigned_to is not null`],
  ['open incidents of the service desk', 'incidents', `${open} and assignment_group = 'Service Desk'`],
  ['all incidents not of the service desk', 'incidents', `assignment_group is distinct from 'Service Desk'`],
  [
    'incidents of the engineering team',
    'incidents',
    `${open} and assignment_group in ('Platform Engineering', 'Workplace Engineering')`,
  ],
  ['incidents assigned to chen wei', 'incidents', `${open} and assigned_to = 'chen.wei@example.com'`],
  ['all incidents opened by marco.rossi@example.com', 'incidents', `opened_by = 'marco.rossi@example.com'`],
  ['network incidents', 'incidents', `${open} and category = 'network'`],
  ['all incidents in the business applications category', 'incidents', `category = 'business applications'`],
  ['incidents on pg-erp', 'incidents', `${open} and ci_id = ${ciOf('pg-erp')}`],
  ['all incidents affecting Northbook ERP', 'incidents', `ci_id = ${ciOf('Northbook ERP')}`],
  ['resolved incidents', 'incidents', `state = 'resolved'`],
  ['closed or cancelled incidents', 'incidents', `state in ('closed', 'cancelled')`],
  ['neither closed nor cancelled incidents', 'incidents', `state not in ('closed', 'cancelled')`],
  ['incidents that were reopened', 'incidents', 'reopen_count > 0'],
  ['breached incidents', 'incidents', `${open} and ${breached}`],
  [
    'incidents that breached their SLA last week',
    'incidents',
    `${breached} and sla_breach_at >= ${week} - interval '7 days' and sla_breach_at < ${week}`,
  ],
  ['overdue incidents', 'incidents', `${open} and ${breached}`],
  [
    'all incidents about vpn',
    'incidents',
    `to_tsvector('english', concat_ws(' ', id, short_description, category, description)) @@ 'vpn'`,
  ],
  ['incidents last week', 'incidents', `created_at >= ${week} - interval '7 days' and created_at < ${week}`],
  [
    'incidents resolved last week',
    'incidents',
    `resolved_at >= ${week} - interval '7 days' and resolved_at < ${week}`,
  ],
  ['incidents created before this month', 'incidents', `created_at < ${month}`],
  [
    'incidents closed last month',
    'incidents',
    `closed_at >= ${month} - interval '1 month' and closed_at < ${month}`,
  ],
  ['incidents of the last 30 days', 'incidents', `created_at > now() - interval '30 days'`],
  ['incidents older than 5 days', 'incidents', `${open} and created_at < now() - interval '5 days'`],
  ['all incidents older than 60 days', 'incidents', `created_at < now() - interval '60 days'`],
  ['how many changes are there in total?', 'changes', 'true'],
  ['changes waiting for approval', 'changes', `state = 'submitted'`],
  ['all high risk changes', 'changes', `risk = 'high'`],
  ['all emergency changes', 'changes', `type = 'emergency'`],
  ['all changes on pg-erp', 'changes', `${ciOf('pg-erp')} = any(ci_ids)`],
  ['upcoming changes', 'changes', 'planned_end > now()'],
  [
    'changes planned next week',
    'changes',
    `planned_end > ${week} + interval '7 days' and planned_start < ${week} + interval '14 days'`,
  ],
  [
    'open changes of the database team',
    'changes',
    `state not in ('closed', 'cancelled') and assignment_group = 'Database Administration'`,
  ],
  ['requests waiting for approval', 'requests', `state = 'submitted'`],
  ['open requests', 'requests', `state in ('submitted', 'approved', 'in_fulfillment')`],
  ['servers', 'cis', `class = 'server'`],
  ['servers in production', 'cis', `class = 'server' and environment = 'production'`],
  [
    'critical cis of Network Operations',
    'cis',
    `criticality = 'critical' and support_group = 'Network Operations'`,
  ],
  ['articles', 'articles', `state = 'published'`],
  ['network articles', 'articles', `state = 'published' and category = 'network'`],
]

/** A second may pass between the two questions, and something become a day older: then both are asked again. */
test.for(totals)('%s', async ([question, table, where]) => {
  const from = `from ${table} where deleted_at is null and ${where}`
  await eventually(async () => {
    const { results } = await copilot.ask(question)
    const ids = idsOf(results).map((id) => `'${id}'`)
    const [row] = await app.query<{ n: number; found: number }>(
      `select count(*) as n, count(*) filter (where id in (${ids.join(', ') || 'null'})) as found ${from}`,
    )
    expect([question, results!.total, ids.length]).toEqual([question, row!.n, row!.found])
    expect(ids).toHaveLength(results!.records.length)
    return true
  })
})

/** The same if an incident breaches its SLA in between. */
test('SLA compliance per team counts what each team has breached', () =>
  eventually(async () => {
    const { answer, results } = await nextAgent().ask('SLA compliance per team')
    const rows = await app.query<{ value: string; count: number }>(
      `select assignment_group as value, count(*) filter (where ${breached}) as count from incidents
      where deleted_at is null group by 1 order by 2 desc, count(*) desc, 1`,
    )
    expect(results!.groups!.map(({ value, count }) => ({ value, count }))).toEqual(rows)
    expect(answer).toMatch(
      new RegExp(`- ${rows[0]!.value}: ${rows[0]!.count} breached, \\d+ % of \\d+ within`),
    )
    return true
  }))

test('where a result says how the public API gives the same, it does', async () => {
  let compared = 0
  const compare = async (question: string) => {
    const { results } = await nextAgent().ask(question)
    if (!results?.query || /last 30|older than|upcoming/.test(question)) return true
    const page = expectOk<ListPage<{ id: string }>>(await app.call('GET', results.query), 200)
    const first = page.data.slice(0, results.records.length).map(({ id }) => id)
    // Articles come by their relevance there.
    const isSorted = results.type !== 'article'
    expect([question, page.total, isSorted ? first : []]).toEqual([
      question,
      results.total,
      isSorted ? idsOf(results) : [],
    ])
    return ++compared
  }
  for (const [question] of totals) await eventually(() => compare(question))
  expect(compared).toBeGreaterThan(20)
})

test('what is sorted comes in that order', async () => {
  const ids = async (text: string) => (await app.query<{ id: string }>(text)).map(({ id }) => id)
  const oldest = await copilot.ask('the 5 oldest open incidents')
  expect(idsOf(oldest.results)).toEqual(
    await ids(
      `select id from incidents where ${open} and deleted_at is null order by created_at, id limit 5`,
    ),
  )
  const top = await copilot.ask('top 7 open incidents')
  expect(idsOf(top.results)).toEqual(
    await ids(`select id from incidents where ${open} and deleted_at is null order by priority, id limit 7`),
  )
})

test('counts by a field are those of the database, the greatest first', async () => {
  const { results, intent } = await copilot.ask('incidents per category')
  const rows = await app.query<{ value: string; n: number }>(
    `select category as value, count(*) as n from incidents where deleted_at is null group by 1 order by 2 desc, 1`,
  )
  expect(intent).toBe('stats')
  expect(results!.groups!.map(({ value, count }) => [value, count])).toEqual(
    rows.map(({ value, n }) => [value, n]),
  )
  expect(results!.total).toBe(rows.reduce((sum, { n }) => sum + n, 0))
  const top = await copilot.ask('top 3 groups by open incidents')
  const groups = await app.query<{ value: string; n: number }>(
    `select assignment_group as value, count(*) as n from incidents where deleted_at is null and ${open}
     group by 1 order by 2 desc, 1 limit 3`,
  )
  expect(top.results!.groups!.map(({ value, count }) => [value, count])).toEqual(
    groups.map(({ value, n }) => [value, n]),
  )
  const days = await copilot.ask('incidents per day last week')
  expect(days.results!.groups!.reduce((sum, { count }) => sum + count, 0)).toBe(days.results!.total)
})

test('how long things took is worked out from when they were opened and resolved', async () => {
  const [row] = await app.query<{ mean: number; median: number; n: number }>(`
    select (extract(epoch from avg(resolved_at - created_at)) / 60)::float8 as mean, count(*) as n,
      (extract(epoch from percentile_cont(0.5) within group (order by resolved_at - created_at)) / 60)::float8 as median
    from incidents where deleted_at is null and priority = 'P2' and resolved_at is not null`)
  const mean = await copilot.ask('mean time to resolve P2 incidents per priority')
  expect(mean.results).toMatchObject({ total: row!.n })
  expect(mean.results!.groups).toMatchObject([{ value: 'P2', count: row!.n }])
  expect(mean.results!.groups![0]!.minutes).toBeCloseTo(row!.mean, 0)
  const median = await copilot.ask('median resolution time of P2 incidents per priority')
  expect(median.results!.groups![0]!.minutes).toBeCloseTo(row!.median, 0)
  const none = await copilot.ask('mean time to resolve incidents in 1999')
  expect(none.answer).toContain('none was resolved, so there is no resolution time')
})

test('what changed on a CI: its changes, its incidents, and what was written about it', async () => {
  const [ci] = await app.query<{ id: string }>(`select id from cis where name = 'pg-erp'`)
  const span = `>= now() - interval '90 days'`
  const told = await copilot.ask('what changed on pg-erp in the last 90 days?')
  expect(told.intent).toBe('changes_on')
  const changes = await app.query<{ id: string }>(`
    select id from changes where deleted_at is null and '${ci!.id}' = any(ci_ids)
      and ((planned_end ${span} and planned_start <= now())
        or exists (select from audit_entries a where a.subject_id = changes.id and a.at ${span} and a.changes::text like '%"state"%'))
    order by created_at desc, id desc`)
  expect(idsOf(told.results)).toEqual(changes.map(({ id }) => id))
  expect(changes.length).toBeGreaterThan(0)
  const [incidents, history] = told.results!.also!
  const [row] = await app.query<{ n: number }>(
    `select count(*) as n from incidents where deleted_at is null and ci_id = '${ci!.id}' and created_at ${span}`,
  )
  expect(incidents).toMatchObject({ type: 'incident', total: row!.n })
  expect(history).toMatchObject({ type: 'history', query: `/prod/api/v1/cmdb/cis/${ci!.id}/history` })
  const nothing = await copilot.ask('what changed on pg-erp in 1999?')
  expect(nothing.results).toMatchObject({ total: 0, records: [] })
})

test('a conversation about the demo company', async () => {
  const answers = await copilot.converse(
    'how many open incidents are there?',
    'and P3?',
    'only those of the service desk',
    'which of them are unassigned?',
    'how many?',
    'per category?',
  )
  const where = `${open} and priority = 'P3' and assignment_group = 'Service Desk'`
  const [row] = await app.query<{ all_of_them: number; free: number }>(
    `select count(*) as all_of_them, count(*) filter (where assigned_to is null) as free
     from incidents where deleted_at is null and ${where}`,
  )
  expect(answers[2]!.results!.total).toBe(row!.all_of_them)
  expect(answers[3]!.results!.total).toBe(row!.free)
  expect(answers[4]!.results!.total).toBe(row!.free)
  expect(answers[5]!.results!.groups!.reduce((sum, { count }) => sum + count, 0)).toBe(row!.free)
})

test('questions of knowledge are answered from its articles', async () => {
  await indexed(app)
  const told = await copilot.ask('How do I connect to the VPN?')
  expect(told).toMatchObject({ intent: 'knowledge' })
  const [row] = await app.query<{ title: string }>(
    `select title from articles where id = '${told.citations[0]!.article_id}' and state = 'published'`,
  )
  expect(told.citations[0]!.title).toBe(row!.title)
})

test('today and yesterday are those of UTC', async () => {
  for (const [question, from, to] of [
    ['incidents today', midnight, `${midnight} + interval '1 day'`],
    ['incidents yesterday', `${midnight} - interval '1 day'`, midnight],
  ] as const)
    await eventually(async () => {
      const { results, answer } = await copilot.ask(question)
      const [row] = await app.query<{ n: number }>(
        `select count(*) as n from incidents where deleted_at is null and created_at >= ${from} and created_at < ${to}`,
      )
      expect(results!.total, `in ${answer}`).toBe(row!.n)
      return true
    })
})
