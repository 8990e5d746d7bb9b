import { describe, expect, test } from 'vitest'
import type { ActivityEntry, Change, RecordNote } from '../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const ada = await makeUser(app, 'itsm_agent')
const bob = await makeUser(app, 'itsm_manager')
const viewer = await app.tokenFor('viewer')
const nameOf = async (id: string) =>
  (await app.query<{ name: string }>(`select name from users where id = '${id}'`))[0]!.name

const activity = async (path: string, query: Record<string, string> = {}, as?: string) =>
  expectOk<ListPage<ActivityEntry>>(
    await app.call('GET', `${path}/activity`, { query, ...(as && { as }) }),
    200,
  )

const make = async <Body>(path: string, body: object, as = ada.token) =>
  expectOk<Body>(await app.call('POST', path, { body, as }), 201)

const newChange = () => make<Change>('/changes', { short_description: 'Patch the core switch' })

test('of an incident has its changes and notes, newest first, with the names of people', async () => {
  const { id } = await incidents.create({ category: 'mail' }, { as: ada.token })
  await incidents.change(id, { state: 'in_progress', assigned_to: bob.email }, { as: bob.token })
  await incidents.note(id, { body: 'Looking into it', visibility: 'internal' }, { as: ada.token })
  await incidents.change(id, { priority: 'P1', work_note: 'Many are affected' }, { as: bob.token })

  const { data, total } = await activity(`/incidents/${id}`)
  expect(data.map(({ type, action, note, changes }) => [type, action, note?.body, changes.length])).toEqual([
    ['note', 'noted', 'Many are affected', 0],
    ['change', 'updated', undefined, 1],
    ['note', 'noted', 'Looking into it', 0],
    ['change', 'updated', undefined, 2],
    ['change', 'created', undefined, 4],
  ])
  expect(total).toBe(5)
  const [bobsName, adasName] = [await nameOf(bob.id), await nameOf(ada.id)]
  expect(data[2]).toMatchObject({
    actor: { id: ada.id, email: ada.email, name: adasName },
    note: { visibility: 'internal', attachments: [] },
  })
  expect(data[3]!.changes).toContainEqual({
    field: 'assigned_to',
    from: null,
    to: bob.email,
    to_name: bobsName,
  })
  expect(new Set(data.map((entry) => entry.id)).size).toBe(5)
})

test('leaves out notes that the caller may not see, and counts without them', async () => {
  const { id } = await incidents.create({}, { as: ada.token })
  for (const visibility of ['team', 'internal', 'private'])
    await incidents.note(id, { body: visibility, visibility }, { as: ada.token })
  const bodies = async (as: string) => {
    const { data, total } = await activity(`/incidents/${id}`, { type: 'note' }, as)
    expect(total).toBe(data.length)
    return data.map(({ note }) => note!.body)
  }
  expect(await bodies(ada.token)).toEqual(['private', 'internal', 'team'])
  expect(await bodies(bob.token)).toEqual(['internal', 'team'])
  expect(await bodies(viewer)).toEqual(['team'])
})

test('is walked in pages that skip and repeat nothing, although all have the same time', async () => {
  const { id } = await incidents.create({}, { as: ada.token })
  for (let n = 0; n < 7; n++) await incidents.note(id, { body: `${n}` }, { as: ada.token })
  await app.query(`update work_notes set created_at = '2026-01-01' where incident_id = '${id}'`)
  for (const type of ['note', 'change', undefined]) {
    const query = { ...(type && { type }) }
    const all = (await activity(`/incidents/${id}`, { ...query, limit: '200' })).data.map((entry) => entry.id)
    const pages = await walk((cursor) =>
      activity(`/incidents/${id}`, { ...query, limit: '3', ...(cursor && { cursor }) }),
    )
    expect(pages.flatMap(({ data }) => data.map((entry) => entry.id))).toEqual(all)
  }
})

describe('notes on a change', () => {
  test('are in its list and its activity, change no version, and are audited', async () => {
    const change = await newChange()
    const path = `/changes/${change.id}`
    const note = await make<RecordNote>(`${path}/notes`, { body: 'Waiting for the window' })
    expect(note).toMatchObject({ subject_id: change.id, visibility: 'team', author: ada.email })
    const body = { body: 'Mine', visibility: 'private' }
    const added = await app.call('POST', `${path}/notes`, { body, as: ada.token })
    const mine = expectOk<RecordNote>(added, 201)
    expect(added.headers.location).toBe(`/prod/api/v1${path}/notes/${mine.id}`)
    const read = (id: string, as: string) => app.call('GET', `${path}/notes/${id}`, { as })
    expect(expectOk(await read(mine.id, ada.token), 200)).toEqual(mine)
    expect(expectOk(await read(note.id, viewer), 200)).toEqual(note)
    expectProblem(await read(mine.id, viewer), 404, 'not_found')
    const elsewhere = `/changes/${(await newChange()).id}/notes/${note.id}`
    expectProblem(await app.call('GET', elsewhere), 404, 'not_found')

    const notes = expectOk<ListPage<RecordNote>>(await app.call('GET', `${path}/notes`, { as: viewer }), 200)
    expect(notes).toMatchObject({ data: [note], total: 1 })
    const { data } = await activity(path, {}, viewer)
    expect(data.map(({ note, action }) => note?.body ?? action)).toEqual([
      'Waiting for the window',
      'created',
    ])
    // A note does not disturb whoever edits or decides.
    expect(expectOk<Change>(await app.call('GET', path), 200).version).toBe(change.version)
    const history = expectOk<ListPage<{ action: string }>>(await app.call('GET', `${path}/history`), 200)
    expect(history.data.filter(({ action }) => action === 'noted')).toHaveLength(2)
  })

  test('notify whom they mention and who watches, once each', async () => {
    const { id } = await newChange()
    expectOk(await app.call('PUT', `/changes/${id}/watch`, { as: bob.token }), 200)
    const approver = await makeUser(app, 'change_approver')
    await make(`/changes/${id}/notes`, { body: `@${bob.email} and @${approver.email}: please look` })
    const kinds = async (user: { id: string }) =>
      (
        await app.query<{ kind: string }>(
          `select kind from notifications where recipient_id = '${user.id}' and subject_id = '${id}'
            and kind in ('mentioned', 'watched') order by created_at`,
        )
      ).map(({ kind }) => kind)
    expect(await kinds(bob)).toEqual(['mentioned'])
    expect(await kinds(approver)).toEqual(['mentioned'])
    expect(await kinds(ada)).toEqual([])
    await make(`/changes/${id}/notes`, { body: 'No names here' })
    expect(await kinds(bob)).toEqual(['mentioned', 'watched'])
  })

  test('are refused without a text, from a viewer, and for a change that does not exist', async () => {
    const { id } = await newChange()
    const post = (path: string, body: object, as = ada.token) =>
      app.call('POST', `${path}/notes`, { body, as })
    for (const body of [{}, { body: ' ' }, { body: 'x', visibility: 'secret' }, { body: 'x', pinned: true }])
      expectProblem(await post(`/changes/${id}`, body), 400, 'validation_error')
    expectProblem(await post(`/changes/${id}`, { body: 'x' }, viewer), 403, 'insufficient_role')
    expectProblem(await post('/changes/CHG9999999', { body: 'x' }), 404, 'not_found')
    expect((await activity(`/changes/${id}`)).total).toBe(1)
  })
})

test('of requests, configuration items and catalogue items is available; of deleted records it is not', async () => {
  const made = {
    '/requests': { short_description: 'A new laptop' },
    '/cmdb/cis': { name: 'sw-core-pvl' },
  }
  for (const [path, body] of Object.entries(made)) {
    const { id } = await make<{ id: string }>(path, body)
    await make(`${path}/${id}/notes`, { body: 'First note' })
    const { data } = await activity(`${path}/${id}`)
    expect(data.map(({ note, action }) => note?.body ?? action)).toEqual(['First note', 'created'])
    expectOk(await app.call('DELETE', `${path}/${id}`), 200)
    for (const part of ['activity', 'notes'])
      expectProblem(await app.call('GET', `${path}/${id}/${part}`), 404, 'not_found')
  }
  const item = await make<{ id: string }>('/catalog/items', { name: 'Laptop' }, bob.token)
  expect((await activity(`/catalog/items/${item.id}`)).data).toMatchObject([{ action: 'created' }])
})

test('of an article names voters and their comments to editors, and not to its author or an auditor', async () => {
  const { id: incident } = await incidents.create({}, { as: ada.token })
  await incidents.change(incident, { state: 'in_progress' })
  await incidents.change(incident, { state: 'resolved', work_note: 'Restarted it' })
  const { id } = await make<{ id: string }>(`/knowledge/articles/from-incident/${incident}`, {})
  const path = `/knowledge/articles/${id}`
  expectOk(await app.call('PATCH', path, { body: { state: 'published' }, as: bob.token }), 200)
  const vote = { helpful: false, comment: 'Which button?' }
  expectOk(await app.call('POST', `${path}/votes`, { body: vote, as: viewer }), 200)
  const actionsIn = async (part: 'activity' | 'history', as: string) => {
    const { data, total } = expectOk<ListPage<{ action: string }>>(
      await app.call('GET', `${path}/${part}`, { as }),
      200,
    )
    expect(total).toBe(data.length)
    return new Set(data.map(({ action }) => action))
  }
  expect(await actionsIn('activity', bob.token)).toEqual(
    new Set(['created', 'updated', 'voted', 'commented']),
  )
  expect(await actionsIn('history', bob.token)).toEqual(new Set(['created', 'updated', 'voted']))
  for (const part of ['activity', 'history'] as const)
    expect(await actionsIn(part, ada.token)).toEqual(new Set(['created', 'updated']))
  const auditor = await app.tokenFor('auditor')
  expect(await actionsIn('history', auditor)).toEqual(new Set(['created', 'updated']))
  const query = { subject_id: id, action: 'voted' }
  const { total } = expectOk<ListPage<unknown>>(await app.call('GET', '/audit', { query, as: auditor }), 200)
  expect(total).toBe(2)
})

test('of an article has the notes of editors and the comments of readers, for editors only', async () => {
  const editor = await makeUser(app, 'knowledge_editor')
  const { id } = await make<{ id: string }>(
    '/knowledge/articles',
    { title: 'Reset a password', body: 'Press reset' },
    editor.token,
  )
  const path = `/knowledge/articles/${id}`
  for (const state of ['review', 'published'])
    expectOk(await app.call('PATCH', path, { body: { state }, as: editor.token }), 200)
  expectOk(
    await app.call('POST', `${path}/votes`, {
      body: { helpful: false, comment: 'Which button?' },
      as: viewer,
    }),
    200,
  )
  const body = `@${ada.email} @${bob.email} The red one?`
  await make(`${path}/notes`, { body }, editor.token)
  const { data } = await activity(path, { type: 'note' }, editor.token)
  expect(data).toMatchObject([
    { action: 'noted', note: { body } },
    { action: 'commented', note: { body: 'Which button?' } },
  ])
  // A manager may edit articles, an agent may not. Its title may be that of a draft.
  const mentions = () =>
    app.query<{ recipient_id: string; title: string }>(
      `select recipient_id, title from notifications where kind = 'mentioned' and subject_id = '${id}' order by created_at`,
    )
  const title = expect.stringMatching(new RegExp(`mentioned you: ${id}$`)) as string
  expect(await mentions()).toEqual([{ recipient_id: bob.id, title }])
  // Editors see what is internal, too, and whoever wrote the article reads its notes without being an editor.
  const other = await makeUser(app, 'knowledge_editor')
  await app.query(`update articles set author_id = '${ada.id}' where id = '${id}'`)
  const internal = { body: `@${ada.email} @${other.email} Blue?`, visibility: 'internal' }
  await make(`${path}/notes`, internal, editor.token)
  expect((await mentions()).map(({ recipient_id }) => recipient_id).toSorted()).toEqual(
    [bob.id, ada.id, other.id].toSorted(),
  )
  for (const as of [other.token, ada.token]) {
    expect((await activity(path, { type: 'note' }, as)).data[0]).toMatchObject({ note: internal })
    expect(expectOk(await app.call('GET', `${path}/notes`, { as }), 200)).toMatchObject({ total: 2 })
  }
  await app.query(`update articles set author_id = '${editor.id}' where id = '${id}'`)
  for (const part of ['activity', 'notes'])
    expectProblem(await app.call('GET', `${path}/${part}`, { as: viewer }), 403, 'insufficient_role')
  const note = { body: 'x' }
  expectProblem(
    await app.call('POST', `${path}/notes`, { body: note, as: ada.token }),
    403,
    'insufficient_role',
  )
})
