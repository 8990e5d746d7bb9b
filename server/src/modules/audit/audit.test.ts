import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../test/app.ts'
import { driveIncidents, expectOk, walk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { roles } from '../../kernel/actor.ts'
import { parseCsv } from '../incidents/csv.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const search = async (query: Record<string, string> = {}): Promise<ListPage<HistoryEntry>> =>
  expectOk(await app.call('GET', '/audit', { query: { limit: '200', ...query } }), 200)
const keysOf = (items: HistoryEntry[]) => items.map(({ id }) => id)

describe('the audit log', () => {
  test('records who changed which field when, with old and new value', async () => {
    const as = await app.tokenFor('itsm_agent')
    const { id } = await incidents.create({ priority: 'P4' }, { as })
    await incidents.change(id, { priority: 'P1', category: 'mail' })
    const { data, total } = await search({ subject_id: id, action: 'updated' })
    expect(total).toBe(2)
    expect(data.map(({ field, from, to }) => [field, from, to]).toSorted()).toEqual([
      ['category', null, 'mail'],
      ['priority', 'P4', 'P1'],
    ])
    expect(data[0]).toMatchObject({
      actor_id: 'test-admin',
      subject_type: 'incident',
      subject_id: id,
      at: (await incidents.get(id)).updated_at,
    })
    const made = await search({ subject_id: id, action: 'created' })
    expect(new Set(made.data.map(({ actor_id }) => actor_id)).size).toBe(1)
    expect(made.data[0]!.actor_id).toMatch(/^client_/)
  })

  test('is filtered by subject, actor, action and time, newest first', async () => {
    const as = await app.tokenFor('itsm_agent')
    const first = await incidents.create({}, { as })
    const second = await incidents.create({}, { as })
    const { actor_id } = (await search({ subject_id: first.id })).data[0]!
    const byActor = await search({ actor_id, subject_type: 'incident' })
    expect(byActor.data.map(({ subject_id }) => subject_id)).toEqual(
      [second, first].flatMap(({ id }) =>
        byActor.data.filter((item) => item.subject_id === id).map(() => id),
      ),
    )
    expect(new Set(byActor.data.map(({ subject_id }) => subject_id))).toEqual(new Set([first.id, second.id]))
    expect((await search({ actor_id, subject_type: 'incident', action: 'deleted' })).total).toBe(0)
    expect((await search({ actor_id, subject_type: 'user' })).total).toBe(0)
    const at = byActor.data[0]!.at
    expect((await search({ actor_id, subject_type: 'incident', after: at })).total).toBe(0)
    const older = await search({ actor_id, subject_type: 'incident', before: at })
    expect(older.data.every((item) => item.at < at)).toBe(true)
    expect(older.total + byActor.data.filter((item) => item.at === at).length).toBe(byActor.total)
  })

  test.each(['asc', 'desc'])('is paged by cursor over entries of many fields, in order %s', async (order) => {
    const subject_id = (await incidents.create({ description: 'x', category: 'a', impact: 'high' })).id
    for (const category of ['b', 'c', 'd', 'e'])
      await incidents.change(subject_id, {
        category,
        urgency: category < 'd' ? 'low' : 'high',
        subcategory: category,
      })
    const whole = await search({ subject_id, order })
    expect(whole.total).toBe(whole.data.length)
    const seqs = keysOf(whole.data).map((id) => id.split('.').map(Number) as [number, number])
    const sorted = seqs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
    expect(seqs).toEqual(order === 'asc' ? sorted : sorted.toReversed())
    for (const limit of ['1', '2', '3', '5', '7']) {
      const pages = await walk((cursor) => search({ subject_id, order, limit, ...(cursor && { cursor }) }))
      expect(keysOf(pages.flatMap(({ data }) => data))).toEqual(keysOf(whole.data))
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([whole.total]))
      const byNumber = await Promise.all(
        pages.map((_, i) => search({ subject_id, order, limit, page: String(i + 1) })),
      )
      expect(byNumber.map(({ data }) => keysOf(data))).toEqual(pages.map(({ data }) => keysOf(data)))
    }
  })

  test('is paged without duplicates or gaps while others write', async () => {
    const { id } = await incidents.create()
    for (const category of ['b', 'c', 'd', 'e', 'f']) await incidents.change(id, { category })
    const before = keysOf((await search({ subject_id: id, order: 'desc' })).data)
    let n = 0
    const pages = await walk<HistoryEntry>(async (cursor) => {
      await incidents.change(id, { category: `later ${n++}` })
      return search({ subject_id: id, order: 'desc', limit: '2', ...(cursor && { cursor }) })
    })
    const walked = keysOf(pages.flatMap(({ data }) => data))
    expect(new Set(walked).size).toBe(walked.length)
    expect(walked.filter((key) => before.includes(key))).toEqual(before)
  })

  test('is counted up to 10,000 fields, and says so beyond', async () => {
    const addEntries = (count: number) =>
      app.query(`insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
        select now(), 'robot', 'Robot', 'updated', 'incident', 'INC9999999', '[{"field": "a"}, {"field": "b"}]'
        from generate_series(1, ${count})`)
    await addEntries(5_000)
    expect(await search({ subject_id: 'INC9999999', limit: '1' })).not.toHaveProperty('total_is_exact')
    await addEntries(1)
    expect(await search({ subject_id: 'INC9999999', limit: '1' })).toMatchObject({
      total: 10_000,
      total_is_exact: false,
    })
  })

  test('finds entries by time and by rare values, page by page, and passes over entries without fields', async () => {
    await app.query(`insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
      select '2001-01-01T00:00:00Z'::timestamptz + n * interval '1 hour', 'robot', 'Robot', 'calibrated', 'sensor', 's' || n,
        case when n % 5 = 0 then '[{"field": "a"}, {"field": "b"}]' else '[]' end::jsonb
      from generate_series(1, 100) as n`)
    const filters: Record<string, string>[] = [
      { action: 'calibrated' },
      { subject_type: 'sensor' },
      { before: '2002-01-01T00:00:00Z' },
      { after: '2001-01-01T00:00:00Z', before: '2002-01-01T00:00:00Z' },
    ]
    for (const query of filters)
      for (const order of ['asc', 'desc']) {
        const pages = await walk<HistoryEntry>((cursor) =>
          search({ ...query, order, limit: '7', ...(cursor && { cursor }) }),
        )
        const found = pages.flatMap(({ data }) =>
          data.map(({ subject_id, field }) => `${subject_id} ${field}`),
        )
        const all = Array.from({ length: 20 }, (_, n) => [`s${5 * n + 5} a`, `s${5 * n + 5} b`]).flat()
        expect(found).toEqual(order === 'asc' ? all : all.toReversed())
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 40))
      }
    const range = { after: '2001-01-01T05:00:00Z', before: '2001-01-01T10:00:01Z' }
    expect((await search(range)).data.map(({ subject_id }) => subject_id)).toEqual(['s10', 's10'])
  })

  test('is for auditors, managers and super_admin', async () => {
    for (const path of ['/audit', '/audit/verify']) {
      const allowed: string[] = []
      for (const role of roles) {
        const response = await app.call('GET', path, { as: await app.tokenFor(role) })
        if (response.statusCode === 200) allowed.push(role)
        else expectProblem(response, 403, 'insufficient_role')
      }
      expect(allowed).toEqual(['super_admin', 'itsm_manager', 'auditor'])
    }
  })

  test.each([
    [{ colour: 'red' }, 'colour'],
    [{ after: 'yesterday' }, 'after'],
    [{ sort: 'actor' }, 'sort'],
    [{ limit: '201' }, 'limit'],
  ])('refuses %o with the name of the parameter', async (query, field) => {
    const problem = expectProblem(await app.call('GET', '/audit', { query }), 400, 'validation_error')
    expect(problem.errors?.map((error) => error.field)).toEqual([field])
  })
})

describe('the export of the audit log', () => {
  const ask = (query: Record<string, string>, as?: string) =>
    app.call('GET', '/audit/export', { query, ...(as && { as }) })
  const rows = async (query: Record<string, string>) => parseCsv((await ask(query)).body)

  test('has every change that matches, over many pages, in both orders and with a time range', async () => {
    const as = await app.tokenFor('itsm_agent')
    const records = Array.from({ length: 60 }, (_, n) => ({
      short_description: `Exported ${n}`,
      description: 'x',
      category: 'a',
      subcategory: 'b',
      impact: 'high',
      urgency: 'high',
      assignment_group: 'network',
      location: 'Berlin',
    }))
    const made = []
    for (const record of records) made.push(await incidents.create(record, { as }))
    const { actor_id } = (await search({ subject_id: made[0]!.id })).data[0]!
    const pages = await walk((cursor) =>
      search({ actor_id, subject_type: 'incident', ...(cursor && { cursor }) }),
    )
    const listed = pages.flatMap(({ data }) => data)
    expect(listed.length).toBeGreaterThan(500)
    const range = { after: '2000-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z' }
    for (const more of [{}, range, { order: 'asc' }, { ...range, order: 'asc' }] as Record<
      string,
      string
    >[]) {
      const exported = (await rows({ actor_id, subject_type: 'incident', ...more })).map(({ id }) => id)
      expect(exported).toEqual(more.order === 'asc' ? keysOf(listed).toReversed() : keysOf(listed))
    }
  })

  test('shows times as the list does and no formula, and has the chosen columns', async () => {
    const { id } = await incidents.create({ short_description: '=cmd|calc', category: 'export' })
    const { data } = await search({ subject_id: id })
    const row = (await rows({ subject_id: id })).find(({ field }) => field === 'short_description')
    const entry = data.find(({ field }) => field === 'short_description')!
    expect(row).toEqual({ ...entry, from: '', to: "'=cmd|calc" })
    const response = await ask({ subject_id: id, columns: 'at,actor' })
    expect(response.body.split('\r\n')[0]).toBe('at,actor')
    expect(response.headers['content-disposition']).toMatch(/filename="audit-\d{4}-\d\d-\d\d\.csv"/)
  })

  test('is for auditors, and refuses what the list refuses', async () => {
    expect((await ask({}, await app.tokenFor('auditor'))).statusCode).toBe(200)
    expectProblem(
      await ask({}, await app.tokenFor('itsm_agent', 'knowledge_editor')),
      403,
      'insufficient_role',
    )
    for (const query of [{ after: 'yesterday' }, { columns: 'xid' }, { limit: '5' }] as Record<
      string,
      string
    >[])
      expectProblem(await ask(query), 400, 'validation_error')
  })
})
