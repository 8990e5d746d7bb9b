import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/identity/key-owners.ts'
import { expectOk, walk } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { countStatuses } from '../../../../test/records.ts'
import { driveCatalog, type CatalogItem } from '../../../../test/requests.ts'
import { roles, type Role } from '../../../kernel/actor.ts'

const app = await startApp()
const catalog = driveCatalog(app)

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const written = {
  name: 'Notebook',
  description: '# Choose\n\nwisely',
  category: 'hardware',
  fields: {
    type: 'object',
    properties: { size: { type: 'integer', minimum: 11, maximum: 17 } },
    required: ['size'],
    additionalProperties: false,
  },
  approval_required: false,
  assignment_group: 'Workplace',
  active: false,
}

test('an item needs only a name, and requires approval by default', async () => {
  const response = await catalog.ask({ name: 'Screen' })
  const item = expectOk<CatalogItem>(response, 201)
  expect(item).toEqual({
    id: item.id,
    number: item.id,
    url: `http://localhost:8080/catalog/items/${item.id}`,
    name: 'Screen',
    description: null,
    category: null,
    fields: null,
    approval_required: true,
    assignment_group: null,
    active: true,
    version: 1,
    created_at: time,
    updated_at: time,
    deleted: false,
  })
  expect(item.id).toMatch(/^ITM\d{7}$/)
  expect(response.headers).toMatchObject({
    etag: '"1"',
    location: `/prod/api/v1/catalog/items/${item.id}`,
  })
  expect(await catalog.get(item.id)).toEqual(item)
  expect(await catalog.eventsOf(item.id)).toEqual([])
})

test('an item accepts every writable field and returns it', async () => {
  const item = await catalog.create(written)
  expect(item).toMatchObject(written)
  expect(await catalog.get(item.id)).toEqual(item)
  const before = await catalog.everything()
  expect(await catalog.change(item.id, item)).toEqual(item)
  expect(await catalog.everything()).toEqual(before)
  const after = await catalog.change(item.id, { fields: null, category: null, approval_required: true })
  expect(after).toMatchObject({ fields: null, category: null, approval_required: true, version: 2 })
})

const wrong: [body: object, field: string][] = [
  [{ name: ' ' }, 'name'],
  [{ name: 'a\nb' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: null }, 'name'],
  [{ approval_required: 'no' }, 'approval_required'],
  [{ active: null }, 'active'],
  [{ fields: [] }, 'fields'],
  [{ fields: 'object' }, 'fields'],
  [{ colour: 'red' }, 'colour'],
]
test.for(wrong)('%j is refused with its name, and nothing is written', async ([body, field]) => {
  const { id } = await catalog.create()
  const before = await catalog.everything()
  for (const answer of [await catalog.ask({ name: 'x', ...body }), await catalog.patch(id, body)])
    expect(expectProblem(answer, 400, 'validation_error').errors![0]!.field).toBe(field)
  expectProblem(await catalog.ask({}), 400, 'validation_error')
  expect(await catalog.everything()).toEqual(before)
})

describe('the name of an item', () => {
  test('is unique among active items, in any case', async () => {
    const chair = await catalog.create({ name: 'Office Chair' })
    const other = await catalog.create()
    const retired = await catalog.create({ name: 'OFFICE chair', active: false })
    const before = await catalog.everything()
    for (const answer of [
      await catalog.ask({ name: 'office chair' }),
      await catalog.patch(other.id, { name: 'OFFICE CHAIR' }),
      await catalog.patch(retired.id, { active: true }),
    ])
      expectProblem(answer, 409, 'name_taken')
    expect(await catalog.everything()).toEqual(before)
    await catalog.change(chair.id, { active: false })
    await catalog.change(retired.id, { active: true })
    expectOk(await catalog.remove(retired.id), 200)
    await catalog.change(chair.id, { active: true })
  })

  test('goes to one of several concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => catalog.ask({ name: i % 2 === 0 ? 'Badge' : 'BADGE' })),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 7 })
    expect((await catalog.list({ q: 'badge' })).total).toBe(1)
  })

  test('is refused also with an Idempotency-Key', async () => {
    await catalog.create({ name: 'Lamp' })
    const headers = { 'idempotency-key': 'lamp' }
    expectProblem(await catalog.ask({ name: 'lamp' }, { headers }), 409, 'name_taken')
    expect((await catalog.list({ q: 'lamp' })).total).toBe(1)
  })
})

test('of two concurrent updates one is refused', async () => {
  const { id } = await catalog.create()
  const headers = { 'if-match': '"1"' }
  const answers = await Promise.all([1, 2].map((i) => catalog.patch(id, { category: `c${i}` }, { headers })))
  expect(countStatuses(answers)).toEqual({ 200: 1, 412: 1 })
})

test('history contains who changed what', async () => {
  const boss = await makeUser(app, 'itsm_manager')
  const { id } = await catalog.create()
  await catalog.change(id, { approval_required: false }, { as: boss.token })
  await catalog.remove(id, { as: boss.token })
  const items = (await catalog.history(id)).filter(({ action }) => action !== 'created')
  expect(items.map(({ actor, field, from, to }) => [actor, field, from, to])).toEqual([
    [boss.email, 'approval_required', true, false],
    [boss.email, 'deleted', false, true],
  ])
})

test('a deleted item is visible only in the audit log', async () => {
  const { id } = await catalog.create()
  expectOk(await catalog.remove(id), 200)
  for (const answer of [await catalog.read(id), await catalog.patch(id, {}), await catalog.remove(id)])
    expectProblem(answer, 404, 'not_found')
  expect((await catalog.list({ q: id })).total).toBe(0)
  expect((await catalog.read(id, { query: { include_deleted: 'true' } })).json()).toMatchObject({
    id,
    deleted: true,
  })
})

test.for(roles)('%s can read; only managers write', async (role: Role) => {
  const as = await app.tokenFor(role)
  const { id } = await catalog.create()
  const before = await catalog.everything()
  expect((await catalog.read(id, { as })).statusCode).toBe(200)
  expect((await catalog.list({}, as)).total).toBeGreaterThan(0)
  const isManager = ['super_admin', 'itsm_manager'].includes(role)
  const answers = [
    [await catalog.ask({ name: `By ${role}` }, { as }), 201],
    [await catalog.patch(id, { category: 'x' }, { as }), 200],
    [await catalog.remove(id, { as }), 200],
  ] as const
  for (const [answer, status] of answers) expect(answer.statusCode).toBe(isManager ? status : 403)
  expect(isDeepStrictEqual(await catalog.everything(), before)).toBe(!isManager)
})

describe('the list', () => {
  test('is filtered, searched, sorted and paged like all others', async () => {
    const category = crypto.randomUUID()
    const names = async (query: Record<string, string>) =>
      (await catalog.list({ category, ...query })).data.map(({ name }) => name)
    await catalog.create({ name: 'Zoom licence', category, approval_required: false })
    await catalog.create({ name: 'Ergonomic mouse', category, description: 'For aching wrists' })
    await catalog.create({ name: 'Fax machine', category, active: false, assignment_group: 'Museum' })
    expect(await names({})).toEqual(['Fax machine', 'Ergonomic mouse', 'Zoom licence'])
    expect(await names({ sort: 'name', order: 'asc' })).toEqual([
      'Ergonomic mouse',
      'Fax machine',
      'Zoom licence',
    ])
    expect(await names({ active: 'false' })).toEqual(['Fax machine'])
    expect(await names({ active: 'true' })).toEqual(['Ergonomic mouse', 'Zoom licence'])
    expect(await names({ approval_required: 'false' })).toEqual(['Zoom licence'])
    expect(await names({ assignment_group: 'Museum,Zoo' })).toEqual(['Fax machine'])
    expect(await names({ q: 'wrist' })).toEqual(['Ergonomic mouse'])
    expect(await names({ created_before: '2020-01-01T00:00:00Z' })).toEqual([])
    const pages = await walk((cursor) =>
      catalog.list({ category, sort: 'name', order: 'asc', limit: '1', ...(cursor && { cursor }) }),
    )
    expect(pages.flatMap(({ data }) => data.map(({ name }) => name))).toEqual([
      'Ergonomic mouse',
      'Fax machine',
      'Zoom licence',
    ])
    for (const query of ['active=perhaps', 'sort=category', 'colour=red'])
      expectProblem(await app.call('GET', `/catalog/items?${query}`), 400, 'validation_error')
  })
})
