import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveChanges, type Change, type Changes } from '../../../test/changes.ts'
import { expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

let app: TestApp
let changes: Changes
const made: Record<string, Change> = {}
beforeAll(async () => {
  app = await startApp()
  changes = await driveChanges(app)
  const window = (day: number) => ({
    planned_start: `2027-05-0${day}T08:00:00Z`,
    planned_end: `2027-05-0${day}T12:00:00Z`,
  })
  const ci = await app.call('POST', '/cmdb/cis', { body: { name: 'Edge firewall' } })
  made.firewall = await changes.create({
    short_description: 'Replace the edge firewalls',
    description: 'Throughput is exhausted',
    type: 'normal',
    risk: 'high',
    priority: 'P1',
    category: 'network',
    assignment_group: 'Network Operations',
    assigned_to: 'Ada@Example.com',
    requested_by: 'Boss@example.com',
    ci_ids: [expectOk<{ id: string }>(ci, 201).id],
    ...window(3),
  })
  made.mail = await changes.create({
    short_description: 'Patch the mail servers',
    type: 'standard',
    risk: 'low',
    priority: 'P4',
    category: 'mail',
    assignment_group: 'Messaging',
    assigned_to: 'bob@example.com',
    ...window(1),
  })
  made.plan = await changes.inState('draft', { short_description: 'Think about archives', type: 'emergency' })
  made.begun = await changes.create({
    short_description: 'Move the archives',
    priority: 'P2',
    planned_start: '2027-06-07T00:00:00Z',
  })
  made.due = await changes.create({
    short_description: 'Decommission the old site',
    priority: 'P2',
    planned_end: '2027-06-21T00:00:00Z',
  })
  made.done = await changes.inState('closed', { short_description: 'Renew certificates', ...window(2) })
})

const found = async (query: Record<string, string>) => {
  const { data, total } = await changes.list(query)
  expect(total).toBe(data.length)
  const nameOf = (id: string) => Object.keys(made).find((name) => made[name]!.id === id)!
  return data.map(({ id }) => nameOf(id)).toSorted()
}

const all = ['begun', 'done', 'due', 'firewall', 'mail', 'plan']
const filters: [query: Record<string, string>, names: string[]][] = [
  [{ state: 'submitted' }, ['begun', 'due', 'firewall', 'mail']],
  [{ state: 'draft,closed' }, ['done', 'plan']],
  [{ state: 'cancelled' }, []],
  [{ type: 'standard' }, ['mail']],
  [{ type: 'standard,emergency' }, ['mail', 'plan']],
  [{ priority: 'P1' }, ['firewall']],
  [{ priority: 'P1,P3' }, ['done', 'firewall', 'plan']],
  [{ risk: 'high' }, ['firewall']],
  [{ risk: 'low,high' }, ['firewall', 'mail']],
  [{ assignment_group: 'Messaging' }, ['mail']],
  [{ assigned_to: 'ada@example.com,BOB@example.com' }, ['firewall', 'mail']],
  [{ requested_by: 'boss@example.com' }, ['firewall']],
  [{ category: 'network,mail' }, ['firewall', 'mail']],
  [{ ci_id: 'CI9999999' }, []],
  [{ planned_after: '2027-05-02T00:00:00Z' }, ['begun', 'done', 'due', 'firewall']],
  [{ planned_before: '2027-05-02T00:00:00Z' }, ['mail']],
  [{ planned_after: '2027-05-02T10:00:00Z', planned_before: '2027-05-02T11:00:00Z' }, ['done']],
  [{ planned_after: '2027-05-01T12:00:00Z', planned_before: '2027-05-02T08:00:00Z' }, []],
  [{ planned_after: '2027-05-31T00:00:00Z', planned_before: '2027-06-07T00:00:00Z' }, []],
  [{ planned_after: '2027-06-07T00:00:00Z', planned_before: '2027-06-14T00:00:00Z' }, ['begun']],
  [{ planned_after: '2027-06-14T00:00:00Z', planned_before: '2027-06-21T00:00:00Z' }, ['due']],
  [{ planned_after: '2027-06-21T00:00:00Z' }, []],
  [{ created_before: '2020-01-01T00:00:00Z' }, []],
  [{ created_after: '2020-01-01T00:00:00Z' }, all],
  [{ q: 'firewall' }, ['firewall']],
  [{ q: 'exhausting' }, ['firewall']],
  [{ q: '"mail servers"' }, ['mail']],
  [{ q: 'replace -edge' }, []],
  [{ q: 'network' }, ['firewall']],
  [{ q: ' ' }, all],
  [{ state: 'submitted', priority: 'P4', q: 'patching' }, ['mail']],
]

describe('filters', () => {
  test.for(filters)('%j finds %j', async ([query, names]) => {
    expect(await found(query)).toEqual(names)
  })

  test('an ID finds its record, in any case', async () => {
    expect(await found({ q: made.mail!.id })).toEqual(['mail'])
    expect(await found({ q: made.mail!.id.toLowerCase() })).toEqual(['mail'])
  })

  test('a CI finds the changes that affect it', async () => {
    expect(await found({ ci_id: made.firewall!.ci_ids[0]! })).toEqual(['firewall'])
    expect(await found({ ci_id: `CI9999999,${made.firewall!.ci_ids[0]!}` })).toEqual(['firewall'])
  })

  const wrong = [
    ['state', 'new'],
    ['state', 'submitted,'],
    ['type', 'big'],
    ['priority', 'P0'],
    ['planned_after', 'soon'],
    ['sort', 'risk'],
    ['order', 'up'],
    ['limit', '0'],
    ['limit', '201'],
    ['page', '0'],
    ['colour', 'red'],
  ] as const
  test.for(wrong)('%s=%s is refused with its name', async ([name, value]) => {
    const answer = await app.call('GET', '/changes', { query: { [name]: value } })
    expect(expectProblem(answer, 400, 'validation_error').errors![0]!.field).toBe(name)
  })
})

describe('order', () => {
  const order = async (query: Record<string, string>) => {
    const pages = await walk((cursor) => changes.list({ ...query, limit: '1', ...(cursor && { cursor }) }))
    expect(pages.map(({ data, total, limit }) => [data.length, total, limit])).toEqual(
      pages.map(() => [1, all.length, 1]),
    )
    const whole = (await changes.list(query)).data
    expect(pages.flatMap(({ data }) => data)).toEqual(whole)
    return whole.map(({ id }) => Object.keys(made).find((name) => made[name]!.id === id))
  }

  test('the newest come first', async () => {
    expect(await order({})).toEqual(['done', 'due', 'begun', 'plan', 'mail', 'firewall'])
    expect(await order({ order: 'asc' })).toEqual(['firewall', 'mail', 'plan', 'begun', 'due', 'done'])
  })

  test('by priority the most urgent come first, and equal ones by ID', async () => {
    expect(await order({ sort: 'priority', order: 'asc' })).toEqual([
      'firewall',
      'begun',
      'due',
      'plan',
      'done',
      'mail',
    ])
  })

  test('by planned start those without one come last, and none is missing', async () => {
    expect(await order({ sort: 'planned_start', order: 'asc' })).toEqual([
      'mail',
      'done',
      'firewall',
      'begun',
      'plan',
      'due',
    ])
    expect(await order({ sort: 'planned_start', order: 'desc' })).toEqual([
      'begun',
      'firewall',
      'done',
      'mail',
      'due',
      'plan',
    ])
  })

  test('a cursor is bound to its filters', async () => {
    const first = await app.call('GET', '/changes', { query: { limit: '1' } })
    const { next_cursor } = expectOk<ListPage<Change>>(first, 200)
    expect(first.headers.link).toBe(
      `</prod/api/v1/changes?limit=1&cursor=${encodeURIComponent(next_cursor!)}>; rel="next"`,
    )
    for (const query of ['state=draft', 'sort=priority', 'sort=planned_start'])
      expectProblem(
        await app.call('GET', `/changes?limit=1&cursor=${next_cursor}&${query}`),
        400,
        'invalid_cursor',
      )
  })
})
