import { describe, expect, test } from 'vitest'

import { startDemo, statusOf } from '../../../test/demo.ts'
import { eventually } from '../../../test/eventually.ts'
import { expectOk, type ListPage } from '../../../test/incidents.ts'
import { states as changeStates } from '../changes/transitions.ts'
import { states as incidentStates } from '../incidents/transitions.ts'
import { states as articleStates } from '../knowledge/transitions.ts'
import { states as requestStates } from '../requests/transitions.ts'

const app = await startDemo()

interface DemoRecord {
  id: string
  [field: string]: unknown
}

const get = async <T>(path: string, query: Record<string, string> = {}): Promise<T> =>
  expectOk<T>(await app.call('GET', path, { query }), 200)
const list = (path: string, query: Record<string, string> = {}) =>
  get<ListPage<DemoRecord>>(path, { limit: '200', ...query })
const ciNamed = async (name: string) => {
  const { data } = await list('/cmdb/cis', { q: `"${name}"` })
  return data.find((ci) => ci.name === name)!
}

describe('the demo data', () => {
  test('is complete, and the status counts it', async () => {
    const { status, at, records, total } = await statusOf(app)
    expect(status).toBe('loaded')
    expect(Date.parse(at!)).toBeGreaterThan(0)
    expect(records).toEqual({
      article: expect.any(Number) as number,
      catalog_item: 9,
      change: 20,
      configuration_item: 60,
      incident: 300,
      request: 20,
      user: 25,
    })
    expect(records.article).toBeGreaterThanOrEqual(40)
    expect(total).toBe(Object.values(records).reduce((sum, n) => sum + n, 0))
    for (const [path, n] of [
      ['/incidents', 300],
      ['/changes', 20],
      ['/requests', 20],
      ['/cmdb/cis', 60],
      ['/catalog/items', 9],
    ] as const)
      expect((await list(path)).total, `of ${path}`).toBe(n)
  })

  test.for([
    ['/incidents', incidentStates],
    ['/changes', changeStates],
    ['/requests', requestStates],
    ['/knowledge/articles', articleStates],
  ] as const)('has %s in every state', async ([path, states]) => {
    for (const state of states)
      expect((await list(path, { state })).total, `${path} that are ${state}`).toBeGreaterThan(0)
  })

  test('is numbered from one in chronological order', async () => {
    const { data } = await list('/incidents', { sort: 'created_at', order: 'asc', limit: '5' })
    expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((n) => `INC000000${n}`))
    const outage = await get<DemoRecord>('/incidents/INC0000300') // the one in the documentation
    expect(outage).toMatchObject({
      priority: 'P1',
      short_description: 'Porto Vale: hall 2 has no network, packing at a standstill',
    })
    const made = expectOk<DemoRecord>(
      await app.call('POST', '/incidents', { body: { short_description: 'Mine' } }),
      201,
    )
    expect(made.id).toBe('INC0000301')
    expectOk(await app.call('DELETE', `/incidents/${made.id}`), 200)
  })

  test('references only existing records', async () => {
    const [dangling] = await app.query<Record<string, number>>(`select
      (select count(*) from incidents where ci_id is not null and ci_id not in (select id from cis)) as cis,
      (select count(*) from incidents where change_id is not null and change_id not in (select id from changes)) as changes,
      (select count(*) from changes, unnest(ci_ids) as ci where ci not in (select id from cis)) as changed_cis,
      (select count(*) from requests where item_id is not null and item_id not in (select id from catalog_items)) as items,
      (select count(*) from ci_relationships where from_id not in (select id from cis) or to_id not in (select id from cis)) as related,
      (select count(*) from work_notes where incident_id not in (select id from incidents)) as notes,
      (select count(*) from work_notes where body ~ '[{}]') as gaps,
      (select count(*) from incidents i where work_notes_count <> (select count(*) from work_notes n where n.incident_id = i.id)) as miscounted`)
    expect(dangling).toEqual({
      cis: 0,
      changes: 0,
      changed_cis: 0,
      items: 0,
      related: 0,
      notes: 0,
      gaps: 0,
      miscounted: 0,
    })
  })
})

describe('scenarios in the demo data', () => {
  test('articles and incidents are found by realistic questions', async () => {
    const articles = async (q: string) =>
      (await list('/knowledge/articles', { q })).data.map(({ title }) => title)
    expect((await articles('too many connections'))[0]).toBe('PostgreSQL: too many connections')
    expect((await articles('vpn error 13'))[0]).toBe('VPN error numbers and what to do about them')
    expect(await articles('recovery key')).toContain('The laptop asks for a recovery key')
    expect((await list('/incidents', { q: 'BKP-31' })).total).toBeGreaterThan(3)
    expect((await list('/changes', { q: 'gateway' })).total).toBeGreaterThan(1)
    expect((await list('/cmdb/cis', { q: 'lindhaven' })).total).toBeGreaterThan(20)
  })

  test('a core switch affects services over several levels, and an application has as many dependencies', async () => {
    const depthOf = (reach: { data: { depth: number }[] }) =>
      Math.max(...reach.data.map(({ depth }) => depth))
    const { id: core } = await ciNamed('sw-core-lhv')
    const impact = await get<{ data: { name: string; depth: number }[] }>(`/cmdb/cis/${core}/impact`, {
      depth: '10',
    })
    expect(depthOf(impact)).toBeGreaterThanOrEqual(4)
    expect(impact.data.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['san-lhv-01', 'k8s-prod', 'Single sign-on', 'Customer portal']),
    )
    const { id: portal } = await ciNamed('Customer portal')
    const dependencies = await get<{ data: { name: string; depth: number }[] }>(
      `/cmdb/cis/${portal}/dependencies`,
      { depth: '10' },
    )
    expect(depthOf(dependencies)).toBeGreaterThanOrEqual(4)
    expect(dependencies.data.map(({ name }) => name)).toContain('sw-core-lhv')
  })

  test('changes conflict where their windows overlap, and one links the incidents that it caused', async () => {
    const { data } = await list('/changes')
    const colliding = data.filter(({ conflicts }) => (conflicts as unknown[]).length > 0)
    expect(colliding.map(({ short_description }) => short_description).toSorted()).toEqual([
      'Move the heavy reports to the night',
      'PostgreSQL minor release on pg-erp',
      'Second WAN line to Porto Vale',
      'Software of the core switch in Porto Vale',
    ])
    const upgrade = data.find(
      ({ short_description }) => short_description === 'Upgrade the VPN gateway to 7.4.2',
    )!
    const caused = upgrade.incident_ids as string[]
    expect(caused).toHaveLength(11)
    const { data: notes } = await list(`/incidents/${caused[0]}/notes`)
    expect(notes.map(({ body }) => body).join()).toContain(upgrade.id)
    const rejected = data.find(({ state }) => state === 'rejected')!
    expect((rejected.approval as { decisions: { comment: string }[] }).decisions[0]!.comment).toMatch(/\w{4}/)
  })

  test('articles have versions and votes, and some are stale', async () => {
    expect((await list('/knowledge/articles', { q: 'vpn' })).total).toBeGreaterThan(3)
    expect((await list('/knowledge/articles/stale')).total).toBeGreaterThan(3)
    const [told] = await app.query<{ extended: number; votes: number; liked: number }>(`select
      (select count(*) from article_versions v join articles a on a.id = v.article_id where v.body <> a.body) as extended,
      (select count(*) from article_votes) as votes, (select sum(helpful_count) from articles)::bigint as liked`)
    expect(told!.extended).toBeGreaterThan(5)
    expect(told!.votes).toBeGreaterThan(told!.liked)
    expect(told!.liked).toBeGreaterThan(30)
  })
})

describe('the past of the demo data', () => {
  test('is in the history as if it had happened then', async () => {
    const { data } = await list('/incidents', {
      state: 'closed',
      sort: 'created_at',
      order: 'asc',
      limit: '1',
    })
    const { id, created_at, resolved_at, closed_at } = data[0]!
    const history = (await list(`/incidents/${id}/history`)).data
    expect(history[0]).toMatchObject({ action: 'created', at: created_at })
    expect(history.find(({ to }) => to === 'resolved')).toMatchObject({ field: 'state', at: resolved_at })
    expect(history.find(({ to }) => to === 'closed')).toMatchObject({ field: 'state', at: closed_at })
    for (const { actor, actor_id } of history)
      expect([actor, actor_id]).toEqual([
        expect.stringMatching(/@example\.com$|^system@/),
        expect.stringMatching(/^demo_|^system$/),
      ])
  })

  test('never runs backwards: no record was updated before its creation or in the future', async () => {
    for (const table of ['incidents', 'changes', 'requests', 'cis', 'articles', 'catalog_items'])
      expect(
        await app.query(`select id from ${table} where updated_at < created_at or updated_at > now()`),
        `of ${table}`,
      ).toEqual([])
    const [backwards] = await app.query<{ n: number }>(`select count(*) as n from (
      select at < lag(at) over (partition by subject_id order by seq) as earlier from audit_entries
      where actor_id like 'demo%' or subject_type = 'incident') as entries where earlier`)
    expect(backwards!.n).toBe(0)
  })

  test('has SLA clocks that ran: some targets were breached, at the right time', async () => {
    const { at } = await statusOf(app)
    const marks = await app.query<{
      action: string
      n: number
    }>(`select action, count(*) as n from audit_entries
      where action in ('sla_warned', 'sla_breached') and at < '${at}' group by action order by action`)
    expect(marks.map(({ action }) => action)).toEqual(['sla_breached', 'sla_warned'])
    for (const { n } of marks) expect(n).toBeGreaterThan(5)
    const owed = () => app.query(`select id from incidents where sla_next_at <= now() - interval '1 minute'`)
    await eventually(async () => (await owed()).length === 0)
  })

  test('published no events', async () => {
    const [told] =
      await app.query(`select (select count(*) from events where actor_id like 'demo%') as events,
      (select count(*) from outbox where actor_id like 'demo%') as outbox,
      (select count(*) from notifications where kind not in ('sla_warning', 'sla_breached')) as notifications, (select count(*) from deliveries) as deliveries,
      (select count(*) from jobs where type in ('notify-stakeholders', 'load-demo-data')) as jobs`)
    expect(told).toEqual({ events: 0, outbox: 0, notifications: 0, deliveries: 0, jobs: 0 })
  })

  test('is in a valid audit log', async () => {
    expect(await get('/audit/verify')).toMatchObject({ valid: true, first_broken: null })
  })
})

test('people of the demo data are found by name, and cannot sign in', async () => {
  const { data } = await get<{ data: object[] }>('/people', { q: 'okafor' })
  expect(data).toEqual([
    { email: 'maria.okafor@example.com', name: 'Maria Okafor', groups: ['Service Desk'] },
  ])
  expect(await get('/groups', { q: 'network' })).toEqual({
    data: [{ name: 'Network Operations', members: 2 }],
    total: 1,
  })
  const unknown = await app.query(`select assigned_to from incidents
    where assigned_to is not null and assigned_to not in (select email from users)`)
  expect(unknown).toEqual([])
  expect(await app.query(`select from users where id like 'demo%' and password_hash is not null`)).toEqual([])
})
