import { expect, test } from 'vitest'
import type { SystemImportReport } from '../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { recordedEvents } from '../../../test/recorded-events.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const send = (records: unknown[], { system = 'jira', dry_run = '', as }: Record<string, string> = {}) =>
  app.call('POST', `/import/${system}`, {
    ...(as !== undefined && { as }),
    headers: { 'content-type': 'application/x-ndjson' },
    body: records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'),
    ...(dry_run && { query: { dry_run } }),
  })
const report = async (records: unknown[], more: Record<string, string> = {}) =>
  expectOk<SystemImportReport>(await send(records, more), 200)
const counts = () =>
  app.query(`select (select count(*) from incidents) as incidents, (select count(*) from work_notes) as notes,
    (select count(*) from cis) as cis, (select count(*) from articles) as articles,
    (select count(*) from external_references) as refs, (select count(*) from ${recordedEvents}) as events,
    (select count(*) from jobs where type like 'notify%') as jobs`)

const ci = {
  type: 'ci',
  external_id: 'CI-7',
  created_at: '2023-01-02T00:00:00Z',
  fields: { name: 'db-7', class: 'database' },
}
const incident = {
  type: 'incident',
  external_id: 'OPS-1',
  url: 'https://jira.example.com/browse/OPS-1',
  ci_external_id: 'CI-7',
  fields: {
    short_description: 'Replication stopped',
    priority: 'P2',
    state: 'closed',
    opened_by: 'ada@example.com',
    created_at: '2024-03-01T08:00:00Z',
    updated_at: '2024-03-02T08:00:00Z',
    resolved_at: '2024-03-01T10:00:00Z',
    closed_at: '2024-03-02T08:00:00Z',
  },
  notes: [
    { external_id: '11', body: 'Hello customer', created_at: '2024-03-01T09:30:00Z', visibility: 'public' },
    { external_id: '10', body: 'Disk full', author: 'bob@example.com', created_at: '2024-03-01T09:00:00Z' },
  ],
}
const article = {
  type: 'article',
  external_id: 'KB-3',
  author: 'eve@example.com',
  created_at: '2022-05-01T00:00:00Z',
  updated_at: '2023-05-01T00:00:00Z',
  fields: { title: 'Restart replication', body: '# Steps', state: 'published', tags: ['db'] },
}

test('records keep their times, authors and IDs, and a second import doubles nothing', async () => {
  const before = await counts()
  const planned = await report([ci, incident, article], { dry_run: 'true' })
  expect(planned).toMatchObject({ would_create: 3, created: 0, failed: 0, notes: 0 })
  expect(await counts()).toEqual(before)

  const first = await report([ci, incident, article])
  expect(first).toMatchObject({ created: 3, exists: 0, failed: 0, notes: 2 })
  const [ciId, id, articleId] = first.results.map((result) => result.id!)
  expect(await incidents.get(id!)).toMatchObject({
    ...incident.fields,
    ci_id: ciId,
    work_notes_count: 2,
    version: 1,
    created_at: '2024-03-01T08:00:00.000Z',
    updated_at: '2024-03-02T08:00:00.000Z',
    resolved_at: '2024-03-01T10:00:00.000Z',
    closed_at: '2024-03-02T08:00:00.000Z',
  })
  const notes = (await app.call('GET', `/incidents/${id}/notes`)).json<{ data: object[] }>().data
  expect(notes).toMatchObject([
    {
      body: 'Disk full',
      author: 'bob@example.com',
      created_at: '2024-03-01T09:00:00.000Z',
      visibility: 'team',
    },
    { body: 'Hello customer', visibility: 'public' },
  ])
  // The newest note is what resolved it.
  const resolution = await app.query(
    `select incident_resolution(id, resolved_at) as text from incidents where id = '${id}'`,
  )
  expect(resolution).toEqual([{ text: 'Hello customer' }])
  expect((await app.call('GET', `/cmdb/cis/${ciId}`)).json()).toMatchObject({
    name: 'db-7',
    external_id: 'CI-7',
    discovery_source: 'jira',
    created_at: '2023-01-02T00:00:00.000Z',
  })
  expect((await app.call('GET', `/knowledge/articles/${articleId}`)).json()).toMatchObject({
    state: 'published',
    author: 'eve@example.com',
    created_at: '2022-05-01T00:00:00.000Z',
    updated_at: '2023-05-01T00:00:00.000Z',
  })
  const after = await counts()
  expect(after).toEqual([expect.objectContaining({ events: (before[0] as { events: number }).events })])

  const more = {
    ...incident,
    notes: [...incident.notes, { external_id: '12', body: 'Late', created_at: '2024-03-05T00:00:00Z' }],
  }
  const second = await report([ci, more, article])
  expect(second).toMatchObject({ created: 0, exists: 3, failed: 0, notes: 1 })
  expect(second.results.map((result) => result.id)).toEqual([ciId, id, articleId])
  expect((await incidents.get(id!)).work_notes_count).toBe(3)
  expect((await report([more])).notes).toBe(0)
  const audited = await app.query(`select action, actor_id, changes from audit_entries
    where subject_id = '${id}' and changes @> '[{"field": "work_notes_count"}]' and action <> 'created'`)
  const changes = [{ field: 'work_notes_count', from: 2, to: 3 }]
  expect(audited).toEqual([{ action: 'imported', actor_id: 'test-admin', changes }])

  const references = await app.call('GET', '/external-references', {
    query: { system: 'jira', external_id: 'OPS-1' },
  })
  expect(references.json()).toMatchObject({
    data: [{ subject_type: 'incident', subject_id: id, url: incident.url }],
    total: 1,
  })
  const all = (await app.call('GET', '/external-references')).json<{ total: number }>()
  expect(all.total).toBeGreaterThan(3)
  for (const [path, to] of [
    [`/incidents/${id}`, 'jira OPS-1'],
    [`/cmdb/cis/${ciId}`, 'jira CI-7'],
    [`/knowledge/articles/${articleId}`, 'jira KB-3'],
  ]) {
    const history = (await app.call('GET', `${path}/history`)).json<{ data: object[] }>().data
    const entry = { action: 'imported', actor_id: 'test-admin', field: 'imported_from', to }
    expect(history).toContainEqual(expect.objectContaining(entry))
  }
})

test('what was deleted here is imported again, with its notes', async () => {
  const records = [ci, incident, article].map((record) => ({
    ...record,
    external_id: `${record.external_id} again`,
  }))
  Object.assign(records[1]!, { ci_external_id: 'CI-7 again' })
  Object.assign(records[0]!, { fields: { name: 'db-8' } })
  const idsOf = ({ results }: SystemImportReport) => results.map((result) => result.id!)
  const first = idsOf(await report(records))
  const paths = ['/cmdb/cis', '/incidents', '/knowledge/articles']
  for (const [i, path] of paths.entries()) expectOk(await app.call('DELETE', `${path}/${first[i]}`), 200)

  const orphan = { ...records[1]!, external_id: 'OPS-3' }
  expect((await report([orphan])).results[0]).toMatchObject({
    status: 'created',
    message: expect.stringContaining('CI-7 again'),
  })
  const second = await report(records)
  expect(second).toMatchObject({ created: 3, exists: 0, notes: 2 })
  expect(idsOf(second).filter((id) => first.includes(id))).toEqual([])
  expect(await incidents.get(idsOf(second)[1]!)).toMatchObject({
    ci_id: idsOf(second)[0],
    work_notes_count: 2,
  })
  expect(await report(records)).toMatchObject({ exists: 3, notes: 0 })
})

test('a private note and a draft belong to their author here, and to nobody without an account', async () => {
  const ada = await makeUser(app, 'itsm_agent')
  const authors = { ada: ada.email.toUpperCase(), nobody: 'nobody@example.com' }
  const note = (name: keyof typeof authors) => ({
    external_id: name,
    body: `Of ${name}`,
    author: authors[name],
    visibility: 'private',
  })
  const { results } = await report([
    { ...incident, external_id: 'OPS-9', notes: [note('ada'), note('nobody')] },
    { ...article, external_id: 'KB-9', author: authors.ada, fields: { title: 'Draft', body: 'x' } },
  ])
  const [id, draft] = results.map((result) => result.id!)
  const notesFor = async (as?: string) =>
    expectOk<{ data: { body: string }[] }>(
      await app.call('GET', `/incidents/${id}/notes`, as === undefined ? {} : { as }),
      200,
    ).data.map(({ body }) => body)
  expect(await notesFor(ada.token)).toEqual(['Of ada'])
  expect(await notesFor()).toEqual([])
  expectOk(await app.call('GET', `/knowledge/articles/${draft}`, { as: ada.token }), 200)

  // References show no more than the records themselves.
  const references = async (as: string) => {
    const { data, total } = expectOk<{ data: { external_id: string }[]; total: number }>(
      await app.call('GET', '/external-references', {
        as,
        query: { external_id: 'OPS-9,KB-9,OPS-9 ada,OPS-9 nobody' },
      }),
      200,
    )
    expect(total).toBe(data.length)
    return data.map(({ external_id }) => external_id).toSorted()
  }
  const other = await app.tokenFor('itsm_agent')
  expect(await references(ada.token)).toEqual(['KB-9', 'OPS-9', 'OPS-9 ada'])
  expect(await references(other)).toEqual(['OPS-9'])
  await incidents.remove(id!)
  expect(await references(ada.token)).toEqual(['KB-9'])
})

test('an item that is known already is changed at the time of the import', async () => {
  const known = expectOk<{ id: string }>(
    await app.call('POST', '/cmdb/cis', { body: { name: 'db-9', serial_number: 'S-9' } }),
    201,
  )
  const before = new Date()
  const fields = { name: 'db-9', serial_number: 'S-9', location: 'Berlin' }
  const record = { ...ci, external_id: 'CI-9', fields }
  const planned = await report([record], { dry_run: 'true' })
  expect(planned).toMatchObject({ would_create: 0, exists: 1, results: [{ id: known.id }] })
  const { results, ...counted } = await report([record])
  expect(counted).toMatchObject({ created: 0, exists: 1 })
  expect(results).toMatchObject([
    { id: known.id, status: 'exists', message: `Recognised as ${known.id}, which was updated` },
  ])
  const { updated_at } = expectOk<{ updated_at: string }>(await app.call('GET', `/cmdb/cis/${known.id}`), 200)
  expect(new Date(updated_at).getTime()).toBeGreaterThanOrEqual(before.getTime())
})

test('a dry run foresees that two records are the same', async () => {
  expectOk(await app.call('POST', '/cmdb/cis', { body: { name: 'known', serial_number: 'TWIN-9' } }), 201)
  const item = (external_id: string, fields: object) => ({ type: 'ci', external_id, fields })
  const records = [
    item('twin-1', { name: 'a', serial_number: 'TWIN-1' }),
    item('twin-2', { name: 'b', serial_number: 'twin-1' }),
    item('twin-1', { name: 'c' }),
    item('other', { name: 'a' }),
    item('twin-3', { name: 'd', serial_number: 'TWIN-1', fqdn: 'twin-3.example.com' }),
    item('twin-4', { name: 'e', fqdn: 'twin-3.example.com' }),
    item('known-1', { name: 'f', serial_number: 'TWIN-9', fqdn: 'twin-9.example.com' }),
    item('known-2', { name: 'g', fqdn: 'twin-9.example.com' }),
    { ...article, external_id: 'twin-1' },
    { ...article, external_id: 'twin-1' },
  ]
  const statuses = async (how: Record<string, string>) =>
    (await report(records, how)).results.map(({ status }) => status.replace('would_create', 'created'))
  const { results } = await report(records, { dry_run: 'true' })
  expect(results[1]).toMatchObject({ status: 'exists', message: 'Duplicate of twin-1 in this import' })
  expect(await statuses({ dry_run: 'true' })).toEqual(await statuses({}))
})

test('concurrent imports of the same record create it once', async () => {
  const record = { ...incident, external_id: 'OPS-RACE', ci_external_id: undefined }
  const reports = await Promise.all(Array.from({ length: 5 }, () => report([record])))
  expect(reports.map(({ created }) => created).toSorted()).toEqual([0, 0, 0, 0, 1])
  expect(new Set(reports.map(({ results }) => results[0]!.id)).size).toBe(1)
})

test('a number of the same form is kept, unless another incident has it', async () => {
  const { id: taken } = await incidents.create()
  const numbered = (external_id: string, id: string) => ({
    type: 'incident',
    external_id,
    fields: { id, short_description: 'Numbered' },
  })
  const records = [numbered('INC0091234', 'INC0091234'), numbered(taken, taken)]
  const planned = await report(records, { system: 'servicenow', dry_run: 'true' })
  expect(planned.results.map(({ message }) => message)).toEqual([
    undefined,
    `${taken} is taken: the incident gets another number`,
  ])
  const { results } = await report(records, { system: 'servicenow' })
  expect(results[0]!.id).toBe('INC0091234')
  expect(results[0]!.message).toBeUndefined()
  expect(results[1]!.message).toBe(`${taken} is taken: the incident is ${results[1]!.id} here`)
  expect(results[1]!.status).toBe('created')
  expect(results[1]!.id).not.toBe(taken)
})

test('a note that a later export has under another ID is not doubled, and an equal one that is new is added', async () => {
  const note = (external_id: string, created_at: string, author: string) => ({
    external_id,
    body: 'Called',
    created_at,
    author,
  })
  const given = (...notes: object[]) => ({ ...incident, external_id: 'INC-60', notes })
  const activity = note('2024-03-01 10:30 Ada', '2024-03-01T10:30:00Z', 'Ada')
  const journal = note('j1', '2024-03-01T09:30:12Z', 'ada')
  const later = note('j2', '2024-03-01T10:30:50Z', 'ada')
  const added = async (...notes: object[]) => (await report([given(...notes)])).notes
  expect(await added(activity)).toBe(1)
  expect(await added(journal, later)).toBe(1)
  expect(await added(activity, journal, later)).toBe(0)
})

test('what differs from an incident that was imported before is named, and stays as it is here', async () => {
  const given = (fields: object) => ({
    type: 'incident',
    external_id: 'OPS-50',
    fields: { short_description: 'Old', state: 'in_progress', assigned_to: 'ada@example.com', ...fields },
  })
  const { id } = (await report([given({})])).results[0]!
  const newer = given({
    state: 'closed',
    priority: 'P2',
    assigned_to: 'Ada@Example.com',
    assignment_group: 'db',
  })
  const message =
    'Not changed: state is in_progress here and closed there, priority is P3 here and P2 there, assignment_group is empty here and db there'
  for (const dry_run of ['true', ''])
    expect((await report([newer], { dry_run })).results).toMatchObject([{ status: 'exists', id, message }])
  expect(await incidents.get(id!)).toMatchObject({ state: 'in_progress', priority: 'P3' })
  expect((await report([given({})])).results[0]!.message).toBeUndefined()
})

test.for<[string, unknown, string]>([
  ['no JSON', '{', 'not valid JSON'],
  ['no object', '[]', 'must be'],
  ['no external_id', { type: 'ci', fields: { name: 'x' } }, 'external_id is required'],
  ['an unknown type', { ...ci, type: 'problem' }, 'type must be'],
  ['an unknown field', { ...ci, fields: { name: 'x', colour: 'red' } }, 'colour'],
  [
    'an incident without a summary',
    { ...incident, external_id: 'X', fields: {} },
    'short_description is required',
  ],
  ['a time that does not exist', { ...article, external_id: 'X', created_at: '2024-02-31' }, 'created_at'],
  [
    'a year that does not exist',
    { ...incident, external_id: 'X', fields: { ...incident.fields, created_at: '0000-01-01T00:00:00Z' } },
    'created_at is not a time that exists',
  ],
  ['an item with notes', { ...ci, notes: incident.notes }, 'notes are imported with incidents only'],
  ['an article with notes', { ...article, notes: incident.notes }, 'notes are imported with incidents only'],
  ['a script as its address', { ...ci, external_id: 'X', url: 'javascript:alert(1)' }, 'url must be'],
])('%s fails with its line, and the others are imported', async ([name, line, message]) => {
  const good = { type: 'ci', external_id: `good ${name}`, fields: { name: `good ${name}` } }
  const { results, failed, created } = await report([line, good])
  expect([failed, created]).toEqual([1, 1])
  expect(results[0]).toMatchObject({ record: 1, status: 'failed', message: expect.stringContaining(message) })
})

test('an incident whose configuration item is unknown is imported without it, and says so', async () => {
  const { results } = await report([
    { ...incident, external_id: 'OPS-2', ci_external_id: 'CI-NONE', notes: [] },
  ])
  expect(results[0]).toMatchObject({ status: 'created', message: expect.stringContaining('CI-NONE') })
})

test('references to records that do not exist here are left out, and named', async () => {
  const fields = { ...incident.fields, ci_id: 'CI0099999', change_id: 'CHG0099999' }
  const { results } = await report([{ type: 'incident', external_id: 'OPS-4', fields }])
  expect(results[0]).toMatchObject({
    status: 'created',
    message:
      'ci_id: CI0099999 does not exist and was left out; change_id: CHG0099999 does not exist and was left out',
  })
  expect(await incidents.get(results[0]!.id!)).toMatchObject({ ci_id: null, change_id: null })
})

test('only administrators import, and only JSON lines of a known form', async () => {
  const before = await counts()
  const as = await app.tokenFor('itsm_manager')
  expectProblem(await send([ci], { as }), 403, 'insufficient_role')
  expectProblem(await send([ci], { system: 'No-Word' }), 400, 'validation_error')
  expectProblem(await app.call('POST', '/import/jira', { body: ci }), 415, 'unsupported_media_type')
  expectProblem(await send([]), 400, 'malformed_json')
  expectProblem(await send(Array.from({ length: 1001 }, () => '{}')), 413, 'payload_too_large')
  expect(await counts()).toEqual(before)
})

test('a resolution after the import has its own SLA outcome, whatever was resolved before', async () => {
  const fields = {
    ...incident.fields,
    state: 'resolved',
    created_at: '2024-03-01T10:00:00Z',
    closed_at: undefined,
  }
  const { results } = await report([{ type: 'incident', external_id: 'OPS-77', fields }])
  const { id } = results[0]!
  const outcomes = async () =>
    (await app.call('GET', `/incidents/${id}/activity`))
      .json<{ data: { sla?: string }[] }>()
      .data.flatMap(({ sla }) => sla ?? [])
  expect(await outcomes()).toEqual([])
  for (const state of ['reopened', 'in_progress', 'resolved']) await incidents.change(id!, { state })
  expect(await outcomes()).toEqual(['met'])
})

test('references are counted up to 10,000, and the list says so beyond', async () => {
  const { id } = await incidents.create()
  await app.query(`insert into external_references (system, subject_type, external_id, subject_id)
    select 'many', 'incident', n, '${id}' from generate_series(1, 10001) as n`)
  const page = await app.call('GET', '/external-references', { query: { system: 'many', limit: '1' } })
  expect(page.json()).toMatchObject({ total: 10_000, total_is_exact: false })
})
