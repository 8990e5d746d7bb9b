import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runTwice } from '../../../test/ageing.ts'
import { startApp } from '../../../test/app.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { transact } from '../../db/ctx.ts'
import type { JobHandler } from '../../jobs/job-runner.ts'
import { countIncidentDays, foldIncidentCounts } from './jobs.ts'
import { incident } from './model.ts'
import { states, type State } from './transitions.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const priorities = ['P1', 'P2', 'P3', 'P4']
const categories = ['mail', 'vpn', null]
const groups = ['Desk', 'Network', null]
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!

/** Runs a job now. */
const run = (job: JobHandler) => {
  const { inTransaction } = job as JobHandler & { inTransaction: (ctx: unknown) => Promise<void> }
  return transact(app.ctx(), (ctx) => inTransaction(ctx))
}
const fold = () => run(foldIncidentCounts)
const countDays = () => run(countIncidentDays)

/** Writes directly to the database; like writes of the service, a deadlock is retried. */
const write = (text: string) => transact(app.ctx(), (ctx) => sql.raw(text).execute(ctx.db))

const daysAgo = (days: number) => new Date(app.ctx().now.getTime() - days * 86_400_000).toISOString()
const [recently, earlier, longAgo] = [daysAgo(1.5), daysAgo(3.25), daysAgo(20)]

/** Query parameters of the list, and the same in SQL. */
const filters: [query: Record<string, string>, condition: string][] = [
  [{}, 'true'],
  ...states.map((state): [Record<string, string>, string] => [{ state }, `state = '${state}'`]),
  ...priorities.map((priority): [Record<string, string>, string] => [
    { priority },
    `priority = '${priority}'`,
  ]),
  [{ category: 'mail' }, `category = 'mail'`],
  [{ category: 'mail,vpn' }, `category in ('mail', 'vpn')`],
  [{ assignment_group: 'Desk' }, `assignment_group = 'Desk'`],
  [
    { state: 'new,in_progress', priority: 'P1,P2' },
    `state in ('new', 'in_progress') and priority in ('P1', 'P2')`,
  ],
  [
    { state: 'new', priority: 'P3', category: 'vpn', assignment_group: 'Network' },
    `state = 'new' and priority = 'P3' and category = 'vpn' and assignment_group = 'Network'`,
  ],
  [
    { category: 'mail', assignment_group: 'Desk,Network' },
    `category = 'mail' and assignment_group in ('Desk', 'Network')`,
  ],
  [{ assigned_to: 'ada@example.com', state: 'new' }, `assigned_to = 'ada@example.com' and state = 'new'`],
  [{ assigned_to: 'ada@example.com' }, `assigned_to = 'ada@example.com'`],
  [
    { assigned_to: 'ada@example.com,bob@example.com', state: 'new,in_progress', priority: 'P1,P2' },
    `assigned_to in ('ada@example.com', 'bob@example.com') and state in ('new', 'in_progress') and priority in ('P1', 'P2')`,
  ],
  [
    { assigned_to: 'ada@example.com', category: 'mail' },
    `assigned_to = 'ada@example.com' and category = 'mail'`,
  ],
  [{ unassigned: 'true' }, 'assigned_to is null'],
  [{ without_group: 'true' }, 'assignment_group is null'],
  [
    { without_group: 'false', state: 'new', unassigned: 'true' },
    `assignment_group is not null and state = 'new' and assigned_to is null`,
  ],
  [
    { unassigned: 'true', state: 'new,in_progress,on_hold,reopened' },
    `assigned_to is null and state in ('new', 'in_progress', 'on_hold', 'reopened')`,
  ],
  [
    { unassigned: 'false', assignment_group: 'Desk' },
    `assigned_to is not null and assignment_group = 'Desk'`,
  ],
  [{ sla: 'breached' }, incident.conditions.breached],
  [{ sla: 'at_risk', priority: 'P3' }, `${incident.conditions.at_risk} and priority = 'P3'`],
  [{ created_after: longAgo }, `created_at > '${longAgo}'`],
  [{ created_before: recently }, `created_at < '${recently}'`],
  [
    { created_after: longAgo, created_before: earlier, priority: 'P1,P3' },
    `created_at > '${longAgo}' and created_at < '${earlier}' and priority in ('P1', 'P3')`,
  ],
  [{ created_after: earlier, state: 'new' }, `created_at > '${earlier}' and state = 'new'`],
  [{ created_after: longAgo, category: 'mail' }, `created_at > '${longAgo}' and category = 'mail'`],
  [
    { created_before: earlier, assignment_group: 'Desk', category: 'mail' },
    `created_at < '${earlier}' and assignment_group = 'Desk' and category = 'mail'`,
  ],
]

async function counted(condition: string) {
  const [row] = await app.query<{ n: number }>(
    `select count(*) as n from incidents where deleted_at is null and ${condition}`,
  )
  return row!.n
}

/** For every filter, the total of the list and the actual count. */
async function compareTotals() {
  const [said, real]: [unknown[], unknown[]] = [[], []]
  for (const [query, condition] of filters) {
    said.push({ query, total: (await incidents.list({ ...query, limit: '1' })).total })
    real.push({ query, total: await counted(condition) })
  }
  return [said, real]
}

type Step = { do: string; nth: number; fields: Record<string, string | null> }
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    'create',
    'create',
    'create',
    'update',
    'update',
    'move',
    'delete',
    'erase',
    'age',
    'age',
    'breach',
    'fold',
    'count days',
    'mass',
  ),
  nth: fc.nat(1000),
  fields: fc.record(
    {
      priority: fc.constantFrom(...priorities),
      category: fc.constantFrom(...categories),
      assignment_group: fc.constantFrom(...groups),
      assigned_to: fc.constantFrom('ada@example.com', 'bob@example.com', null),
    },
    { requiredKeys: [] },
  ),
})

const liveIds = async () =>
  (await app.query<{ id: string }>('select id from incidents where deleted_at is null order by id')).map(
    ({ id }) => id,
  )

/** One write, which may conflict with another: refusals are fine here. */
async function take({ do: what, nth, fields }: Step) {
  if (what === 'create') return incidents.ask({ short_description: 'x', ...fields })
  if (what === 'fold') return fold()
  if (what === 'count days') return countDays()
  const ids = await liveIds()
  const id = ids[nth % Math.max(ids.length, 1)] ?? 'INC0000000'
  if (what === 'update') return incidents.patch(id, fields)
  if (what === 'move') return incidents.patch(id, { state: states[nth % states.length] as State })
  if (what === 'delete') return incidents.remove(id)
  if (what === 'erase') return write(`delete from incidents where id = '${id}'`)
  if (what === 'age')
    return write(
      `update incidents set created_at = created_at - interval '${nth % 5} days' where id = '${id}'`,
    )
  if (what === 'breach')
    return write(`update incidents set sla = jsonb_set(sla, '{summary}',
      sla -> 'summary' || '{"warned": true, "breached": ${nth % 2 === 0}}') where id = '${id}'`)
  return write(`update incidents set priority = 'P${(nth % 4) + 1}' where category = 'mail'`)
}

test('a total is exact after every write, also of many records and of old ones, and after every fold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const one of steps) await take(one)
      for (const foldFirst of [false, true]) {
        if (foldFirst) await fold()
        if (foldFirst) await countDays()
        const [said, real] = await compareTotals()
        expect(said).toEqual(real)
      }
    }),
    { numRuns: 8 },
  )
})

test('an assignee from before addresses were kept in lower case is found and counted', async () => {
  const { id } = await incidents.create({})
  await write(`update incidents set assigned_to = 'Zoe@Example.com' where id = '${id}'`)
  await fold()
  const migration = new URL('../../../migrations/0054_addresses_in_lower_case.sql', import.meta.url)
  await app.query(await readFile(migration, 'utf8'))
  const { data, total } = await incidents.list({ assigned_to: 'zoe@example.com' })
  expect([data, total]).toMatchObject([[{ id, assigned_to: 'zoe@example.com', version: 1 }], 1])
})

test('a total is consistent with its page while others write and fold', async () => {
  await app.query('delete from incidents')
  for (let i = 0; i < 20; i++)
    await incidents.create({ category: pick(categories, i), priority: pick(priorities, i) })
  let running = true
  const writer = async (n: number) => {
    for (let i = 0; running; i++) await take(fc.sample(step, { numRuns: 1, seed: n * 1000 + i })[0]!)
  }
  const writers = [1, 2, 3].map(writer)
  const watched: Record<string, string>[] = [
    {},
    { category: 'mail' },
    { state: 'new,in_progress', priority: 'P1,P2' },
    { created_after: longAgo },
  ]
  const seen = new Set<number>()
  try {
    for (let i = 0; i < 60; i++)
      for (const query of watched) {
        const { data, total } = await incidents.list({ ...query, limit: '200' })
        expect(data).toHaveLength(Math.min(total, 200))
        seen.add(total)
      }
  } finally {
    running = false
    await Promise.all(writers)
  }
  expect(seen.size).toBeGreaterThan(3)
  await fold()
  const [said, real] = await compareTotals()
  expect(said).toEqual(real)
  expect(await app.query('select from incident_counts')).toEqual([])
  await runTwice(app, 'forget-empty-totals')
  expect(await app.query('select from incident_totals where n = 0')).toEqual([])
  expect(await compareTotals()).toEqual([real, real])
})
