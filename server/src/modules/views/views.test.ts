import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { View } from '../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../test/app.ts'
import { expectOk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const [agent, other, manager, viewer] = [
  await app.tokenFor('itsm_agent'),
  await app.tokenFor('itsm_agent'),
  await app.tokenFor('itsm_manager'),
  await app.tokenFor('viewer'),
]

const ask = (body: object, as = agent) => app.call('POST', '/views', { as, body })
const save = async (body: object = {}, as = agent): Promise<View> =>
  expectOk(await ask({ name: `View ${Math.random()}`, noun: 'incidents', ...body }, as), 201)
const idsFor = async (as: string, query: Record<string, string> = {}) =>
  expectOk<ListPage<View>>(await app.call('GET', '/views', { as, query }), 200).data.map(({ id }) => id)
const count = async () => (await app.query('select from views')).length

test('a view keeps filters, order and columns', async () => {
  const content = {
    filters: { state: 'new,in_progress', assigned_to: 'me', unassigned: true, q: '"hall 2" -printer' },
    sort: { by: 'priority', order: 'asc' },
    columns: ['id', 'priority', 'assigned_to'],
  }
  const response = await ask({ name: 'My hall', noun: 'incidents', ...content })
  const view = expectOk<View>(response, 201)
  expect(view).toMatchObject({ ...content, name: 'My hall', noun: 'incidents', shared: false, version: 1 })
  expect(view).not.toHaveProperty('owner_id')
  expect(response.headers.location).toBe(`/prod/api/v1/views/${view.id}`)
  expect(response.headers.etag).toBe('"1"')
  const read = await app.call('GET', `/views/${view.id}`, { as: agent })
  expect(expectOk(read, 200)).toEqual(view)
  const plain = await save({ name: 'Nothing chosen', noun: 'cis' })
  expect(plain).toMatchObject({ filters: {}, sort: null, columns: [] })
})

test('the list of a view cannot be changed', async () => {
  const view = await save()
  const patch = (body: object) => app.call('PATCH', `/views/${view.id}`, { as: agent, body })
  expect(expectOk(await patch(view), 200)).toEqual(view)
  const refused = await patch({ noun: 'changes', filters: { type: 'emergency' } })
  expect(expectProblem(refused, 400, 'validation_error').message).toBe('noun cannot be changed')
})

test('a private view is seen by its owner only, a shared one by everyone', async () => {
  const [own, shared] = [await save(), await save({ shared: true, noun: 'changes' })]
  expect(await idsFor(agent)).toEqual(expect.arrayContaining([own.id, shared.id]))
  for (const as of [other, manager, viewer]) {
    expect(await idsFor(as)).toContain(shared.id)
    expect(await idsFor(as)).not.toContain(own.id)
    expectProblem(await app.call('GET', `/views/${own.id}`, { as }), 404, 'not_found')
    for (const method of ['PATCH', 'DELETE'] as const)
      for (const tag of ['*', '"0"']) {
        const options = { as, body: {}, headers: { 'if-match': tag } }
        const hidden = expectProblem(await app.call(method, `/views/${own.id}`, options), 404, 'not_found')
        const unknown = expectProblem(await app.call(method, '/views/view_none', options), 404, 'not_found')
        expect(hidden.message.replace(own.id, 'view_none')).toBe(unknown.message)
      }
  }
  expect(await idsFor(agent, { noun: 'changes' })).toEqual([shared.id])
  expect(await idsFor(other, { shared: 'true' })).toContain(shared.id)
})

test('a shared view is changed by its owner and by managers, with If-Match and in the audit log', async () => {
  const { id } = await save({ shared: true, name: 'Team board' })
  const patch = (body: object, as: string, etag = '"1"') =>
    app.call('PATCH', `/views/${id}`, { as, body, headers: { 'if-match': etag } })
  for (const as of [other, viewer])
    expectProblem(await patch({ name: 'Mine now' }, as), 403, 'insufficient_role')
  expectOk(await patch({ filters: { priority: 'P1' } }, manager), 200)
  expectProblem(await patch({ name: 'Late' }, agent), 412, 'precondition_failed')
  expectOk(await patch({ name: 'Urgent board' }, agent, '"2"'), 200)
  expectOk(await app.call('DELETE', `/views/${id}`, { as: manager }), 200)
  expectProblem(await app.call('GET', `/views/${id}`, { as: agent }), 404, 'not_found')
  const { data } = expectOk<ListPage<{ action: string; field: string; subject_type: string }>>(
    await app.call('GET', '/audit', { query: { subject_id: id } }),
    200,
  )
  expect(data.slice(0, 3).map(({ action, field }) => `${action} ${field}`)).toEqual([
    'deleted deleted',
    'updated name',
    'updated filters',
  ])
  expect(data.filter(({ action }) => action === 'created').map(({ field }) => field)).toContain('shared')
  expect(data[0]!.subject_type).toBe('view')
})

test('a viewer keeps views, but does not share them', async () => {
  const { id } = await save({}, viewer)
  const before = await count()
  expectProblem(
    await ask({ name: 'For all', noun: 'incidents', shared: true }, viewer),
    403,
    'insufficient_role',
  )
  const share = await app.call('PATCH', `/views/${id}`, { as: viewer, body: { shared: true } })
  expectProblem(share, 403, 'insufficient_role')
  expect(await count()).toBe(before)
})

test('whoever may no longer share does not change what everyone sees, but may withdraw it', async () => {
  const own = async () => {
    const { id } = await save({ shared: true })
    await app.query(`update views set owner_id = '${decodeJwt(viewer).sub}' where id = '${id}'`)
    return id
  }
  const [first, second] = [await own(), await own()]
  const change = (id: string, body: object) => app.call('PATCH', `/views/${id}`, { as: viewer, body })
  for (const body of [
    { name: 'Other' },
    { filters: { state: 'new' } },
    { columns: ['id'] },
    { shared: true },
  ])
    expectProblem(await change(first, body), 403, 'insufficient_role')
  expect((await app.call('GET', `/views/${first}`)).json()).toMatchObject({ version: 1 })
  expectOk(await change(first, { shared: false, name: 'My own' }), 200)
  expectOk(await change(first, { filters: { state: 'new' } }), 200)
  expectOk(await app.call('DELETE', `/views/${second}`, { as: viewer }), 200)
})

describe('a view is refused, and nothing is saved,', () => {
  test.each([
    ['filters.colour', { filters: { colour: 'red' } }],
    ['filters.state', { filters: { state: 'new,lost' } }],
    ['filters.created_after', { filters: { created_after: 'yesterday' } }],
    ['sort.by', { sort: { by: 'location', order: 'asc' } }],
    ['sort.by', { noun: 'articles', sort: { by: 'relevance', order: 'desc' }, filters: { q: ' ' } }],
    ['columns.0', { columns: ['opened_by_id'] }],
    ['columns', { columns: ['id', 'id'] }],
    ['noun', { noun: 'webhooks' }],
    ['name', { name: ' ' }],
    ['owner_id', { owner_id: 'someone' }],
  ])('with a wrong %s', async (field, body) => {
    const before = await count()
    const { errors } = expectProblem(
      await ask({ name: 'Wrong', noun: 'incidents', ...body }),
      400,
      'validation_error',
    )
    expect(errors?.map((error) => error.field)).toContain(field)
    expect(await count()).toBe(before)
  })

  test('without the words that its order by relevance is about', async () => {
    const filters = { q: 'printer' }
    const { id } = await save({ noun: 'articles', sort: { by: 'relevance', order: 'desc' }, filters })
    const path = `/views/${id}`
    expectProblem(
      await app.call('PATCH', path, { as: agent, body: { filters: {} } }),
      400,
      'validation_error',
    )
    expect(expectOk(await app.call('GET', path, { as: agent }), 200)).toMatchObject({ filters, version: 1 })
    // One that was saved before there was this check can still be renamed.
    await app.query(`update views set filters = '{}' where id = '${id}'`)
    expectOk(await app.call('PATCH', path, { as: agent, body: { name: 'Renamed' } }), 200)
  })

  test('under a name that its owner has used for the same list', async () => {
    await save({ name: 'Twice' })
    expectProblem(await ask({ name: 'TWICE', noun: 'incidents' }), 409, 'name_taken')
    await save({ name: 'Twice', noun: 'changes' })
    const renamed = await save()
    const response = await app.call('PATCH', `/views/${renamed.id}`, { as: agent, body: { name: 'twice' } })
    expectProblem(response, 409, 'name_taken')
    expect(await save({ name: 'Twice' }, other)).toMatchObject({ name: 'Twice' })
    const shared = await save({ shared: true })
    const byManager = await app.call('PATCH', `/views/${shared.id}`, { as: manager, body: { name: 'Twice' } })
    expect(expectProblem(byManager, 409, 'name_taken').message).not.toContain('Twice')
  })

  test('with too many of one person', async () => {
    const as = await app.tokenFor('itsm_agent')
    const { id } = await save({}, as)
    await app.query(`insert into views (id, name, noun, filters, columns, shared, owner_id, owner)
      select 'view_' || n, n, noun, filters, columns, shared, owner_id, owner
      from views, generate_series(1, 198) as n where id = '${id}'`)
    const atOnce = ['a', 'b', 'c', 'd', 'e'].map((name) => ask({ name, noun: 'incidents' }, as))
    const statuses = (await Promise.all(atOnce)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409])
    const before = await count()
    expectProblem(await ask({ name: 'One more', noun: 'incidents' }, as), 409, 'too_many_views')
    expect(await count()).toBe(before)
  })
})
