import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { loadPatience } from '../../../test/demo-patience.ts'
import { loaded, startDemo, statusOf, type Demo } from '../../../test/demo.ts'
import { eventually } from '../../../test/eventually.ts'
import { expectOk, type ListPage } from '../../../test/incidents.ts'
import { driveOutbound } from '../../../test/outbound.ts'
import { expectProblem } from '../../../test/problem.ts'
import { startReceiver, type Receiver } from '../../../test/receiver.ts'
import { transact } from '../../db/ctx.ts'
import { eventTypes } from '../../kernel/event-types.ts'
import * as notes from '../incidents/notes/service.ts'
import * as votes from '../knowledge/votes/service.ts'

/** All except those of the SLA clock: an open incident may breach in the meantime. */
const eventTypesWithoutSla = eventTypes.filter((type) => !type.startsWith('sla.'))

interface DemoRecord {
  id: string
  version: number
  [field: string]: unknown
}

let app: TestApp
let receiver: Receiver
let texts: unknown
let mine: Record<'incident' | 'ci' | 'change' | 'request' | 'article', DemoRecord>
let theirs: { ci: string; change: string; incident: string }
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startDemo({ ...receiver.env, CHANGE_APPROVALS: '10' })
  texts = await textsOf()
  await driveOutbound(app, receiver.url).create({ events: eventTypesWithoutSla })
  const [ids] = await app.query<typeof theirs>(`select (select id from cis where name = 'pg-erp') as ci,
    (select id from changes order by id limit 1) as change,
    (select min(id) from incidents where state = 'closed' and ci_id is not null) as incident`)
  theirs = ids!
  mine = await workWith(theirs)
}, loadPatience)

const post = async (path: string, body: object = {}) =>
  expectOk<DemoRecord>(await app.call('POST', path, { body }), 201)
const get = async (path: string) => expectOk<DemoRecord>(await app.call('GET', path), 200)
const list = async (path: string, query: Record<string, string> = {}) =>
  expectOk<ListPage<DemoRecord>>(await app.call('GET', path, { query: { limit: '200', ...query } }), 200)

/** Everything that the load has written, without the IDs and times that differ. */
const textsOf = () =>
  app.query(`with ours as (select id from demo_records)
    select 'incident' as kind, array[short_description, description, priority, state, category, subcategory, impact,
        assignment_group, assigned_to, opened_by, work_notes_count::text, version::text] as text
      from incidents where id in (select id from ours)
    union all select 'note', array[regexp_replace(body, 'CHG\\w{7}', 'CHG'), author]
      from work_notes where incident_id in (select id from ours)
    union all select 'article', array[title, body, state, author, version::text, helpful_count::text]
      from articles where id in (select id from ours)
    union all select 'ci', array[name, class, fqdn, owner, serial_number] from cis where id in (select id from ours)
    union all select 'change', array[short_description, state, implementation_plan] from changes where id in (select id from ours)
    union all select 'request', array[short_description, state, replace(item, ' (demo)', '')] from requests where id in (select id from ours)
    order by 1, 2`)

/** Records that a user creates while trying the service, which reference demo records. */
async function workWith({ ci, change, incident }: typeof theirs): Promise<typeof mine> {
  const relationships = [{ type: 'depends_on', ci_id: ci }]
  await post(`/incidents/${incident}/notes`, { body: 'Is this real?' })
  await post(`/changes/${change}/notes`, { body: 'Is this real?' })
  expectOk(await app.call('PUT', `/changes/${change}/watch`), 200)
  return {
    incident: await post('/incidents', { short_description: 'Mine', ci_id: ci, change_id: change }),
    ci: await post('/cmdb/cis', { name: 'my-app', relationships }),
    change: await post('/changes', { short_description: 'My change', ci_ids: [ci] }),
    request: await post('/requests', {
      short_description: 'My laptop',
      item: 'Laptop replacement',
      variables: { model: 'light' },
    }),
    article: await post(`/knowledge/articles/from-incident/${incident}`),
  }
}

const rows = () =>
  app.query<Record<string, number>>(`select (select count(*) from incidents) as incidents,
    (select count(*) from work_notes) as notes, (select count(*) from record_notes) as record_notes,
    (select count(*) from watches) as watches, (select count(*) from changes) as changes,
    (select count(*) from requests) as requests, (select count(*) from catalog_items) as items,
    (select count(*) from cis) as cis, (select count(*) from ci_relationships) as relationships,
    (select count(*) from ci_sources) as sources, (select count(*) from articles) as articles,
    (select count(*) from article_versions) as versions, (select count(*) from article_votes) as votes,
    (select count(*) from users) as users,
    (select count(*) from demo_records) as remembered`)

test('only a super_admin can view, remove or reset the demo data', async () => {
  const before = await rows()
  for (const role of ['itsm_manager', 'auditor', 'viewer'] as const) {
    const as = await app.tokenFor(role)
    expectProblem(await app.call('GET', '/demo', { as }), 403, 'insufficient_role')
    expectProblem(await app.call('DELETE', '/demo', { as }), 403, 'insufficient_role')
    expectProblem(await app.call('POST', '/demo/reset', { as }), 403, 'insufficient_role')
  }
  expect(await rows()).toEqual(before)
  expect(await statusOf(app)).toMatchObject({ status: 'loaded' })
})

test('during a concurrent load or removal, a second one is refused immediately', async () => {
  const before = await rows()
  await app.database.db.transaction().execute(async (tx) => {
    await sql`select from instance where key = 'demo_data' for update`.execute(tx)
    expectProblem(await app.call('DELETE', '/demo'), 409, 'demo_busy')
    expectProblem(await app.call('POST', '/demo/reset'), 409, 'demo_busy')
  })
  expect(await rows()).toEqual(before)
  expect(await statusOf(app)).toMatchObject({ status: 'loaded' })
})

/** While somebody writes a note and votes. */
const removeDuringWork = async () => {
  const { data: articles } = await list('/knowledge/articles', { state: 'published' })
  const { removal } = await transact(app.ctx(), async (ctx) => {
    await notes.add(ctx, theirs.incident, { body: 'The last note' })
    await votes.cast(ctx, articles[0]!.id, { helpful: true })
    const removal = app.call('DELETE', '/demo')
    await eventually(
      async () =>
        (
          await app.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
    )
    return { removal }
  })
  return removal
}

test('removal leaves exactly the records of users', async () => {
  const { records } = await statusOf(app)
  const entries = await app.query(`select count(*) as n from audit_entries where actor_id like 'demo%'`)
  const removed = expectOk<Demo & { removed: object }>(await removeDuringWork(), 200)
  expect(removed).toMatchObject({ status: 'removed', records: {}, total: 0, removed: records })
  expect(await rows()).toEqual([
    {
      incidents: 1,
      notes: 0,
      record_notes: 0,
      watches: 0,
      changes: 1,
      requests: 1,
      items: 0,
      cis: 1,
      relationships: 0,
      sources: 0,
      articles: 1,
      versions: 0,
      votes: 0,
      users: 1,
      remembered: 0,
    },
  ])
  for (const [path, id] of [
    ['/incidents', mine.incident.id],
    ['/cmdb/cis', mine.ci.id],
    ['/changes', mine.change.id],
    ['/requests', mine.request.id],
  ] as const)
    expect(await list(path), `of ${path}`).toMatchObject({ total: 1, data: [{ id }] })
  expect(await list('/incidents', { q: 'VPN' })).toMatchObject({ total: 0 })
  expect(await list('/incidents', { state: 'closed' })).toMatchObject({ total: 0 })
  expectProblem(await app.call('GET', `/incidents/${theirs.incident}`), 404, 'not_found')
  const deleted = await app.call('GET', `/incidents/${theirs.incident}`, {
    query: { include_deleted: 'true' },
  })
  expectProblem(deleted, 404, 'not_found')

  expect(await app.query(`select count(*) as n from audit_entries where actor_id like 'demo%'`)).toEqual(
    entries,
  )
  expect(await list('/audit', { subject_id: 'demo_data' })).toMatchObject({
    data: [{ action: 'removed', subject_type: 'demo_data', from: records, to: {} }],
  })
  expect(await get('/audit/verify')).toMatchObject({ valid: true })
})

test('records of users still work after the records they referenced are removed', async () => {
  expect(await get(`/incidents/${mine.incident.id}`)).toMatchObject({
    ci_id: theirs.ci,
    change_id: theirs.change,
  })
  for (const [path, body] of [
    [`/incidents/${mine.incident.id}`, { short_description: 'Still mine', state: 'in_progress' }],
    [`/incidents/${mine.incident.id}`, { ci_id: null }],
    [`/changes/${mine.change.id}`, { short_description: 'Still my change' }],
    [`/requests/${mine.request.id}`, { description: 'Still my laptop' }],
    [`/cmdb/cis/${mine.ci.id}`, { owner: 'me' }],
    [`/knowledge/articles/${mine.article.id}`, { title: 'Still my article', state: 'published' }],
  ] as const)
    expect(expectOk(await app.call('PATCH', path, { body }), 200)).toMatchObject(body)
  expect(await get(`/changes/${mine.change.id}`)).toMatchObject({ ci_ids: [theirs.ci], conflicts: [] })
  expect(await get(`/cmdb/cis/${mine.ci.id}`)).toMatchObject({ relationships: [] })
  expect(await get(`/cmdb/cis/${mine.ci.id}/dependencies`)).toMatchObject({ data: [] })
  expect(await list('/knowledge/articles', { q: 'article' })).toMatchObject({ total: 1 })
  expectProblem(
    await app.call('PATCH', `/incidents/${mine.incident.id}`, { body: { ci_id: theirs.ci } }),
    400,
    'validation_error',
  )
})

test('a second removal removes nothing and is not audited again', async () => {
  const before = await rows()
  expect(expectOk(await app.call('DELETE', '/demo'), 200)).toMatchObject({ status: 'removed', removed: {} })
  expect(await rows()).toEqual(before)
  expect(await list('/audit', { subject_id: 'demo_data' })).toMatchObject({ total: 1 })
})

test(
  'a reset loads the same texts again beside the records of users, without webhook deliveries',
  async () => {
    const own = await post('/catalog/items', { name: 'Laptop replacement' })
    const response = await app.call('POST', '/demo/reset')
    expect(expectOk(response, 202)).toMatchObject({ status: 'loading', removed: {}, total: 0 })
    const { records } = await loaded(app)
    expect(records).toMatchObject({ incident: 300, change: 20, request: 20, configuration_item: 60 })
    expect(await textsOf()).toEqual(texts)
    expect((await list('/incidents')).total).toBe(301)
    expect(
      (await list('/catalog/items', { q: '"laptop replacement"' })).data.map(({ name }) => name).toSorted(),
    ).toEqual(['Laptop replacement', 'Laptop replacement (demo)'])
    expect(await get(`/catalog/items/${own.id}`)).toMatchObject({ version: 1 })

    const last = await post('/incidents', { short_description: 'The last' })
    const deliveries = driveOutbound(app, receiver.url)
    await deliveries.settled()
    const heard = new Set(
      receiver.received.map(({ body }) => (JSON.parse(body.toString()) as { data: DemoRecord }).data.id),
    )
    expect(heard).toEqual(
      new Set([theirs.incident, mine.incident.id, mine.change.id, mine.request.id, last.id]),
    )
  },
  loadPatience,
)

test('if changes need ten approvals, those of the demo have them', async () => {
  const approvals = await app.query<{
    n: number
  }>(`select distinct jsonb_array_length(approval -> 'decisions') as n
    from changes where id in (select id from demo_records) and approval ->> 'status' = 'approved'`)
  expect(approvals).toEqual([{ n: 10 }])
})

test(
  'a reset replaces the loaded records, including what users added to them',
  async () => {
    const [before] = await app.query<{ id: string }>(
      `select min(id) as id from demo_records where subject_type = 'incident'`,
    )
    await post(`/incidents/${before!.id}/notes`, { body: 'Mine' })
    const { records } = await statusOf(app)
    expect(expectOk(await app.call('POST', '/demo/reset'), 202)).toMatchObject({ removed: records })
    await loaded(app)
    expect(await textsOf()).toEqual(texts)
    expect((await list('/incidents')).total).toBe(302)
    expectProblem(await app.call('GET', `/incidents/${before!.id}`), 404, 'not_found')
    expect(await app.query(`select id from work_notes where body = 'Mine'`)).toEqual([])
  },
  loadPatience,
)

test('a load that was aborted before it began does nothing', async () => {
  const idle = await startApp()
  try {
    await idle.query(`insert into jobs (type) values ('load-demo-data')`)
    expect(await statusOf(idle)).toEqual({ status: 'none', at: null, records: {}, total: 0 })
    await eventually(
      async () => (await idle.query(`select id from jobs where type = 'load-demo-data'`)).length === 0,
    )
    expect(await statusOf(idle)).toEqual({ status: 'none', at: null, records: {}, total: 0 })
  } finally {
    await idle.close()
  }
})
