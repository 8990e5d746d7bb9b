import type { CiRelationship, DependencyGraph, DependencyNode } from '../api/schema.d.ts'
import { groupBy } from './model.ts'

export interface GraphNode extends Pick<
  DependencyNode,
  'id' | 'name' | 'class' | 'status' | 'criticality' | 'open_incidents'
> {
  /** Steps from the centre: negative for dependents, positive for dependencies. */
  depth: number
}

export type PositionedNode = GraphNode & { x: number; y: number }

/** All relationships between two items: those of the first, and those of the second in the other direction. */
export interface MergedEdge {
  from: string
  to: string
  types: string[]
  back: string[]
}

interface Edge extends MergedEdge {
  key: string
  path: string
  /** Position of the label. */
  x: number
  y: number
}

export interface Drawing {
  nodes: PositionedNode[]
  lines: Edge[]
}

export const box = { width: 184, height: 52 }
const gap = { x: 136, y: 16 }
const margin = 12

const maxNodes = 150

/** Merges both directions, nearest first. An item in both, through a cycle, keeps its nearer position. */
export function buildGraph(middle: Omit<GraphNode, 'depth'>, above: DependencyGraph, below: DependencyGraph) {
  const nodes = new Map<string, GraphNode>([[middle.id, { ...middle, depth: 0 }]])
  const found = [...above.data.map((node) => ({ ...node, depth: -node.depth })), ...below.data].toSorted(
    (one, other) => Math.abs(one.depth) - Math.abs(other.depth),
  )
  for (const node of found) if (nodes.size < maxNodes && !nodes.has(node.id)) nodes.set(node.id, node)
  const total = 1 + new Set(found.map(({ id }) => id)).size
  const edges = new Map<string, CiRelationship>()
  for (const edge of [...above.relationships, ...below.relationships])
    if (nodes.has(edge.from) && nodes.has(edge.to) && edge.from !== edge.to) edges.set(keyOf(edge), edge)
  return { nodes: [...nodes.values()], edges: [...edges.values()], total }
}

const keyOf = ({ from, type, to }: CiRelationship) => `${from} ${type} ${to}`

/** One edge for each pair of items, so that labels do not lie on top of each other. */
export function mergeEdges(edges: readonly CiRelationship[]): MergedEdge[] {
  const pairs = new Map<string, MergedEdge>()
  for (const { from, to, type } of edges) {
    const opposite = pairs.get(`${to} ${from}`)
    if (opposite) {
      opposite.back.push(type)
      continue
    }
    const pair = pairs.get(`${from} ${to}`) ?? { from, to, types: [], back: [] }
    pair.types.push(type)
    pairs.set(`${from} ${to}`, pair)
  }
  return [...pairs.values()]
}

/** One column for each step; within it, items are placed near their neighbours in the previous column. */
export function layOut(nodes: readonly GraphNode[], edges: readonly CiRelationship[]): Drawing {
  const columns = orderedColumns(nodes, edges)
  const most = Math.max(...columns.map((column) => column.length))
  const height = most * (box.height + gap.y) - gap.y + 2 * margin
  const placed = columns.flatMap((column, columnIndex) => {
    const top = (height - column.length * (box.height + gap.y) + gap.y) / 2
    return column.map((node, row) => ({
      ...node,
      x: margin + columnIndex * (box.width + gap.x),
      y: top + row * (box.height + gap.y),
    }))
  })
  const byId = new Map(placed.map((node) => [node.id, node]))
  const lines = spreadLabels(
    mergeEdges(edges).map((edge) => edgeOf(edge, byId.get(edge.from)!, byId.get(edge.to)!)),
  )
  return { nodes: placed, lines }
}

const label = { width: 70, height: 15 }

/** Moves labels down until they lie next to each other; edges from one item begin at the same point. */
export function spreadLabels<Label extends { x: number; y: number }>(labels: readonly Label[]): Label[] {
  const placed: Label[] = []
  for (const { ...next } of labels) {
    const isTaken = () =>
      placed.some(({ x, y }) => Math.abs(x - next.x) < label.width && Math.abs(y - next.y) < label.height)
    while (isTaken()) next.y += label.height
    placed.push(next as Label)
  }
  return placed
}

/** From the centre outwards, so that each column is ordered by one that is already in order. */
function orderedColumns(nodes: readonly GraphNode[], edges: readonly CiRelationship[]): GraphNode[][] {
  const near = new Map<string, string[]>()
  for (const { from, to } of edges) {
    near.set(from, [...(near.get(from) ?? []), to])
    near.set(to, [...(near.get(to) ?? []), from])
  }
  const rows = new Map<string, number>()
  const columns = groupBy(nodes, ({ depth }) => depth)
  const outwards = [...columns.keys()].toSorted((one, other) => Math.abs(one) - Math.abs(other))
  for (const depth of outwards) {
    const inner = depth - Math.sign(depth)
    const innerIds = new Set(columns.get(inner)?.map(({ id }) => id))
    const pull = ({ id }: GraphNode) =>
      mean((near.get(id) ?? []).filter((other) => innerIds.has(other)).map((other) => rows.get(other)!))
    const ordered = columns
      .get(depth)!
      .toSorted((one, other) => pull(one) - pull(other) || (one.name < other.name ? -1 : 1))
    ordered.forEach(({ id }, row) => rows.set(id, row - ordered.length / 2))
    columns.set(depth, ordered)
  }
  return [...columns.keys()].toSorted((one, other) => one - other).map((depth) => columns.get(depth)!)
}

const mean = (numbers: number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, n) => sum + n, 0) / numbers.length

/** From the edge of one box to the facing edge of the other; within a column, around the outside. */
function edgeOf(edge: MergedEdge, from: PositionedNode, to: PositionedNode): Edge {
  const [y1, y2] = [from.y + box.height / 2, to.y + box.height / 2]
  const isForward = from.x <= to.x
  const isBeside = from.x === to.x
  const x1 = isForward ? from.x + box.width : from.x
  const x2 = isForward && !isBeside ? to.x : to.x + box.width
  const bend = isBeside ? gap.x / 2 : (x2 - x1) / 2
  const [c1, c2] = [x1 + bend, isBeside ? x2 + bend : x2 - bend]
  // A quarter of the way from the outer end, because lines converge at the inner one.
  const [x, y, dx, dy] =
    Math.abs(from.depth) > Math.abs(to.depth) ? [x1, y1, x2 - x1, y2 - y1] : [x2, y2, x1 - x2, y1 - y2]
  return {
    ...edge,
    key: `${edge.from} ${edge.to}`,
    path: `M ${x1} ${y1} C ${c1} ${y1}, ${c2} ${y2}, ${x2} ${y2}`,
    x: isBeside ? x1 + (3 / 4) * bend : x + 0.297 * dx,
    y: isBeside ? (y1 + y2) / 2 : y + 0.156 * dy,
  }
}
