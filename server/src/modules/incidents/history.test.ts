import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const history = async (id: string, query: Record<string, string> = {}, as?: string) =>
  expectOk<ListPage<HistoryEntry>>(
    await app.call('GET', `/incidents/${id}/history`, { query, ...(as && { as }) }),
    200,
  )

test('contains who changed which field when, with old and new value, oldest first', async () => {
  const ada = await makeUser(app, 'itsm_agent')
  const bob = await makeUser(app, 'itsm_manager')
  const made = await incidents.create({ category: 'mail' }, { as: ada.token })
  const { id } = made
  const moved = await incidents.change(id, { state: 'in_progress', category: null }, { as: bob.token })
  await incidents.note(id, { body: 'x' }, { as: ada.token })
  const resolved = await incidents.change(id, { state: 'resolved', work_note: 'y' }, { as: ada.token })
  await incidents.remove(id, { as: bob.token })

  const { data, total } = await history(id, { limit: '200' })
  const entries = data.map(({ actor, action, field, from, to }) => [actor, action, field, from, to])
  expect(entries).toEqual([
    [ada.email, 'created', 'short_description', null, 'Mail is down'],
    [ada.email, 'created', 'priority', null, 'P3'],
    [ada.email, 'created', 'category', null, 'mail'],
    [ada.email, 'created', 'state', null, 'new'],
    [bob.email, 'updated', 'category', 'mail', null],
    [bob.email, 'updated', 'state', 'new', 'in_progress'],
    [ada.email, 'noted', 'work_notes_count', 0, 1],
    [ada.email, 'updated', 'state', 'in_progress', 'resolved'],
    [ada.email, 'updated', 'resolved_at', null, resolved.resolved_at],
    [ada.email, 'updated', 'work_notes_count', 1, 2],
    [bob.email, 'deleted', 'deleted', false, true],
  ])
  expect(total).toBe(entries.length)
  expect(data[0]).toMatchObject({
    at: made.created_at,
    actor_id: ada.id,
    subject_type: 'incident',
    subject_id: id,
  })
  expect(data[4]).toMatchObject({ at: moved.updated_at, actor_id: bob.id })
  expect(new Set(data.map((item) => item.id)).size).toBe(entries.length)
})

test('omits refused requests and updates without changes', async () => {
  const { id } = await incidents.create()
  const before = await history(id)
  await incidents.patch(id, {})
  await incidents.patch(id, { state: 'closed', category: 'x' })
  await incidents.patch(id, { category: 'x' }, { headers: { 'if-match': '"9"' } })
  await incidents.note(id, { body: '' })
  expect(await history(id)).toEqual(before)
})

describe('paged', () => {
  test.for([1, 2, 3, 5, 7, 200])('by %d skips and repeats nothing, in both orders', async (limit) => {
    const { id } = await incidents.create({ category: 'a', impact: 'low', urgency: 'low' })
    for (let i = 0; i < 4; i++) {
      await incidents.change(id, { category: `c${i}`, subcategory: `s${i}`, assignment_group: `g${i}` })
      await incidents.note(id, { body: 'x' })
    }
    const whole = (await history(id, { limit: '200' })).data
    expect(whole).toHaveLength(6 + 4 * 4)
    for (const [order, expected] of [
      ['asc', whole],
      ['desc', whole.toReversed()],
    ] as const) {
      const query = { order, limit: String(limit) }
      const pages = await walk((cursor) => history(id, { ...query, ...(cursor && { cursor }) }))
      expect(pages.flatMap(({ data }) => data)).toEqual(expected)
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([whole.length]))
      const numbered = []
      for (let page = 1; page <= Math.ceil(whole.length / limit); page++)
        numbered.push(...(await history(id, { ...query, page: String(page) })).data)
      expect(numbered).toEqual(expected)
    }
  })

  test('a cursor does not work for the history of another incident', async () => {
    const [one, other] = [await incidents.create(), await incidents.create()]
    const { next_cursor } = await history(one.id, { limit: '1' })
    const query = { limit: '1', cursor: next_cursor! }
    expect((await history(one.id, query)).data[0]).toMatchObject({ subject_id: one.id })
    expectProblem(await app.call('GET', `/incidents/${other.id}/history`, { query }), 400, 'invalid_cursor')
  })
})

test('of a deleted incident requires a role that audits', async () => {
  const { id } = await incidents.create()
  await incidents.remove(id)
  for (const role of ['auditor', 'itsm_manager', 'super_admin'] as const)
    expect((await history(id, {}, await app.tokenFor(role))).data.at(-1)).toMatchObject({
      field: 'deleted',
      to: true,
    })
  for (const role of ['itsm_agent', 'viewer', 'change_approver', 'knowledge_editor'] as const) {
    const as = await app.tokenFor(role)
    expectProblem(await app.call('GET', `/incidents/${id}/history`, { as }), 404, 'not_found')
  }
})

test('of a deleted incident and its SLA take include_deleted as the incident does', async () => {
  const { id } = await incidents.create()
  await incidents.remove(id)
  const query = { include_deleted: 'true' }
  expect(await history(id, query)).toEqual(await history(id, {}))
  expect((await history(id, { ...query, limit: '1' })).next_cursor).toBeDefined()
  const auditor = await app.tokenFor('auditor')
  const sla = await app.call('GET', `/incidents/${id}/sla`, { query, as: auditor })
  expect(sla.json()).toMatchObject({ clock: 'running', target_minutes: 1440 })
  const agent = await app.tokenFor('itsm_agent')
  for (const part of ['history', 'sla']) {
    const refused = await app.call('GET', `/incidents/${id}/${part}`, { query, as: agent })
    expectProblem(refused, 403, 'insufficient_role')
  }
})
