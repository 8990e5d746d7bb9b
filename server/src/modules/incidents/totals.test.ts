import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { transact } from '../../db/ctx.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { foldIncidentCounts } from './jobs.ts'
import { states, type State } from './transitions.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const priorities = ['P1', 'P2', 'P3', 'P4']
const categories = ['mail', 'vpn', null]
const groups = ['Desk', 'Network', null]
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!

/** Folds the counters now, like the job. */
const fold = () => {
  const { inside } = foldIncidentCounts as JobHandler & { inside: (ctx: unknown) => Promise<void> }
  return transact(app.ctx(), (ctx) => inside(ctx))
}

/** Writes directly to the database; like writes of the service, a deadlock is retried. */
const write = (text: string) => transact(app.ctx(), (ctx) => sql.raw(text).execute(ctx.db))

const quoted = (values: string) => values.split(',').map((value) => `'${value}'`)
const counted = async (query: Record<string, string>) => {
  const conditions = Object.entries(query).map(([name, value]) => `${name} in (${quoted(value).join()})`)
  const [row] = await app.query<{ n: number }>(
    `select count(*) as n from incidents where ${['deleted_at is null', ...conditions].join(' and ')}`,
  )
  return row!.n
}

const filters: Record<string, string>[] = [
  {},
  ...states.map((state) => ({ state })),
  ...priorities.map((priority) => ({ priority })),
  { category: 'mail' },
  { category: 'mail,vpn' },
  { assignment_group: 'Desk' },
  { state: 'new,in_progress', priority: 'P1,P2' },
  { state: 'new', priority: 'P3', category: 'vpn', assignment_group: 'Network' },
  { category: 'mail', assignment_group: 'Desk,Network' },
  { assigned_to: 'ada@example.com', state: 'new' },
]

/** For every filter, the total of the list and the actual count. */
async function compareTotals() {
  const [said, real]: [unknown[], unknown[]] = [[], []]
  for (const query of filters) {
    said.push({ query, total: (await incidents.list({ ...query, limit: '1' })).total })
    real.push({ query, total: await counted(query) })
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
    'fold',
    'mass',
  ),
  nth: fc.nat(1000),
  fields: fc.record(
    {
      priority: fc.constantFrom(...priorities),
      category: fc.constantFrom(...categories),
      assignment_group: fc.constantFrom(...groups),
      assigned_to: fc.constantFrom('ada@example.com', null),
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
  const ids = await liveIds()
  const id = ids[nth % Math.max(ids.length, 1)] ?? 'INC0000000'
  if (what === 'update') return incidents.patch(id, fields)
  if (what === 'move') return incidents.patch(id, { state: states[nth % states.length] as State })
  if (what === 'delete') return incidents.remove(id)
  if (what === 'erase') return write(`delete from incidents where id = '${id}'`)
  return write(`update incidents set priority = 'P${(nth % 4) + 1}' where category = 'mail'`)
}

test('a total is exact after every write, including bulk writes, and after every fold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const one of steps) await take(one)
      for (const foldFirst of [false, true]) {
        if (foldFirst) await fold()
        const [said, real] = await compareTotals()
        expect(said).toEqual(real)
      }
    }),
    { numRuns: 8 },
  )
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
  const kinds =
    await app.query(`select from incident_counts group by state, priority, category, assignment_group
    having count(*) > 1 or sum(n) = 0`)
  expect(kinds).toEqual([])
})
