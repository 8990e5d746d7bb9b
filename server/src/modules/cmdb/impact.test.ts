import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { driveChanges } from '../../../test/changes.ts'
import { driveCmdb, type DependencyGraph } from '../../../test/cmdb.ts'
import { driveIncidents, expectOk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const cmdb = driveCmdb(app)

/** Creates CIs by their names from `from type to`. */
async function graph(...relations: string[]): Promise<Record<string, string>> {
  const parsed = relations.map((relation) => relation.split(' ') as [string, string, string])
  const ids: Record<string, string> = {}
  for (const name of new Set(parsed.flatMap(([from, , to]) => [from, to])))
    ids[name] = (await cmdb.create({ name })).id
  for (const name of new Set(parsed.map(([from]) => from))) {
    const own = parsed.filter(([from]) => from === name)
    const relationships = own.map(([, type, to]) => ({ type, ci_id: ids[to]! }))
    await cmdb.change(ids[name]!, { relationships })
  }
  return ids
}

/** By index, as the statistics of PostgreSQL count it; they are a moment behind. */
const relationshipsRead = async () =>
  (
    await app.query<{ read: number }>(
      `select idx_tup_read::int as read from pg_stat_user_indexes where indexrelname = 'ci_relationships_pkey'`,
    )
  )[0]!.read

const namesIn = ({ data }: DependencyGraph) => data.map(({ name, depth }) => `${depth} ${name}`)

describe('impact and dependencies', () => {
  // First, while nothing is known about the sizes of the tables.
  test('the cost in a dense graph is proportional to its edges', async () => {
    // Ten layers of thirty, each depending on all of the layer below: 30^9 paths from top to bottom.
    await app.query(`insert into cis (id, name, class, status, ip_addresses, attributes, created_at, updated_at)
        select 'CI77' || layer || lpad(n::text, 2, '0'), 'net', 'server', 'operational', '{}', '{}', now(), now()
        from generate_series(0, 9) layer, generate_series(0, 29) n`)
    await app.query(`insert into ci_relationships (from_id, type, to_id)
        select 'CI77' || layer || lpad(a::text, 2, '0'), 'depends_on', 'CI77' || layer - 1 || lpad(b::text, 2, '0')
        from generate_series(1, 9) layer, generate_series(0, 29) a, generate_series(0, 29) b`)
    const before = await relationshipsRead()
    const graph = await cmdb.graph('CI77900', 'dependencies', { depth: '10' })
    expect(graph).toMatchObject({ total: 270, truncated: false })
    await eventually(async () => (await relationshipsRead()) > before)
    expect((await relationshipsRead()) - before).toBeLessThan(30_000) // each of the 8,100 edges at most thrice
    expect(graph.data.at(-1)).toMatchObject({ id: 'CI77029', depth: 9, via: { ci_id: 'CI77100' } })
  })

  test('follow every type of dependency, transitively, by the shortest path', async () => {
    const ids = await graph(
      'shop depends_on api',
      'shop uses mail',
      'api runs_on vm',
      'vm hosted_on host',
      'mail runs_on vm',
      'report depends_on shop',
      'host connects_to switch',
      'vm backed_up_by tape',
    )
    const impact = await cmdb.graph(ids.vm!, 'impact')
    expect(namesIn(impact)).toEqual(['1 api', '1 mail', '2 shop', '3 report'])
    expect(impact).toMatchObject({ ci_id: ids.vm, depth: 5, total: 4, truncated: false })
    expect(impact.data[2]).toEqual({
      id: ids.shop,
      name: 'shop',
      class: 'unknown',
      status: 'operational',
      environment: null,
      criticality: null,
      owner: null,
      support_group: null,
      depth: 2,
      via: { type: 'depends_on', ci_id: ids.api },
      open_incidents: 0,
      open_changes: 0,
    })
    expect(namesIn(await cmdb.graph(ids.shop!, 'dependencies'))).toEqual([
      '1 api',
      '1 mail',
      '2 vm',
      '3 host',
    ])
    expect(namesIn(await cmdb.graph(ids.switch!, 'impact'))).toEqual([])
    expect(namesIn(await cmdb.graph(ids.report!, 'impact'))).toEqual([])
  })

  test('return all relationships between the returned CIs, not only the shortest paths', async () => {
    const ids = await graph(
      'shop depends_on api',
      'shop uses vm',
      'api runs_on vm',
      'vm part_of cluster',
      'shop connects_to api',
      'other uses api',
    )
    const named = async (graph: Promise<DependencyGraph>) => {
      const nameOf = (id: string) => Object.entries(ids).find(([, other]) => other === id)![0]
      return (await graph).relationships
        .map(({ from, type, to }) => `${nameOf(from)} ${type} ${nameOf(to)}`)
        .toSorted()
    }
    const below = ['api runs_on vm', 'shop depends_on api', 'shop uses vm']
    expect(await named(cmdb.graph(ids.shop!, 'dependencies'))).toEqual(below)
    expect(await named(cmdb.graph(ids.shop!, 'dependencies', { types: 'uses' }))).toEqual(['shop uses vm'])
    expect(await named(cmdb.graph(ids.vm!, 'impact'))).toEqual([
      'api runs_on vm',
      'other uses api',
      'shop depends_on api',
      'shop uses vm',
      'vm part_of cluster',
    ])
    expect(await named(cmdb.graph(ids.other!, 'impact'))).toEqual([])
  })

  test('a whole depends on its parts', async () => {
    const ids = await graph('node part_of cluster', 'shop depends_on cluster')
    expect(namesIn(await cmdb.graph(ids.node!, 'impact'))).toEqual(['1 cluster', '2 shop'])
    expect(namesIn(await cmdb.graph(ids.cluster!, 'impact'))).toEqual(['1 shop'])
    expect(namesIn(await cmdb.graph(ids.shop!, 'dependencies'))).toEqual(['1 cluster', '2 node'])
  })

  test('follow only the requested types', async () => {
    const ids = await graph('a depends_on b', 'c uses b', 'd uses c', 'e depends_on c')
    const types = async (types: string) => namesIn(await cmdb.graph(ids.b!, 'impact', { types }))
    expect(await types('uses')).toEqual(['1 c', '2 d'])
    expect(await types('depends_on,uses')).toEqual(['1 a', '1 c', '2 d', '2 e'])
  })

  test('terminate in a cycle', async () => {
    const ids = await graph(
      'a depends_on b',
      'b depends_on c',
      'c depends_on a',
      'd depends_on a',
      'b uses c',
    )
    for (const depth of ['5', '10']) {
      expect(namesIn(await cmdb.graph(ids.a!, 'dependencies', { depth }))).toEqual(['1 b', '2 c'])
      expect(namesIn(await cmdb.graph(ids.a!, 'impact', { depth }))).toEqual(['1 c', '1 d', '2 b'])
    }
    const two = await graph('left depends_on right', 'right depends_on left')
    expect(namesIn(await cmdb.graph(two.left!, 'impact'))).toEqual(['1 right'])
  })

  test('go as deep as requested, and report if there is more', async () => {
    const chain = Array.from({ length: 12 }, (_, i) => `n${i + 1} depends_on n${i}`)
    const ids = await graph(...chain)
    for (const depth of [1, 5, 10]) {
      const graph = await cmdb.graph(ids.n0!, 'impact', { depth: String(depth) })
      expect(namesIn(graph)).toEqual(chain.slice(0, depth).map((_, i) => `${i + 1} n${i + 1}`))
      expect(graph).toMatchObject({ depth, total: depth, truncated: true })
    }
    expect(await cmdb.graph(ids.n2!, 'impact', { depth: '10' })).toMatchObject({
      total: 10,
      truncated: false,
    })
    expect((await cmdb.graph(ids.n0!, 'impact')).total).toBe(5)
    for (const query of ['depth=0', 'depth=11', 'depth=x', 'types=likes', 'types='])
      expectProblem(await app.call('GET', `/cmdb/cis/${ids.n0}/impact?${query}`), 400, 'validation_error')
    expectProblem(await app.call('GET', '/cmdb/cis/CI9000999/impact'), 404, 'not_found')
  })

  test('do not pass through deleted CIs', async () => {
    const ids = await graph('a depends_on b', 'b depends_on c', 'd depends_on c')
    await cmdb.remove(ids.b!)
    expect(namesIn(await cmdb.graph(ids.c!, 'impact'))).toEqual(['1 d'])
    expect(namesIn(await cmdb.graph(ids.a!, 'dependencies'))).toEqual([])
  })

  test('return at most 1,000, the nearest first', async () => {
    const { id } = await cmdb.create({ name: 'hub' })
    await app.query(`with made as (
        insert into cis (id, name, class, status, ip_addresses, attributes, created_at, updated_at)
        select ci_id(nextval('ci_numbers')), 'spoke', 'server', 'operational', '{}', '{}', now(), now()
        from generate_series(1, 1200) returning id)
      insert into ci_relationships (from_id, type, to_id) select id, 'depends_on', '${id}' from made`)
    const impact = await cmdb.graph(id, 'impact')
    expect(impact).toMatchObject({ total: 1000, truncated: true })
    expect(new Set(impact.data.map((node) => node.id)).size).toBe(1000)
    expect((await cmdb.get(id)).related_from).toHaveLength(1000)
    expect((await cmdb.list({ related_to: id })).total).toBe(1200)
  })
})

describe('open records of a CI', () => {
  test('are counted in the impact: not resolved, cancelled or deleted', async () => {
    const incidents = driveIncidents(app)
    const ids = await graph('shop depends_on api', 'report depends_on shop')
    for (const state of [
      'new',
      'in_progress',
      'on_hold',
      'reopened',
      'resolved',
      'closed',
      'cancelled',
    ] as const)
      await incidents.inState(state, { ci_id: ids.shop })
    await incidents.remove((await incidents.create({ ci_id: ids.shop })).id)
    const { data } = await cmdb.graph(ids.api!, 'impact')
    expect(data.map(({ name, open_incidents }) => [name, open_incidents])).toEqual([
      ['shop', 4],
      ['report', 0],
    ])
  })

  test('include changes until they are closed or cancelled', async () => {
    const changes = await driveChanges(app)
    const ids = await graph('shop depends_on api')
    for (const state of ['draft', 'submitted', 'scheduled', 'closed', 'cancelled'] as const)
      await changes.inState(state, { ci_ids: [ids.shop!, ids.api!] })
    await changes.remove((await changes.create({ ci_ids: [ids.shop!] })).id)
    const { data } = await cmdb.graph(ids.api!, 'impact')
    expect(data.map(({ name, open_changes }) => [name, open_changes])).toEqual([['shop', 3]])
  })

  test('changes are listed by CI: the open ones, or those in the requested states', async () => {
    const changes = await driveChanges(app)
    const [{ id }, other] = [await cmdb.create(), await cmdb.create()]
    const states = ['draft', 'submitted', 'approved', 'rejected', 'review', 'closed', 'cancelled'] as const
    for (const state of states) await changes.inState(state, { ci_ids: [id] })
    await changes.create({ ci_ids: [other.id] })
    const statesOf = async (query: Record<string, string> = {}) =>
      expectOk<ListPage<{ state: string }>>(
        await app.call('GET', `/cmdb/cis/${id}/changes`, { query: { order: 'asc', ...query } }),
        200,
      ).data.map(({ state }) => state)
    expect(await statesOf()).toEqual(['draft', 'submitted', 'approved', 'rejected', 'review'])
    expect(await statesOf({ state: 'closed,cancelled' })).toEqual(['closed', 'cancelled'])
    expectProblem(await app.call('GET', '/cmdb/cis/CI9000999/changes'), 404, 'not_found')
  })
})
