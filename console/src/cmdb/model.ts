import type { DependencyGraph, DependencyNode } from '../api/schema.d.ts'

export const path = '/cmdb/cis'

/** How many steps the graph is followed. */
export const depths = ['1', '2', '3', '5', '10']

/** Suggestions; these fields are free text. */
export const usual = {
  class: ['application', 'database', 'network', 'printer', 'server', 'service', 'storage'],
  status: ['planned', 'operational', 'maintenance', 'in_repair', 'retired'],
  environment: ['production', 'staging', 'test', 'development'],
  type: ['depends_on', 'runs_on', 'hosted_on', 'uses', 'part_of', 'connects_to'],
} as const

/** The path from a reached item back to the start, the reached item first. */
export function pathTo(graph: DependencyGraph, node: DependencyNode): DependencyNode[] {
  const nodes = new Map(graph.data.map((each) => [each.id, each]))
  const way: DependencyNode[] = []
  for (let at: DependencyNode | undefined = node; at; at = nodes.get(at.via.ci_id)) way.push(at)
  return way
}

/** The maximum number of IDs that fit into a URL. */
const maxIds = 150

/** This item and its nearest dependents with open records, and how many there are. */
export function affectedBy({ ci_id, data }: DependencyGraph, count: 'open_incidents' | 'open_changes') {
  const ids = [ci_id, ...data.filter((node) => node[count] > 0).map(({ id }) => id)]
  return { ids: ids.slice(0, maxIds), total: ids.length }
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Counts the items by name, highest count first. */
export const countBy = <Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, number][] =>
  [...groupBy(items, nameOf)]
    .map(([name, group]): [string, number] => [name, group.length])
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))

export interface Branch {
  node: DependencyNode
  branches: Branch[]
}

/** The reached items as a tree, each under the step before it. */
export function treeOf({ ci_id, data }: DependencyGraph): Branch[] {
  const under = groupBy(data, ({ via }) => via.ci_id)
  const grow = (id: string): Branch[] =>
    (under.get(id) ?? []).map((node) => ({ node, branches: grow(node.id) }))
  return grow(ci_id)
}
