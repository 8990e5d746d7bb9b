import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveIncidents, expectOk, type Incident, type Incidents } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { states } from '../incidents/transitions.ts'
import type { IncidentStatistics } from './model.ts'

let app: TestApp
let incidents: Incidents
let all: (Incident & { cancelled_at: string | null })[]

const groups = ['Network', 'Desk', null]
const categories = ['mail', 'vpn', null]
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!

beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  for (let i = 0; i < 56; i++)
    await incidents.inState(pick(states, i), {
      priority: `P${((i >> 1) % 4) + 1}`,
      assignment_group: pick(groups, i >> 1),
      category: pick(categories, i >> 2),
      assigned_to: i % 3 === 0 ? 'ada@example.com' : null,
    })
  // On different days, also before the range, and some resolved on the day of creation.
  await app.query(`update incidents set created_at = created_at - interval '7 hours' * substr(id, 4)::int - interval '1 day',
    cancelled_at = cancelled_at - interval '5 hours' * substr(id, 4)::int,
    resolved_at = resolved_at - interval '7 hours' * (substr(id, 4)::int - substr(id, 4)::int % 9)`)
  await app.query(
    `update incidents set sla = jsonb_set(sla, '{summary,breached}', to_jsonb(substr(id, 4)::int % 3 = 0)) where resolved_at is not null`,
  )
  // Two deleted ones: one open, one resolved.
  for (const state of ['new', 'resolved'] as const)
    await incidents.remove((await incidents.inState(state)).id)
  const rows = await app.query<{ body: string; cancelled_at: string | null }>(
    'select body, iso(cancelled_at) as cancelled_at from incidents where deleted_at is null',
  )
  all = rows.map(({ body, cancelled_at }) => ({ ...(JSON.parse(`{${body}`) as Incident), cancelled_at }))
})

const statistics = async (query: Record<string, string> = {}) =>
  expectOk<IncidentStatistics>(await app.call('GET', '/statistics/incidents', { query }), 200)

const openStates = ['new', 'in_progress', 'on_hold', 'reopened'] as const
const today = () => app.ctx().now.toISOString().slice(0, 10)
const minutesOf = ({ resolved_at, created_at }: Incident) =>
  (Date.parse(resolved_at!) - Date.parse(created_at)) / 60_000
const meanOf = (resolved: Incident[]) =>
  resolved.length === 0
    ? null
    : Math.round((10 * resolved.reduce((sum, one) => sum + minutesOf(one), 0)) / resolved.length) / 10
const withinSla = (resolved: Incident[]) => resolved.filter(({ sla }) => !sla.breached).length
const spent = (resolved: Incident[]) => ({
  resolved: resolved.length,
  resolved_within_sla: withinSla(resolved),
  sla_compliance: resolved.length === 0 ? null : withinSla(resolved) / resolved.length,
  mean_minutes_to_resolve: resolved.length === 0 ? null : expect.closeTo(meanOf(resolved)!, 0),
})

/** The same figures, counted one by one. */
function recount(dates: string[], holds: (incident: Incident) => boolean) {
  const among = all.filter(holds)
  const open = among.filter(({ state }) => (openStates as readonly string[]).includes(state))
  const within = (at: string | null) =>
    at !== null && at.slice(0, 10) >= dates[0]! && at.slice(0, 10) <= dates.at(-1)!
  const resolved = among.filter(({ resolved_at }) => within(resolved_at))
  const created = among.filter(({ created_at }) => within(created_at))
  const cancelled = among.filter(({ cancelled_at }) => within(cancelled_at))
  const numbers = (names: readonly string[], field: 'priority' | 'state') =>
    Object.fromEntries(names.map((name) => [name, open.filter((one) => one[field] === name).length]))
  return {
    open: {
      total: open.length,
      by_priority: numbers(['P1', 'P2', 'P3', 'P4'], 'priority'),
      by_state: numbers(openStates, 'state'),
      unassigned: open.filter(({ assigned_to }) => assigned_to === null).length,
    },
    created: created.length,
    ...spent(resolved),
    cancelled: cancelled.length,
    backlog_change: created.length - resolved.length - cancelled.length,
    by_priority: Object.fromEntries(
      ['P1', 'P2', 'P3', 'P4'].map((name) => [
        name,
        spent(resolved.filter(({ priority }) => priority === name)),
      ]),
    ),
    days: dates.map((date) => ({
      date,
      created: created.filter(({ created_at }) => created_at.startsWith(date)).length,
      ...spent(resolved.filter(({ resolved_at }) => resolved_at!.startsWith(date))),
      cancelled: cancelled.filter(({ cancelled_at }) => cancelled_at!.startsWith(date)).length,
    })),
  }
}

const filters: [query: Record<string, string>, holds: (incident: Incident) => boolean][] = [
  [{}, () => true],
  [{ priority: 'P1' }, ({ priority }) => priority === 'P1'],
  [{ priority: 'P1,P3' }, ({ priority }) => ['P1', 'P3'].includes(priority)],
  [{ assignment_group: 'Desk' }, ({ assignment_group }) => assignment_group === 'Desk'],
  [
    { category: 'mail,vpn', priority: 'P2' },
    ({ category, priority }) => category !== null && priority === 'P2',
  ],
  [
    { category: 'mail,vpn', assignment_group: 'Desk' },
    ({ category, assignment_group }) => category !== null && assignment_group === 'Desk',
  ],
  [{ category: 'nothing' }, () => false],
]

describe('the statistics', () => {
  test.for(filters)('%o match a count of the records', async ([query, holds]) => {
    for (const days of [1, 7, 30, 365]) {
      const told = await statistics({ ...query, days: String(days) })
      const dates = told.days.map(({ date }) => date)
      expect([dates.length, told.from, told.to]).toEqual([days, dates[0], dates.at(-1)])
      expect(told).toMatchObject(recount(dates, holds))
    }
  })

  test('of any range of dates match a count of the records', async () => {
    const back = (days: number) =>
      new Date(app.ctx().now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
    for (const [from, to] of [
      [back(9), back(3)],
      [back(4), back(4)],
      [back(1000), back(0)],
    ] as const) {
      const told = await statistics({ from, to })
      const dates = told.days.map(({ date }) => date)
      expect([dates[0], dates.at(-1), new Set(dates).size]).toEqual([from, to, dates.length])
      expect(told).toMatchObject(recount(dates, () => true))
    }
    const before = today()
    const { to } = await statistics({ from: back(2) })
    expect([before, today()]).toContain(to)
  })

  test('are each the total of a list with the same days', async () => {
    const { days } = await statistics({ days: '7' })
    const total = async (query: Record<string, string>) =>
      expectOk<{ total: number }>(
        await app.call('GET', '/incidents', { query: { ...query, limit: '1' } }),
        200,
      ).total
    for (const { date, created, resolved, cancelled } of days) {
      const start = Date.parse(date)
      const [after, before] = [start - 1, start + 86_400_000].map((time) => new Date(time).toISOString())
      expect([
        await total({ created_after: after!, created_before: before! }),
        await total({ resolved_after: after!, resolved_before: before! }),
        await total({ cancelled_after: after!, cancelled_before: before! }),
      ]).toEqual([created, resolved, cancelled])
    }
    expect(days.some(({ resolved, cancelled }) => resolved > 0 && cancelled > 0)).toBe(true)
  })

  test('cover the last 30 days by default, one after another', async () => {
    const before = today()
    const { days, to } = await statistics()
    expect(days).toHaveLength(30)
    expect([before, today()]).toContain(to)
    const times = days.map(({ date }) => Date.parse(date))
    expect(new Set(times.slice(1).map((time, i) => time - times[i]!))).toEqual(new Set([86_400_000]))
  })

  test('list the busiest groups first, including incidents without a group', async () => {
    const { groups: told, open } = await statistics()
    expect(told.reduce((sum, group) => sum + group.open, 0)).toBe(open.total)
    expect(told.map((group) => group.open)).toEqual(told.map((group) => group.open).toSorted((a, b) => b - a))
    for (const { assignment_group, open } of told)
      expect(
        all.filter(
          (one) =>
            one.assignment_group === assignment_group &&
            (openStates as readonly string[]).includes(one.state),
        ),
      ).toHaveLength(open)
    expect(told.map(({ assignment_group }) => assignment_group)).toContain(null)
  })

  test('contain at most ten groups', async () => {
    const other = await startApp()
    for (let i = 0; i < 12; i++)
      await driveIncidents(other).create({ assignment_group: `Group ${i % 11}`, category: 'mail' })
    const answer = await other.call('GET', '/statistics/incidents')
    const { groups: told } = answer.json<IncidentStatistics>()
    expect([told.length, told[0]]).toEqual([10, { assignment_group: 'Group 0', open: 2 }])
    await other.close()
  })

  test('of an empty service are zero', async () => {
    const other = await startApp()
    const told = (
      await other.call('GET', '/statistics/incidents', { query: { days: '2' } })
    ).json<IncidentStatistics>()
    expect(told).toMatchObject({
      open: { total: 0, unassigned: 0, by_state: { new: 0 }, by_priority: { P1: 0 } },
      breached: 0,
      at_risk: 0,
      groups: [],
      created: 0,
      resolved: 0,
      mean_minutes_to_resolve: null,
      days: [{ created: 0 }, { created: 0, resolved: 0, mean_minutes_to_resolve: null }],
    })
    await other.close()
  })
})

test('at risk and breached incidents match the list filters', async () => {
  const risky = await incidents.create({ priority: 'P2', category: 'risk' })
  const late = await incidents.create({ priority: 'P2', category: 'risk' })
  await incidents.create({ priority: 'P2', category: 'risk' })
  const gone = await incidents.inState('closed', { category: 'risk' })
  const mark = (id: string, breached: boolean) =>
    app.query(`update incidents set sla_next_at = null,
      sla = jsonb_set(jsonb_set(sla, '{summary,warned}', 'true'), '{summary,breached}', '${breached}') where id = '${id}'`)
  await mark(risky.id, false)
  await mark(late.id, true)
  await mark(gone.id, true)
  expect(await statistics({ category: 'risk' })).toMatchObject({
    at_risk: 1,
    breached: 1,
    open: { total: 3 },
  })
  const found = async (sla: string) =>
    (await incidents.list({ category: 'risk', sla })).data.map(({ id }) => id)
  expect([await found('at_risk'), await found('breached')]).toEqual([[risky.id], [late.id]])
})

test('an invalid number of days is refused by name', async () => {
  for (const days of ['0', '366', '-1', 'x', '1.5', '']) {
    const answer = await app.call('GET', '/statistics/incidents', { query: { days } })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field: 'days' }])
  }
  for (const [field, value] of Object.entries({ priority: 'P5', category: '', from: '2026-02-30' })) {
    const answer = await app.call('GET', '/statistics/incidents', { query: { [field]: value } })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field }])
  }
})

test('an invalid range is refused by name', async () => {
  for (const [field, query] of [
    ['from', { to: '2026-01-01' }],
    ['from', { from: '2026-01-02', to: '2026-01-01' }],
    ['from', { from: '2020-01-01', to: '2026-01-01' }],
    ['to', { from: '2026-01-01', to: 'today' }],
    ['to', { to: '0000-01-02' }],
    ['days', { from: '2026-01-01', to: '2026-01-02', days: '7' }],
  ] as const) {
    const answer = await app.call('GET', '/statistics/incidents', { query })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field }])
  }
})

test('a range of thousands of years is refused before its dates are listed', async () => {
  const datesWritten = vi.spyOn(Date.prototype, 'toISOString')
  onTestFinished(() => datesWritten.mockRestore())
  for (const more of [{ to: '9999-12-31' }, undefined]) {
    const query = { from: '0001-01-01', ...more }
    const answer = await app.call('GET', '/statistics/incidents', { query })
    expectProblem(answer, 400, 'validation_error')
  }
  expect(datesWritten.mock.calls.length).toBeLessThan(1000)
})

test('everyone who may list incidents sees the statistics, and a token is required', async () => {
  const as = await app.tokenFor('viewer')
  expect((await app.call('GET', '/statistics/incidents', { as })).statusCode).toBe(200)
  expectProblem(await app.call('GET', '/statistics/incidents', { as: null }), 401, 'unauthenticated')
})

test('an imported incident that was resolved before it was created took no time', async () => {
  const at = (hours: number) => new Date(app.ctx().now.getTime() - hours * 3_600_000).toISOString()
  const record = { short_description: 'Old', category: 'import', state: 'resolved', created_at: at(5) }
  const body = [at(4), at(10)].map((resolved_at) => JSON.stringify({ ...record, resolved_at })).join('\n')
  const headers = { 'content-type': 'application/x-ndjson' }
  expectOk(await app.call('POST', '/incidents/import', { body, headers }), 200)
  expect(await statistics({ category: 'import' })).toMatchObject({
    resolved: 2,
    mean_minutes_to_resolve: 30,
  })
})
