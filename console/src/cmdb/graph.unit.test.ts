import { expect, test } from 'vitest'
import type { DependencyGraph, DependencyNode } from '../api/schema.d.ts'
import { box, buildGraph, layOut, mergeEdges, spreadLabels, type GraphNode } from './graph.ts'
import { affectedBy, treeOf, pathTo } from './model.ts'

const reached = (id: string, depth: number, via: string): DependencyNode => ({
  id,
  name: id,
  class: 'server',
  status: 'operational',
  environment: null,
  criticality: null,
  owner: null,
  support_group: null,
  depth,
  via: { type: 'depends_on', ci_id: via },
  open_incidents: 0,
  open_changes: 0,
})

/** Takes `from to` for each relationship. */
const edgesOf = (...pairs: string[]) =>
  pairs.map((pair) => ({ from: pair.split(' ')[0]!, type: 'depends_on', to: pair.split(' ')[1]! }))

const graphOf = (ci_id: string, data: DependencyNode[], ...pairs: string[]): DependencyGraph => ({
  ci_id,
  depth: 3,
  data,
  total: data.length,
  truncated: false,
  relationships: edgesOf(...pairs),
})

const middle = {
  id: 'api',
  name: 'api',
  class: 'service',
  status: 'operational',
  criticality: null,
  open_incidents: 0,
}
const above = graphOf(
  'api',
  [reached('shop', 1, 'api'), reached('report', 2, 'shop')],
  'shop api',
  'report shop',
)
const below = graphOf('api', [reached('db', 1, 'api'), reached('vm', 2, 'db')], 'api db', 'db vm', 'api vm')

test('dependents are left of the item, dependencies right of it, one column for each step', () => {
  const { nodes, edges, total } = buildGraph(middle, above, below)
  expect(total).toBe(5)
  const drawing = layOut(nodes, edges)
  const columns = drawing.nodes.map(({ id, x }) => [id, x] as const).toSorted(([, x], [, y]) => x - y)
  expect(columns.map(([id]) => id)).toEqual(['report', 'shop', 'api', 'db', 'vm'])
  expect(new Set(columns.map(([, x]) => x)).size).toBe(5)
  expect(drawing.lines.map(({ key }) => key)).toEqual([
    'shop api',
    'report shop',
    'api db',
    'db vm',
    'api vm',
  ])
})

test('several relationships between two items become one line, in both directions', () => {
  const edges = [
    { from: 'api', type: 'depends_on', to: 'db' },
    { from: 'api', type: 'uses', to: 'db' },
    { from: 'db', type: 'monitors', to: 'api' },
    { from: 'db', type: 'runs_on', to: 'vm' },
  ]
  expect(mergeEdges(edges)).toEqual([
    { from: 'api', to: 'db', types: ['depends_on', 'uses'], back: ['monitors'] },
    { from: 'db', to: 'vm', types: ['runs_on'], back: [] },
  ])
})

test('boxes do not overlap and lie to the right of and below the origin', () => {
  const many = Array.from({ length: 40 }, (_, n) =>
    reached(`n${n}`, 1 + (n % 3), n < 3 ? 'api' : `n${n % 3}`),
  )
  const { nodes, edges } = buildGraph(middle, graphOf('api', []), graphOf('api', many))
  const drawing = layOut(nodes, edges)
  for (const one of drawing.nodes) {
    expect(one.x >= 0 && one.y >= 0).toBe(true)
    const others = drawing.nodes.filter((other) => other !== one && other.x === one.x)
    expect(others.every((other) => Math.abs(one.y - other.y) >= box.height)).toBe(true)
  }
})

test('lines cross only if they have to', () => {
  const node = (id: string, depth: number): GraphNode => ({ ...middle, id, name: id, depth })
  const nodes = [node('m', 0), node('a', 1), node('b', 1), node('x', 2), node('y', 2)]
  const drawing = layOut(nodes, edgesOf('m a', 'm b', 'a y', 'b x'))
  const rowOf = (id: string) => drawing.nodes.find((each) => each.id === id)!.y
  expect(rowOf('a') < rowOf('b')).toBe(rowOf('y') < rowOf('x'))
})

test('labels do not lie on top of each other', () => {
  const labels = [
    { x: 0, y: 0 },
    { x: 5, y: 4 },
    { x: 0, y: 8 },
    { x: 200, y: 0 },
  ]
  expect(spreadLabels(labels)).toEqual([
    { x: 0, y: 0 },
    { x: 5, y: 19 },
    { x: 0, y: 38 },
    { x: 200, y: 0 },
  ])
})

test('an item in a cycle is drawn once at its nearest position, and a lone item is drawn too', () => {
  const round = graphOf('api', [reached('a', 1, 'api'), reached('b', 2, 'a')], 'a api', 'b a', 'api b')
  const back = graphOf('api', [reached('b', 1, 'api'), reached('a', 2, 'b')], 'api b', 'b a', 'a api')
  const { nodes, edges } = buildGraph(middle, round, back)
  expect(nodes.map(({ id, depth }) => `${id} ${depth}`)).toEqual(['api 0', 'a -1', 'b 1'])
  expect(layOut(nodes, edges).lines).toHaveLength(3)
  const alone = buildGraph(middle, graphOf('api', []), graphOf('api', []))
  expect(layOut(alone.nodes, alone.edges)).toMatchObject({ nodes: [{ id: 'api' }], lines: [] })
})

test('of very many items, the nearest are drawn', () => {
  const many = Array.from({ length: 400 }, (_, n) => reached(`n${n}`, n < 100 ? 1 : 2, 'api'))
  const { nodes, total } = buildGraph(middle, graphOf('api', many), graphOf('api', []))
  expect(total).toBe(401)
  expect(nodes).toHaveLength(150)
  expect(nodes.filter(({ depth }) => depth === -1)).toHaveLength(100)
})

test('the tree and the path contain the same items as the drawing', () => {
  expect(treeOf(above)).toMatchObject([
    { node: { id: 'shop' }, branches: [{ node: { id: 'report' }, branches: [] }] },
  ])
  expect(pathTo(above, above.data[1]!).map(({ id }) => id)).toEqual(['report', 'shop'])
})

test('as many affected items are asked for as a URL has room for, the nearest first', () => {
  const nodes = Array.from({ length: 200 }, (_, n) => ({
    ...reached(`N${n}`, 1, 'A'),
    open_incidents: n % 2,
  }))
  const few = affectedBy(graphOf('A', nodes), 'open_incidents')
  expect([few.ids.length, few.total, few.ids.slice(0, 3)]).toEqual([101, 101, ['A', 'N1', 'N3']])
  const many = affectedBy(
    graphOf(
      'A',
      nodes.map((node) => ({ ...node, open_changes: 1 })),
    ),
    'open_changes',
  )
  expect([many.ids.length, many.total]).toEqual([150, 201])
})
