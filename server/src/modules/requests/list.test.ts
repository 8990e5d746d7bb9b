import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { walk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { driveCatalog, driveRequests, type Requests, type ServiceRequest } from '../../../test/requests.ts'

let app: TestApp
let requests: Requests
const made: Record<string, ServiceRequest> = {}
beforeAll(async () => {
  app = await startApp()
  requests = await driveRequests(app)
  await driveCatalog(app).create({ name: 'Notebook', category: 'hardware', assignment_group: 'Workplace' })
  made.notebook = await requests.create({
    short_description: 'For the trainee',
    item: 'notebook',
    priority: 'P1',
    requested_for: 'Eve@example.com',
    assigned_to: 'Ada@Example.com',
  })
  made.access = await requests.create({
    short_description: 'Reading rights for the archives',
    description: 'Auditing takes two weeks',
    item: 'Share access',
    category: 'access',
    priority: 'P4',
    assignment_group: 'Identity',
  })
  made.chair = await requests.inState('closed', { short_description: 'A chair', category: 'furniture' })
  made.visa = await requests.inState('rejected', { short_description: 'A card with money on it' })
})

const nameOf = ({ id }: ServiceRequest) => Object.keys(made).find((name) => made[name]!.id === id)!
const found = async (query: Record<string, string>) => {
  const { data, total } = await requests.list(query)
  expect(total).toBe(data.length)
  return data.map(nameOf).toSorted()
}

const all = ['access', 'chair', 'notebook', 'visa']
const filters: [query: Record<string, string>, names: string[]][] = [
  [{ state: 'submitted' }, ['access', 'notebook']],
  [{ state: 'rejected,closed' }, ['chair', 'visa']],
  [{ state: 'fulfilled' }, []],
  [{ priority: 'P1,P4' }, ['access', 'notebook']],
  [{ category: 'hardware,access' }, ['access', 'notebook']],
  [{ assignment_group: 'Identity' }, ['access']],
  [{ assigned_to: 'ada@example.com' }, ['notebook']],
  [{ requested_for: 'eve@EXAMPLE.com' }, ['notebook']],
  [{ item: 'Notebook' }, ['notebook']],
  [{ item: 'Share access,Notebook' }, ['access', 'notebook']],
  [{ item_id: 'ITM0000001' }, ['notebook']],
  [{ item_id: 'ITM0000009' }, []],
  [{ created_by: 'nobody@example.com' }, []],
  [{ created_before: '2020-01-01T00:00:00Z' }, []],
  [{ created_after: '2020-01-01T00:00:00Z' }, all],
  [{ q: 'archive' }, ['access']],
  [{ q: 'audits' }, ['access']],
  [{ q: 'notebooks' }, ['notebook']],
  [{ q: 'furniture' }, ['chair']],
  [{ q: '"money card"' }, []],
  [{ q: 'card -money' }, []],
  [{ q: '  ' }, all],
  [{ state: 'submitted', q: 'right' }, ['access']],
]

describe('filters', () => {
  test.for(filters)('%j finds %j', async ([query, names]) => {
    expect(await found(query)).toEqual(names)
  })

  test('an ID finds its record, in any case', async () => {
    expect(await found({ q: made.visa!.id.toLowerCase() })).toEqual(['visa'])
  })

  test('filter by opener', async () => {
    expect(await found({ created_by: made.chair!.created_by })).toEqual(all)
  })

  const wrong = [
    ['state', 'new'],
    ['priority', 'P0'],
    ['created_after', 'yesterday'],
    ['sort', 'quantity'],
    ['limit', '201'],
    ['page', '0'],
    ['colour', 'red'],
  ] as const
  test.for(wrong)('%s=%s is refused with its name', async ([name, value]) => {
    const answer = await app.call('GET', '/requests', { query: { [name]: value } })
    expect(expectProblem(answer, 400, 'validation_error').errors![0]!.field).toBe(name)
  })
})

const orders: [query: Record<string, string>, names: string[]][] = [
  [{}, ['visa', 'chair', 'access', 'notebook']],
  [{ order: 'asc' }, ['notebook', 'access', 'chair', 'visa']],
  [{ sort: 'priority', order: 'asc' }, ['notebook', 'chair', 'visa', 'access']],
  [{ sort: 'updated_at', order: 'desc' }, ['visa', 'chair', 'access', 'notebook']],
]
test.for(orders)(
  'in the order of %j, page by page, nothing is skipped or repeated',
  async ([query, names]) => {
    const pages = await walk((cursor) => requests.list({ ...query, limit: '1', ...(cursor && { cursor }) }))
    expect(pages.flatMap(({ data }) => data).map(nameOf)).toEqual(names)
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4, 4])
    const numbered = await Promise.all(
      names.map((_, i) => requests.list({ ...query, limit: '1', page: String(i + 1) })),
    )
    expect(numbered.flatMap(({ data }) => data).map(nameOf)).toEqual(names)
  },
)
