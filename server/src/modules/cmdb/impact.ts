import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Db } from '../../db/ctx.ts'
import { asReference } from '../../db/reference.ts'
import { allRows } from '../../db/rows.ts'
import { NamedObject, Nullable } from '../../kernel/schema.ts'

const maxNodes = 1000
const maxRelationships = 5000

const Node = NamedObject('DependencyNode', {
  id: Type.String(),
  name: Type.String(),
  class: Type.String(),
  status: Type.String(),
  environment: Nullable(Type.String()),
  criticality: Nullable(Type.String()),
  owner: Nullable(Type.String()),
  support_group: Nullable(Type.String()),
  depth: Type.Integer({ description: 'Steps on the shortest path' }),
  via: Type.Object(
    { type: Type.String(), ci_id: Type.String() },
    { description: 'The previous CI on the path, and the relationship to it' },
  ),
  open_incidents: Type.Integer(),
  open_changes: Type.Integer(),
})

const Edge = NamedObject('CiRelationship', { from: Type.String(), type: Type.String(), to: Type.String() })

export const DependencyNodes = Type.Object({
  ci_id: Type.String(),
  depth: Type.Integer(),
  data: Type.Array(Node, { description: 'The nearest first' }),
  total: Type.Integer({ description: 'Number of returned items' }),
  truncated: Type.Boolean({ description: `There are more CIs, deeper or beyond ${maxNodes}` }),
})
export type DependencyNodes = Static<typeof DependencyNodes>

export const DependencyGraph = NamedObject('DependencyGraph', {
  ...DependencyNodes.properties,
  relationships: Type.Array(Edge, {
    description: `All relationships between these CIs, not only the shortest paths; at most ${maxRelationships}`,
  }),
})

interface Question {
  depth: number
  types: readonly string[]
}

interface Direction {
  near: 'from_id' | 'to_id'
  far: 'from_id' | 'to_id'
}
const backward: Direction = { near: 'to_id', far: 'from_id' }
const forward: Direction = { near: 'from_id', far: 'to_id' }

/** Direct and indirect dependents of a CI. */
export const impactOf = (db: Db, id: string, question: Question) =>
  traverse(db, id, backward, forward, question)

/** Direct and indirect dependencies of a CI. */
export const dependenciesOf = (db: Db, id: string, question: Question) =>
  traverse(db, id, forward, backward, question)

/** Adds all relationships between the returned CIs, for drawing the graph. */
export async function withEdges(db: Db, graph: DependencyNodes, types: readonly string[]) {
  const ids = [graph.ci_id, ...graph.data.map(({ id }) => id)]
  const relationships = await allRows(
    db,
    sql<Static<typeof Edge>>`
    select from_id as "from", type, to_id as "to" from ci_relationships
    where from_id = any(${ids}::text[]) and to_id = any(${ids}::text[]) and type = any(${types}::text[])
    order by 1, 3, 2 limit ${sql.lit(maxRelationships)}`,
  )
  return { ...graph, relationships }
}

/** The CIs one step away from `node`. `part_of` is followed in the opposite direction, because a system depends on its parts. */
function steps(name: string, direction: Direction, types: readonly string[]) {
  const [node, near, far] = [name, direction.near, direction.far].map((each) => sql.ref(each))
  return sql`(
  select ${far} as id, type from ci_relationships
  where ${near} = ${node} and type = any(${types}::text[]) and type <> 'part_of'
  union all
  select ${near}, type from ci_relationships
  where ${far} = ${node} and type = any(${types}::text[]) and type = 'part_of')`
}

/**
 * Breadth-first search with one row per level: the CIs of that level, and all that were visited. Cycles end, and the cost
 * depends on the number of edges, not of paths. One level more than requested shows whether there are more CIs. The steps
 * of a level are materialized, because without statistics the planner would take them again for every CI.
 */
async function traverse(
  db: Db,
  id: string,
  onward: Direction,
  back: Direction,
  { depth, types }: Question,
): Promise<DependencyNodes> {
  const rows = await allRows(
    db,
    sql<Static<typeof Node> & { is_more: boolean }>`
    with recursive levels as (
      select 0 as depth, array[id] as front, array[id] as seen from cis where id = ${id}
      union all
      select depth + 1, next.front, seen || next.front
      from levels, lateral (
        with step as materialized (
          select distinct step.id from unnest(levels.front) as at(node),
            lateral ${steps('at.node', onward, types)} as step
          where step.id <> all(levels.seen))
        select array_agg(id) as front from (
          select id from step join cis using (id) where cis.deleted_at is null
          order by 1 limit ${sql.lit(maxNodes + 1)}) as found) as next
      where depth <= ${depth} and cardinality(seen) <= ${sql.lit(maxNodes + 1)} and next.front is not null),
    found as (
      select depth, unnest(front) as id, (select max(depth) from levels) > ${depth} as is_more from levels
      where depth between 1 and ${depth} order by 1, 2 limit ${sql.lit(maxNodes + 1)})
    select cis.id, name, class, status, environment, criticality, owner, support_group, found.depth, via, is_more,
      (select count(*) from incidents where ci_id = ${asReference('cis.id')} and deleted_at is null
        and state not in ('resolved', 'closed', 'cancelled')) as open_incidents,
      (select count(*) from changes where ci_ids @> array[${asReference('cis.id')}] and deleted_at is null
        and state not in ('closed', 'cancelled')) as open_changes
    from found join cis on cis.id = found.id, lateral (
      select jsonb_build_object('type', step.type, 'ci_id', step.id) as via
      from levels as nearer, ${steps('found.id', back, types)} as step
      where nearer.depth = found.depth - 1 and step.id = any(nearer.front)
      order by step.id, step.type limit 1) as way
    order by found.depth, cis.id`,
  )
  const data = rows.slice(0, maxNodes).map((row) => {
    const { is_more: _, ...node } = row
    return node
  })
  const truncated = rows.length > maxNodes || rows.some(({ is_more }) => is_more)
  return { ci_id: id, depth, data, total: data.length, truncated }
}
