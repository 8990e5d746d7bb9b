import type { Ctx } from '../../../db/ctx.ts'
import { impactOf, type DependencyNodes } from '../../cmdb/impact.ts'
import { dependencyTypes } from '../../cmdb/model.ts'
import type { Source } from '../cache/model.ts'
import { quote } from '../text/quote.ts'
import { countBy, isService, levelOf, type Extent } from './level.ts'
import type { Impact, Level } from './model.ts'
import * as store from './store.ts'

const depth = 5
/** More CIs than any change should have. */
const maxRoots = 20
const maxListed = 20

interface RelatedRecord {
  id: string
  ci_ids: string[]
  priority?: string
  risk?: Level
}

/** What a failure of these CIs would affect, and what is already wrong there. */
export async function assess(
  ctx: Ctx,
  { id: except, ci_ids, priority, risk }: RelatedRecord,
): Promise<{ findings: Impact; sources: Source[] }> {
  const roots = await store.cisAmong(ctx.db, ci_ids.slice(0, maxRoots))
  const results: DependencyNodes[] = []
  for (const { id } of roots) results.push(await impactOf(ctx.db, id, { depth, types: dependencyTypes }))
  const affected = mergeNodes(results, new Set(roots.map(({ id }) => id)))
  const touched = [...roots, ...affected]
  const open = await store.openOn(
    ctx.db,
    touched.map(({ id }) => id),
    maxListed,
    { except, to: ctx.now },
  )
  const extent: Extent = {
    roots,
    affected,
    open_priorities: open.map((incident) => incident.priority),
    ...(priority !== undefined && { priority }),
    ...(risk !== undefined && { risk }),
  }
  const { base_url } = ctx.config
  const versions = await store.cisAmong(ctx.db, affected.map(({ id }) => id).slice(0, 100))
  return {
    findings: {
      ...levelOf(extent),
      ci_ids: roots.map(({ id }) => id),
      affected_count: affected.length,
      truncated: ci_ids.length > maxRoots || results.some(({ truncated }) => truncated),
      by_class: countBy(affected, 'class'),
      by_criticality: countBy(affected, 'criticality'),
      by_environment: countBy(affected, 'environment'),
      affected_services: touched
        .filter(isService)
        .slice(0, maxListed)
        .map(({ id, name, class: kind, criticality }) => ({ id, name, class: kind, criticality })),
      open_incidents: open.map(({ id, priority, short_description, ci_id }) => ({
        id,
        priority,
        short_description: quote(short_description, base_url, 255),
        ci_id,
      })),
      evidence: affected.slice(0, maxListed).map(({ id, name, via }) => ({
        kind: 'ci' as const,
        id,
        statement: `${name} (${id}) ${wayOf(via)}`,
      })),
    },
    sources: [
      ...[...roots, ...versions].map(({ id, version }) => ({ kind: 'ci' as const, id, version })),
      ...open.map(({ id, version }) => ({ kind: 'incident' as const, id, version })),
    ],
  }
}

type DependencyNode = DependencyNodes['data'][number]

/** `part_of` points from the part to the whole, and the whole fails with its part. */
const wayOf = ({ type, ci_id }: DependencyNode['via']) =>
  type === 'part_of' ? `has ${ci_id} as a part` : `${type.replaceAll('_', ' ')} ${ci_id}`

function mergeNodes(results: DependencyNodes[], roots: Set<string>): DependencyNode[] {
  const nearest = new Map<string, DependencyNode>()
  for (const node of results.flatMap(({ data }) => data).toSorted((one, other) => one.depth - other.depth))
    if (!roots.has(node.id) && !nearest.has(node.id)) nearest.set(node.id, node)
  return [...nearest.values()]
}
