import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { expectOk, type Incident } from '../../../test/incidents.ts'
import { readBy } from '../../../test/rows-read.ts'
import { transact, type Ctx } from '../../db/ctx.ts'
import { countIncidentDays } from '../incidents/jobs.ts'
import { lastDays, type IncidentStatistics } from './model.ts'
import { countIncidents } from './store.ts'

let app: TestApp
const day = 86_400_000
const ago = (days: number) => new Date(app.ctx().now.getTime() - days * day).toISOString()
const groups = ['Network', 'Desk'] as const

/** Resolved on forty days, some after minutes and some after weeks; a few are still open. */
beforeAll(async () => {
  app = await startApp()
  const records = Array.from({ length: 60 }, (_, i) => ({
    short_description: `Case ${i}`,
    priority: `P${1 + (i % 4)}`,
    assignment_group: groups[i % 2],
    category: ['mail', 'vpn'][(i >> 1) % 2],
    created_at: ago((i % 40) + (i % 3 === 0 ? 30 : 0.001) + 0.1),
    ...(i % 11 === 0 ? {} : { state: i % 5 === 0 ? 'closed' : 'resolved', resolved_at: ago((i % 40) + 0.1) }),
  }))
  const headers = { 'content-type': 'application/x-ndjson' }
  const body = records.map((record) => JSON.stringify(record)).join('\n')
  expectOk(await app.call('POST', '/incidents/import', { body, headers }), 200)
})

const statistics = async (query: Record<string, string> = {}) =>
  expectOk<IncidentStatistics>(
    await app.call('GET', '/statistics/incidents', { query: { days: '90', ...query } }),
    200,
  )

const listed = async (query: Record<string, string>) =>
  expectOk<{ data: Incident[] }>(
    await app.call('GET', '/incidents', { query: { limit: '200', state: 'resolved,closed', ...query } }),
    200,
  ).data

const count = (incidents: Incident[]) => {
  const met = incidents.filter(({ sla }) => !sla.breached).length
  return {
    resolved: incidents.length,
    resolved_within_sla: met,
    sla_compliance: incidents.length === 0 ? null : met / incidents.length,
  }
}

const filters: Record<string, string>[] = [
  {},
  { assignment_group: 'Desk' },
  { category: 'vpn' },
  { assignment_group: 'Desk', category: 'vpn' },
]

/** The figures are those of the incidents that the list shows. */
async function compare() {
  for (const query of filters) {
    const [answer, incidents] = [await statistics(query), await listed(query)]
    expect(answer).toMatchObject(count(incidents))
    for (const priority of ['P1', 'P2'] as const)
      expect(answer.by_priority[priority]).toMatchObject(
        count(incidents.filter((each) => each.priority === priority)),
      )
    for (const { date, resolved, resolved_within_sla } of answer.days) {
      const onDay = incidents.filter(({ resolved_at }) => resolved_at!.startsWith(date))
      expect([date, resolved, resolved_within_sla]).toEqual([
        date,
        onDay.length,
        onDay.filter(({ sla }) => !sla.breached).length,
      ])
    }
  }
}

async function countDays() {
  const { inTransaction } = countIncidentDays as unknown as { inTransaction: (ctx: Ctx) => Promise<void> }
  await transact(app.ctx(), (ctx) => inTransaction(ctx))
}

test('what was resolved within its SLA is counted exactly, before and after days are counted ahead', async () => {
  const { resolved, resolved_within_sla } = await statistics()
  expect([resolved_within_sla > 10, resolved - resolved_within_sla > 10]).toEqual([true, true])
  await compare()
  await countDays()
  await compare()
  // A correction of an old mark.
  await app.query(`update incidents set sla = jsonb_set(sla, '{summary,breached}', 'true')
    where state = 'resolved' and assignment_group = 'Desk'`)
  await compare()
  await countDays()
  await compare()
})

test('a priority that is corrected after the resolution changes the figure of its day', async () => {
  const resolved = await listed({ state: 'resolved', assignment_group: 'Network' })
  const one = resolved.find(({ sla }) => sla.breached)
  expectOk(await app.call('PATCH', `/incidents/${one!.id}`, { body: { priority: 'P4' } }), 200)
  await compare()
})

test('a day that was counted without it, by a node of the version before, is counted again', async () => {
  await app.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtext('count incident days'));
    create table days_before as select * from incident_days;
    delete from incident_days;
    insert into incident_days select date, facet, value, priority, created, resolved, resolution_ms from days_before;
  end $$`)
  await compare()
  await countDays()
  expect(await app.query('select from incident_days where resolved_within_sla is null')).toEqual([])
  await compare()
})

test('the copilot counts the same', async () => {
  const { resolved, sla_compliance } = await statistics()
  const answer = await app.call('POST', '/ai/query', {
    body: { query: 'what share of incidents was resolved within the SLA in the last 60 days' },
  })
  expect(expectOk<{ answer: string }>(answer, 200).answer).toContain(
    `${Math.round(100 * sla_compliance!)} % of ${resolved} within their SLA`,
  )
})

test('without any resolved incident there is no compliance', async () => {
  expect(await statistics({ assignment_group: 'Nobody' })).toMatchObject({
    resolved_within_sla: 0,
    sla_compliance: null,
    by_priority: { P1: { resolved_within_sla: 0, sla_compliance: null } },
  })
})

test('days that are counted ahead are told without their incidents', async () => {
  await countDays()
  const dates = lastDays(app.ctx().now, 90)
  const read = await readBy(app, ({ db }) => countIncidents(db, dates, {}))
  expect(read.get('incidents_resolved_late') ?? 0).toBeLessThan(10)
  expect(read.get('incidents') ?? 0).toBe(0)
})
