import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import {
  expectOk,
  driveIncidents,
  walk,
  type Incident,
  type Incidents,
  type ListPage,
} from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

let app: TestApp
let incidents: Incidents
let all: Incident[]

const groups = ['Network', 'Desk', null]
const categories = ['mail', 'vpn', null, 'Ümläut & Co.']
const people = ['ada@example.com', 'bob@example.com', null]
const states = ['new', 'in_progress', 'cancelled', 'resolved'] as const
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!

beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  for (let i = 0; i < 40; i++)
    await incidents.inState(pick(states, i), {
      short_description: `Incident ${i}`,
      priority: `P${((i >> 2) % 4) + 1}`,
      assignment_group: pick(groups, i),
      category: pick(categories, i >> 1),
      assigned_to: pick(people, i >> 1)?.replace('ada', 'Ada'),
    })
  // Equal sort values are needed, because they must be ordered by ID; the days are far apart.
  await app.query(`update incidents set created_at = '2026-01-01T00:00:00.123Z'::timestamptz
    + interval '1 day' * (substr(id, 4)::int / 5), updated_at = '2026-03-01T00:00:00Z'::timestamptz
    + interval '1 hour' * (substr(id, 4)::int % 7)`)
  // The SLA marks as the scheduler would set them, on open and on closed incidents.
  await app.query(`update incidents set sla_next_at = null, sla_breach_at = '2026-04-01T00:00:00Z'::timestamptz
    + interval '1 minute' * (substr(id, 4)::int % 11), sla = jsonb_set(sla, '{summary}', sla -> 'summary'
    || jsonb_build_object('warned', substr(id, 4)::int % 3 > 0, 'breached', substr(id, 4)::int % 3 > 1))`)
  await incidents.remove((await incidents.create({ category: 'mail' })).id)
  all = (await app.query<{ body: string }>('select body from incidents where deleted_at is null')).map(
    ({ body }) => JSON.parse(`{${body}`) as Incident,
  )
})

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
const byId = (found: { id: string }[]) => idsOf(found).toSorted()

const isOpen = ({ state }: Incident) => ['new', 'in_progress', 'on_hold', 'reopened'].includes(state)

type Filter = [query: Record<string, string>, holds: (incident: Incident) => boolean]
const filters: Filter[] = [
  [{}, () => true],
  [{ state: 'new' }, ({ state }) => state === 'new'],
  [{ state: 'new,resolved' }, ({ state }) => ['new', 'resolved'].includes(state)],
  [{ state: 'reopened' }, () => false],
  [{ priority: 'P1' }, ({ priority }) => priority === 'P1'],
  [{ priority: 'P1,P4,P1' }, ({ priority }) => ['P1', 'P4'].includes(priority)],
  [{ category: 'mail' }, ({ category }) => category === 'mail'],
  [{ category: 'vpn,Ümläut & Co.' }, ({ category }) => ['vpn', 'Ümläut & Co.'].includes(category!)],
  [{ category: 'MAIL' }, () => false],
  [{ assignment_group: 'Desk' }, ({ assignment_group }) => assignment_group === 'Desk'],
  [
    { assignment_group: ['Desk', ...Array.from({ length: 99 }, () => 'x'.repeat(100))].join(',') },
    ({ assignment_group }) => assignment_group === 'Desk',
  ],
  [{ assignment_group: 'Desk,Network,' }, ({ assignment_group }) => assignment_group !== null],
  [{ without_group: 'true' }, ({ assignment_group }) => assignment_group === null],
  [{ without_group: 'false' }, ({ assignment_group }) => assignment_group !== null],
  [{ unassigned: 'true' }, ({ assigned_to }) => assigned_to === null],
  [{ unassigned: 'false' }, ({ assigned_to }) => assigned_to !== null],
  [{ sla: 'breached' }, (incident) => isOpen(incident) && incident.sla.breached],
  [{ sla: 'at_risk' }, (i) => isOpen(i) && i.sla.clock === 'running' && i.sla.warned && !i.sla.breached],
  [{ sla: 'resolved_late' }, ({ state, sla }) => ['resolved', 'closed'].includes(state) && sla.breached],
  [{ assigned_to: 'ADA@example.com' }, ({ assigned_to }) => assigned_to === 'ada@example.com'],
  [{ assigned_to: 'ada@example.com,bob@example.com' }, ({ assigned_to }) => assigned_to !== null],
  [{ created_after: '2026-01-03T00:00:00.123Z' }, (i) => i.created_at > '2026-01-03T00:00:00.123Z'],
  [{ created_after: '2026-01-03T00:00:00.122Z' }, (i) => i.created_at >= '2026-01-03T00:00:00.123Z'],
  [{ created_before: '2026-01-03T00:00:00.123Z' }, (i) => i.created_at < '2026-01-03T00:00:00.123Z'],
  [{ created_before: '2026-01-03T01:00:00.124+01:00' }, (i) => i.created_at <= '2026-01-03T00:00:00.123Z'],
]

describe('filters', () => {
  test.for(filters)('%o returns exactly the matching incidents and their number', async ([query, holds]) => {
    const expected = all.filter(holds)
    const { data, total, limit } = await incidents.list({ ...query, limit: '200' })
    expect(byId(data)).toEqual(byId(expected))
    expect([total, limit]).toEqual([expected.length, 200])
  })

  test('take the + of an offset also when it is not escaped, and the link to the next page has it', async () => {
    const after = '2026-01-03T01:00:00.122+01:00'
    const query = `created_after=${after}&limit=1`
    const [plain, escaped] = await Promise.all(
      [query, query.replace('+', '%2B')].map((each) => app.call('GET', `/incidents?${each}`)),
    )
    expect(expectOk<object>(plain!, 200)).toEqual(expectOk(escaped!, 200))
    expect(plain!.headers.link).toContain(`created_after=${encodeURIComponent(after)}&`)
  })

  test('combine with AND, in every pair', async () => {
    for (const [one, holdsOne] of filters)
      for (const [other, holdsOther] of filters) {
        if (Object.keys(one).some((name) => name in other)) continue
        const expected = all.filter((incident) => holdsOne(incident) && holdsOther(incident))
        const { data, total } = await incidents.list({ ...one, ...other, limit: '200' })
        const ids = byId(expected)
        expect({ one, other, ids: byId(data), total }).toEqual({ one, other, ids, total: ids.length })
      }
  })

  test('find a name that has a comma in it', async () => {
    const { id } = await incidents.create({ short_description: 'x', assignment_group: 'Payroll, Porto' })
    const { data, total } = await incidents.list({ assignment_group: 'Payroll, Porto' })
    await app.query(`delete from incidents where id = '${id}'`)
    expect([data.map((each) => each.id), total]).toEqual([[id], 1])
  })

  test('return the same incident as a single read', async () => {
    const { data } = await incidents.list({ limit: '3' })
    expect(data).toHaveLength(3)
    for (const incident of data) expect(await incidents.get(incident.id)).toEqual(incident)
  })
})

const sorted = (sort: string, order: string) => {
  const keyOf = (incident: Incident) => `${incident[sort as 'created_at']} ${incident.id}`
  const ascending = all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return idsOf(order === 'asc' ? ascending : ascending.toReversed())
}

describe('the order', () => {
  const orders = ['created_at', 'updated_at', 'priority', 'sla_breach_at'].flatMap((sort) =>
    ['asc', 'desc'].map((order) => ({ sort, order })),
  )

  test.for(orders)('by $sort $order, ties by ID, is stable in pages by number and by cursor', async (by) => {
    const expected = sorted(by.sort, by.order)
    for (const limit of ['1', '7', '40', '200']) {
      const query = { ...by, limit }
      const pages = await walk((cursor) => incidents.list({ ...query, ...(cursor && { cursor }) }))
      expect(idsOf(pages.flatMap(({ data }) => data))).toEqual(expected)
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]))
      for (const page of pages) expect('next_cursor' in page).toBe(page !== pages.at(-1))
      const numbered = []
      for (let page = 1; page <= pages.length; page++)
        numbered.push(...(await incidents.list({ ...query, page: String(page) })).data)
      expect(idsOf(numbered)).toEqual(expected)
    }
  })

  test('is created_at desc by default, and asc begins with P1', async () => {
    expect(idsOf((await incidents.list({ limit: '200' })).data)).toEqual(sorted('created_at', 'desc'))
    expect((await incidents.list({ sort: 'priority', order: 'asc' })).data[0]!.priority).toBe('P1')
    expect((await incidents.list({ sort: 'priority' })).data[0]!.priority).toBe('P4')
  })

  test('is stable with filters and with a search', async () => {
    const queries: Record<string, string>[] = [
      { state: 'new', priority: 'P1,P3' },
      { q: 'incident', category: 'mail,vpn' },
    ]
    for (const query of queries) {
      const whole = idsOf((await incidents.list({ ...query, limit: '200' })).data)
      expect(whole.length).toBeGreaterThan(4)
      const pages = await walk((cursor) =>
        incidents.list({ ...query, limit: '3', ...(cursor && { cursor }) }),
      )
      expect(idsOf(pages.flatMap(({ data }) => data))).toEqual(whole)
    }
  })
})

describe('pages', () => {
  test('have 25 incidents, and Link names the next one', async () => {
    const query = { state: 'new,resolved,cancelled,in_progress' }
    const response = await app.call('GET', '/incidents', { query })
    const { data, limit, next_cursor, total } = response.json<ListPage>()
    expect([data.length, limit, total]).toEqual([25, 25, 40])
    const next = /^<(.*)>; rel="next"$/.exec(String(response.headers.link))![1]!
    expect(new URL(next, 'http://x').searchParams.get('cursor')).toBe(next_cursor)
    const followed = await app.call('GET', next)
    const last = followed.json<ListPage>()
    expect(last).toMatchObject({ total: 40, limit: 25 })
    expect(last).not.toHaveProperty('next_cursor')
    expect(followed.headers.link).toBeUndefined()
    expect(idsOf([...data, ...last.data])).toEqual(sorted('created_at', 'desc'))
  })

  test('of exactly the number of records are the last', async () => {
    expect(await incidents.list({ limit: '40' })).not.toHaveProperty('next_cursor')
    expect(await incidents.list({ limit: '39' })).toHaveProperty('next_cursor')
  })

  test('beyond the last are empty', async () => {
    expect(await incidents.list({ page: '9' })).toEqual({ data: [], total: 40, limit: 25 })
    expect(await incidents.list({ category: 'none' })).toEqual({ data: [], total: 0, limit: 25 })
  })

  test('have the configured size', async () => {
    const other = await startApp({ DEFAULT_PAGE_SIZE: '3' })
    const driven = driveIncidents(other)
    for (let i = 0; i < 4; i++) await driven.create()
    const page = await driven.list()
    expect(page).toMatchObject({ limit: 3, total: 4, next_cursor: expect.any(String) })
    expect(page.data).toHaveLength(3)
    await other.close()
  })
})

describe('a list asked with', () => {
  test.for([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=1000000000',
    'page=0',
    'page=-1',
    'page=x',
    'page=99999999999',
    'sort=id',
    'sort=created_at desc',
    'sort=',
    'order=up',
    'order=ASC',
    'state=open',
    'state=new,open',
    'state=new,',
    'state=',
    'priority=P5',
    'priority=p1',
    'category=',
    'unassigned=yes',
    'sla=late',
    'sla=at_risk,breached',
    'created_after=yesterday',
    'created_after=2026-01-01',
    'created_after=2026-02-30T00:00:00Z',
    'created_after=2026-01-01T25:00:00Z',
    'created_after=0000-01-01T00:00:00Z',
    'created_after=2026-01-01T00:00:00%2B23:59',
    'created_after=2026-12-31T23:59:60Z',
    'created_before=2026-01-01T00:00:00',
    'created_before=',
    'colour=red',
    'deleted=true',
    'include_deleted=true',
    'state=new&state=closed',
    `q=${'x'.repeat(501)}`,
  ])('%s is refused with its name', async (query) => {
    const problem = expectProblem(await app.call('GET', `/incidents?${query}`), 400, 'validation_error')
    expect(problem.errors!.map(({ field }) => field)).toContain(query.split('=')[0])
  })

  test('a cursor of another filter, order or caller, or a corrupted one, is refused', async () => {
    const query = { state: 'new', sort: 'priority', order: 'asc', limit: '2' }
    const cursor = (await incidents.list(query)).next_cursor!
    const viewer = await app.tokenFor('viewer')
    const wrong: [Record<string, string>, string?][] = [
      [{ state: 'resolved' }],
      [{ priority: 'P1' }],
      [{ q: 'x' }],
      [{ sort: 'created_at' }],
      [{ order: 'desc' }],
      [{ cursor: `${cursor}x` }],
      [{ cursor: cursor.slice(1) }],
      [{ cursor: cursor.split('.')[0]! }],
      [{ cursor: '' }],
      [{ cursor: 'WyJQMSIsIklOQzAwMDAwMDEiXQ.' }],
      [{}, viewer],
    ]
    for (const [more, as] of wrong) {
      const asked = { query: { ...query, cursor, ...more }, ...(as && { as }) }
      expectProblem(await app.call('GET', '/incidents', asked), 400, 'invalid_cursor')
    }
    expect((await incidents.list({ ...query, cursor, limit: '3' })).data).toHaveLength(3)
    const both = await app.call('GET', '/incidents', { query: { ...query, cursor, page: '2' } })
    expect(expectProblem(both, 400, 'validation_error').errors![0]!.field).toBe('page')
  })
})
