import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk, walk, type ListPage } from '../../../../test/incidents.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { roles, type Role } from '../../../kernel/actor.ts'
import { visibilities, type Visibility } from '../visibility.ts'

interface Note {
  id: string
  incident_id: string
  body: string
  visibility: Visibility
  author: string
  created_at: string
  attachments: unknown[]
}

const app = await startApp()
const incidents = driveIncidents(app)
const author = await makeUser(app, 'itsm_agent')

const add = async (id: string, body: object, as = author.token) =>
  expectOk<Note>(await incidents.note(id, body, { as }), 201)
const notesOf = async (id: string, query: Record<string, string> = {}, as = author.token) =>
  expectOk<ListPage<Note>>(await app.call('GET', `/incidents/${id}/notes`, { as, query }), 200)

test('a note is visible to the team by default, has its author, and counts on its incident', async () => {
  const { id } = await incidents.create()
  const response = await incidents.note(id, { body: 'Looking into it' }, { as: author.token })
  const note = expectOk<Note>(response, 201)
  expect(note).toEqual({
    id: expect.stringMatching(/^note_\w{16,}$/),
    incident_id: id,
    body: 'Looking into it',
    visibility: 'team',
    author: author.email,
    created_at: expect.stringMatching(/Z$/),
    attachments: [],
  })
  expect(response.headers.location).toBe(`/prod/api/v1/incidents/${id}/notes/${note.id}`)
  expect((await app.call('GET', response.headers.location as string)).json()).toEqual(note)
  expect(await notesOf(id)).toEqual({ data: [note], total: 1, limit: 25 })
  expect(await incidents.get(id)).toMatchObject({
    work_notes_count: 1,
    version: 2,
    updated_at: note.created_at,
  })
})

test('work_note in an update becomes a team note by the caller', async () => {
  const { id } = await incidents.create()
  const patch = { work_note: '**Found** it\n\n\tübel 🚒', state: 'in_progress' }
  const changed = await incidents.change(id, patch, { as: author.token })
  expect(changed).toMatchObject({ work_notes_count: 1, state: 'in_progress', version: 2 })
  expect(changed).not.toHaveProperty('work_note')
  const { data } = await notesOf(id)
  expect(data).toMatchObject([
    { body: patch.work_note, visibility: 'team', author: author.email, attachments: [] },
  ])
})

test('read-only fields of a note are ignored', async () => {
  const { id } = await incidents.create()
  const other = await incidents.create()
  const forged = {
    id: 'note_mine',
    incident_id: other.id,
    author: 'evil@example.com',
    created_at: '2000-01-01',
  }
  const note = await add(id, { body: 'x', ...forged })
  expect(note).toMatchObject({ incident_id: id, author: author.email })
  expect([note.id, note.created_at]).not.toEqual([forged.id, forged.created_at])
  expect((await notesOf(other.id)).data).toEqual([])
})

test.for<[string, unknown, string]>([
  ['no text', {}, 'body'],
  ['an empty text', { body: '' }, 'body'],
  ['a blank text', { body: ' \n\t\u3000 ' }, 'body'],
  ['a text that is a number', { body: 1 }, 'body'],
  ['a text without end', { body: 'x'.repeat(100_001) }, 'body'],
  ['an unknown visibility', { body: 'x', visibility: 'secret' }, 'visibility'],
  ['no visibility', { body: 'x', visibility: null }, 'visibility'],
  ['an unknown field', { body: 'x', pinned: true }, 'pinned'],
  ['attachments that are no list', { body: 'x', attachments: {} }, 'attachments'],
])('a note with %s is refused', async ([, body, field]) => {
  const { id } = await incidents.create()
  const before = await incidents.everything()
  const problem = expectProblem(await incidents.note(id, body), 400, 'validation_error')
  expect(problem.errors!.map((error) => error.field)).toContain(field)
  expect(await incidents.everything()).toEqual(before)
})

test.for(['', ' \n ', null, 7, 'x'.repeat(100_001)])(
  'the work_note %j is refused together with its update',
  async (work_note) => {
    const { id } = await incidents.create()
    const before = await incidents.everything()
    const problem = expectProblem(
      await incidents.patch(id, { work_note, category: 'x' }),
      400,
      'validation_error',
    )
    expect(problem.errors![0]!.field).toBe('work_note')
    expect(await incidents.everything()).toEqual(before)
  },
)

describe('visibility', () => {
  const insiders = new Set<Role>(['super_admin', 'itsm_manager', 'itsm_agent', 'auditor', 'change_approver'])

  test.for(roles)('a %s sees and counts only the notes visible to them', async (role) => {
    const { id } = await incidents.create()
    const made = []
    for (const visibility of visibilities) made.push(await add(id, { body: 'x', visibility }))
    const as = await app.tokenFor(role)
    const expected = made.filter(
      ({ visibility }) =>
        ['public', 'team'].includes(visibility) || (visibility === 'internal' && insiders.has(role)),
    )
    expect(await notesOf(id, {}, as)).toMatchObject({ data: expected, total: expected.length })
    for (const note of made) {
      const { statusCode } = await app.call('GET', `/incidents/${id}/notes/${note.id}`, { as })
      expect([note.visibility, statusCode]).toEqual([note.visibility, expected.includes(note) ? 200 : 404])
    }
    expect((await incidents.get(id)).work_notes_count).toBe(4)
  })

  test('authors see all of their own notes', async () => {
    const { id } = await incidents.create()
    for (const visibility of visibilities) await add(id, { body: 'x', visibility })
    expect((await notesOf(id)).data.map(({ visibility }) => visibility)).toEqual(visibilities)
  })
})

describe('the list', () => {
  test('is oldest first, and skips and repeats nothing in pages, although all have the same time', async () => {
    const { id } = await incidents.create()
    const made = []
    for (let i = 0; i < 11; i++)
      made.push((await add(id, { body: `${i}`, visibility: i % 3 === 2 ? 'private' : 'team' })).id)
    await app.query(`update work_notes set created_at = '2026-01-01' where incident_id = '${id}'`)
    const viewer = await app.tokenFor('viewer')
    const shown = made.filter((_, i) => i % 3 !== 2)
    for (const [as, expected] of [
      [author.token, made],
      [viewer, shown],
    ] as const)
      for (const [order, inOrder] of [
        ['asc', expected],
        ['desc', expected.toReversed()],
      ] as const)
        for (const limit of ['1', '4', '200']) {
          const query = { order, limit }
          const pages = await walk((cursor) => notesOf(id, { ...query, ...(cursor && { cursor }) }, as))
          expect(pages.flatMap(({ data }) => data.map((note) => note.id))).toEqual(inOrder)
          expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([inOrder.length]))
        }
    expect((await notesOf(id, { page: '3', limit: '4' })).data.map((note) => note.id)).toEqual(made.slice(8))
  })

  test('of one incident does not contain the notes of another', async () => {
    const [one, other] = [await incidents.create(), await incidents.create()]
    const note = await add(one.id, { body: 'x' })
    await add(one.id, { body: 'y' })
    expect(await notesOf(other.id)).toEqual({ data: [], total: 0, limit: 25 })
    expectProblem(await app.call('GET', `/incidents/${other.id}/notes/${note.id}`), 404, 'not_found')
    const cursor = (await notesOf(one.id, { limit: '1' })).next_cursor!
    const stolen = await app.call('GET', `/incidents/${other.id}/notes`, {
      as: author.token,
      query: { cursor },
    })
    expectProblem(stolen, 400, 'invalid_cursor')
  })

  test('of a deleted incident is available to auditors and managers, if they ask for it', async () => {
    const { id } = await incidents.create()
    await add(id, { body: 'kept for audit' })
    await incidents.remove(id)
    const query = { include_deleted: 'true' }
    const ask = async (role: Role) =>
      app.call('GET', `/incidents/${id}/notes`, { as: await app.tokenFor(role), query })
    for (const role of ['auditor', 'itsm_manager', 'super_admin'] as const)
      expect(expectOk<ListPage<Note>>(await ask(role), 200)).toMatchObject({
        data: [{ body: 'kept for audit' }],
        total: 1,
      })
    expectProblem(await ask('itsm_agent'), 403, 'insufficient_role')
  })

  test('is not available for a deleted incident', async () => {
    const { id } = await incidents.create()
    const note = await add(id, { body: 'x' })
    await incidents.remove(id)
    expectProblem(await app.call('GET', `/incidents/${id}/notes`), 404, 'not_found')
    expectProblem(await app.call('GET', `/incidents/${id}/notes/${note.id}`), 404, 'not_found')
    expect(await app.query(`select body from work_notes where id = '${note.id}'`)).toEqual([{ body: 'x' }])
  })
})
