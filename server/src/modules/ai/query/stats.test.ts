import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import { transact } from '../../../db/ctx.ts'
import type { JobHandler } from '../../../jobs/job-runner.ts'
import { countIncidentDays, foldIncidentCounts } from '../../incidents/jobs.ts'
import { states } from '../../incidents/transitions.ts'
import type { Condition, GroupField } from './language/meaning.ts'
import { groupsOf } from './groups.ts'
import { count } from './store.ts'

let app: TestApp
const day = 86_400_000
const ago = (days: number) => new Date(app.ctx().now.getTime() - days * day)
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!

beforeAll(async () => {
  app = await startApp()
  const incidents = driveIncidents(app)
  for (let i = 0; i < 42; i++)
    await incidents.inState(pick(states, i), {
      priority: `P${(i % 4) + 1}`,
      assignment_group: pick(['Network', 'Desk', null], i),
      category: pick(['mail', 'vpn', null], i >> 1),
      assigned_to: pick(['ada@example.com', 'bob@example.com', null], i >> 2),
    })
  await app.query(`update incidents set created_at = created_at - interval '9 hours' * substr(id, 4)::int - interval '2 days',
    resolved_at = resolved_at - interval '8 hours' * (substr(id, 4)::int % 20)`)
  // As an import may bring them: resolved before they were created.
  await app.query(
    `update incidents set resolved_at = created_at - interval '5 hours' where substr(id, 4)::int % 20 = 5`,
  )
})

const run = (handler: JobHandler) => {
  const { inTransaction } = handler as JobHandler & { inTransaction: (ctx: unknown) => Promise<void> }
  return transact(app.ctx(), (ctx) => inTransaction(ctx))
}

/** Conditions, and the same in SQL. */
const asked = (): [conditions: Condition[], where: string][] => {
  const [from, to] = [ago(5.5), ago(1.25)]
  const within = (column: string) =>
    `${column} >= '${from.toISOString()}' and ${column} < '${to.toISOString()}'`
  return [
    [[], 'true'],
    [[{ field: 'resolved_at', span: { from } }], `resolved_at >= '${from.toISOString()}'`],
    [[{ field: 'resolved_at', span: { from, to } }], within('resolved_at')],
    [[{ field: 'created_at', span: { from, to } }], within('created_at')],
    [[{ field: 'priority', values: ['P1', 'P3'] }], `priority in ('P1', 'P3')`],
    [[{ field: 'assignment_group', values: ['Desk'] }], `assignment_group = 'Desk'`],
    [
      [
        { field: 'resolved_at', span: { from } },
        { field: 'category', values: ['mail'] },
      ],
      `resolved_at >= '${from.toISOString()}' and category = 'mail'`,
    ],
    [[{ field: 'condition', values: ['open'] }], `state in ('new', 'in_progress', 'on_hold', 'reopened')`],
    [[{ field: 'duration', values: ['>', '90'] }], `resolved_at - created_at > interval '90 minutes'`],
    [[{ field: 'duration', values: ['<', '90'] }], `resolved_at - created_at < interval '90 minutes'`],
    [[{ field: 'work_notes_count', values: ['=', '0'] }], 'work_notes_count = 0'],
    [[{ field: 'reopen_count', values: ['>=', '1'] }], 'reopen_count >= 1'],
    [[{ field: 'assigned_to', values: ['Ada@Example.com'] }], `assigned_to = 'ada@example.com'`],
  ]
}
const fields = ['priority', 'state', 'category', 'assignment_group', 'assigned_to'] as const
/** What is grouped by, and the same in SQL. */
const by = (time: string): [field: GroupField, sql: string][] => [
  ...fields.map((field): [GroupField, string] => [field, field]),
  ['weekday', `to_char(${time} at time zone 'UTC', 'FMDay')`],
  ['hour', `to_char(${time} at time zone 'UTC', 'HH24:00')`],
]
/** A period of what was resolved is when that was. */
const timeOf = (conditions: Condition[]) =>
  conditions.some(({ field }) => field === 'resolved_at') ? 'resolved_at' : 'created_at'

const sorted = (rows: { value: string | null; count: number; minutes: number | null }[]) =>
  rows
    .map(({ value, count, minutes }) => ({
      value,
      count,
      minutes: minutes === null ? null : expect.closeTo(minutes, 1),
    }))
    .toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1))

async function compare() {
  for (const [conditions, where] of asked()) {
    const [all] = await app.query<{ n: number }>(
      `select count(*) as n from incidents where deleted_at is null and ${where}`,
    )
    expect([conditions, await count(app.ctx(), 'incident', conditions)]).toEqual([conditions, all!.n])
    for (const [field, sql] of by(timeOf(conditions)))
      for (const measure of ['count', 'mean_time'] as const) {
        const isTimed = measure === 'mean_time'
        const said = await groupsOf(app.ctx(), { noun: 'incident', conditions, group_by: field, measure })
        const real = await app.query<{ value: string | null; count: number; minutes: number | null }>(
          `select ${sql} as value, count(*) as count,
            ${isTimed ? 'avg(greatest(0, extract(epoch from resolved_at - created_at) / 60))::float8' : 'null::float8'} as minutes
          from incidents where deleted_at is null and ${where}${isTimed ? ' and resolved_at is not null' : ''} group by 1`,
        )
        const plain = said.groups.toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1))
        expect({ conditions, field, measure, groups: plain }).toEqual({
          conditions,
          field,
          measure,
          groups: sorted(real),
        })
        expect(said.total).toBe(real.reduce((sum, each) => sum + each.count, 0))
      }
  }
}

test('counts and mean times are those of the records, before and after days and kinds are counted', async () => {
  await compare()
  await run(foldIncidentCounts)
  await run(countIncidentDays)
  const [days] = await app.query<{ n: number }>('select count(*) as n from counted_days')
  expect(days!.n).toBeGreaterThan(5)
  await compare()
  await app.query(
    `update incidents set assignment_group = 'Night shift', priority = 'P1' where substr(id, 4)::int % 4 = 0`,
  )
  await run(countIncidentDays)
  const [stale] = await app.query<{ n: number }>(
    `select count(*) as n from stale_days where date < (now() at time zone 'UTC')::date - 2`,
  )
  expect(stale!.n).toBe(0)
  await compare()
})

const answerTo = async (query: string) =>
  expectOk<{ answer: string }>(await app.call('POST', '/ai/query', { body: { query } }), 200).answer

test('only a comparison becomes SQL', async () => {
  const conditions: Condition[] = [{ field: 'duration', values: ['> 0 or true --', '1'] }]
  await expect(async () => count(app.ctx(), 'incident', conditions)).rejects.toThrow('is no comparison')
})

test('SLA compliance by group finds the group with the breach, also among more groups than an answer shows', async () => {
  await app.query(`update incidents set assignment_group = 'Group_' || substr(id, 4)::int % 25,
    sla = jsonb_set(sla, '{summary,breached}', to_jsonb(substr(id, 4)::int = 24))`)
  const [head, first, ...others] = (await answerTo('SLA compliance per team')).split('\n')
  expect(head).toContain('98 % of 42 within their SLA')
  expect(first).toBe('- Group_24: 1 breached, 0 % of 1 within')
  expect(others).toHaveLength(19)
  expect(await answerTo('SLA compliance in 1999')).toMatch(/^None found: incidents, resolved .* 1999-12-31\./)
  expect(others[0]).toMatch(/^- Group_\d+: 0 breached, 100 % of 2 within$/)
})

test('a share of a time, and two events of one period, are those of the records', async () => {
  const [real] = await app.query<Record<'recent' | 'closed', number>>(
    `select count(*) filter (where created_at >= now() - interval '10 days') as recent,
      count(*) filter (where closed_at is not null) as closed from incidents`,
  )
  const share = await answerTo('what percentage of incidents were created in the last 10 days')
  expect(share).toContain(`${real!.recent} of 42,`)
  expect(await answerTo('compare March with April')).toContain('March compared with April')
  const events = await answerTo('compare closed and opened incidents of the last 100 days')
  expect(events).toMatch(new RegExp(`closed of the last 100 days.*: ${real!.closed}\\b`))
  expect(events).toMatch(/created of the last 100 days.*: 42\b/)
})

test('an incident counts as cancelled at the time of the reports, not when it was edited later', async () => {
  await app.query(`update incidents set cancelled_at = now() - interval '40 days' where state = 'cancelled'`)
  const incidents = driveIncidents(app)
  const { id } = await incidents.create()
  await incidents.change(id, { state: 'cancelled' })
  const { cancelled } = expectOk<{ cancelled: number }>(
    await app.call('GET', '/statistics/incidents', { query: { days: '30' } }),
    200,
  )
  expect(cancelled).toBe(1)
  expect(await answerTo('how many incidents were cancelled in the last 30 days')).toMatch(
    /^1 incident, cancelled /,
  )
  expect(await answerTo('cancelled incidents by month')).toContain('by month of cancellation')
  await incidents.remove(id)
})

test('a team with an open ticket is not one without, however many teams have one', async () => {
  await app.query(
    `update incidents set assignment_group = case when state in ('closed', 'cancelled') then 'Zeta' else 'Group 1' end`,
  )
  const { id } = await driveIncidents(app).create({ assignment_group: 'Zeta' })
  await app.query(`insert into incidents (id, short_description, priority, state, opened_by, opened_by_id,
      created_at, updated_at, allowed_transitions, sla, sla_breach_at, assignment_group)
    select incident_id(1000000 + n), short_description, priority, state, opened_by, opened_by_id,
      created_at, updated_at, allowed_transitions, sla, sla_breach_at, 'Group ' || n
    from incidents, generate_series(2, 1001) as n where id = '${id}'`)
  expect(await answerTo('which teams have no open tickets')).toBe(
    '0 of 1002 assignment groups have no open incidents.',
  )
})
