import type { Ctx } from '../../../db/ctx.ts'
import { apiRoot } from '../../../http/api.ts'
import { counted } from '../../../kernel/counted.ts'
import { dependenciesOf, impactOf, type DependencyNodes } from '../../cmdb/impact.ts'
import { dependencyTypes } from '../../cmdb/model.ts'
import { spanText } from './language/describe.ts'
import { isTime, type Meaning } from './language/meaning.ts'
import type { Part, AnswerBody } from './model.ts'
import { load } from './records.ts'
import { entriesOf } from './record-details.ts'
import { factLine, lineOf, partOf, plainAnswer, pathOf, safeText, urlOf } from './answer-text.ts'
import { missing } from './show.ts'
import * as store from './store.ts'

/** Activity on a CI in a period: changes that were planned or changed state, incidents, and edits in the CMDB. */
export async function changesOn(ctx: Ctx, { conditions }: Meaning): Promise<AnswerBody> {
  const where = conditions.filter((each) => !isTime(each))
  const ci = where.find(({ field }) => field === 'ci_id')
  const { ids, names } =
    ci?.field === 'ci_id' ? { ids: ci.values, names: ci.labels ?? ci.values } : { ids: [], names: [] }
  const span = conditions.find(isTime)!.span
  const find = async (noun: 'change' | 'incident', field: 'activity' | 'created_at'): Promise<Part> => {
    const meaning = { noun, conditions: [...where, { field, span }] }
    return partOf(ctx, meaning, await store.find(ctx, meaning))
  }
  const changes = await find('change', 'activity')
  const incidents = await find('incident', 'created_at')
  const [id] = ids.length === 1 ? ids : []
  const edits = id === undefined ? undefined : await entriesOf(ctx, { type: 'ci', id }, span)
  const history: Part[] = (edits ? [edits] : []).map(({ rows, total }) => ({
    type: 'history',
    total,
    query: `${apiRoot}/cmdb/cis/${id}/history`,
    records: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  }))
  const at = ids.length > 0 ? ` on ${names.join(' or ')}` : ''
  const answer = [
    `Changes${at} planned or worked on ${spanText(span)}: ${changes.total || 'none'}.`,
    ...changes.records.map((record) => lineOf(ctx, 'change', record as store.FoundRecord)),
    `Incidents${at} opened ${spanText(span)}: ${incidents.total || 'none'}.`,
    ...incidents.records.map((record) => lineOf(ctx, 'incident', record as store.FoundRecord)),
    ...(edits?.total ? [`${counted(edits.total, 'edit')} in the CMDB:`, ...edits.lines] : []),
  ].join('\n')
  return plainAnswer(answer, 'changes_on', {
    results: { ...changes, also: [incidents, ...history] },
    ...(id !== undefined && { memory: { record: { type: 'ci' as const, id } } }),
  })
}

/** The default of the route. */
const depth = 5
const maxShown = 20

/** What depends on a CI, or what it depends on, from the CMDB. */
export async function showDependencies(ctx: Ctx, { intent, record: ref }: Meaning): Promise<AnswerBody> {
  const ci = await load(ctx, ref!)
  if (!ci) return missing(ref!)
  const isImpact = intent === 'impact'
  const find = isImpact ? impactOf : dependenciesOf
  const found = await find(ctx.db, ci.id, { depth, types: dependencyTypes })
  const shown = found.data.slice(0, maxShown)
  const lines = [headOf(ctx, ci.name, isImpact, found), ...shown.map((each) => nodeLine(ctx, each))]
  return plainAnswer(lines.join('\n'), intent as 'impact' | 'dependencies', {
    results: {
      type: 'ci',
      total: found.total,
      query: `${pathOf('ci', ci.id)}/${intent}`,
      records: shown.map((each) => ({ ...each, url: urlOf(ctx, 'ci', each.id) })),
    },
    memory: { record: ref! },
  })
}

function headOf(
  ctx: Ctx,
  ciName: unknown,
  isImpact: boolean,
  { total, data, truncated }: DependencyNodes,
): string {
  const name = safeText(ctx, ciName)
  if (total === 0) return isImpact ? `Nothing depends on ${name}.` : `${name} depends on nothing else.`
  const critical = data.filter(({ criticality }) => criticality === 'critical').length
  const more = `${truncated ? ', and there are more' : ''}${critical > 0 ? `; ${critical} of them critical` : ''}`
  const items = counted(total, 'configuration item')
  return isImpact
    ? `${items} ${total === 1 ? 'depends' : 'depend'} on ${name} and would be affected if it fails${more}:`
    : `${name} depends on ${items}${more}:`
}

function nodeLine(
  ctx: Ctx,
  { id, name, class: kind, criticality, depth, open_incidents }: DependencyNodes['data'][number],
): string {
  const distance = depth === 1 ? 'directly' : `${depth} steps away`
  const open = open_incidents > 0 && counted(open_incidents, 'open incident')
  return factLine(ctx, id, name, [kind, criticality, distance, open])
}
