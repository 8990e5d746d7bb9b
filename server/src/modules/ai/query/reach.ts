import type { Ctx } from '../../../db/ctx.ts'
import { dependenciesOf, impactOf, type Reach } from '../../cmdb/impact.ts'
import { dependencyTypes } from '../../cmdb/model.ts'
import type { Meaning } from './language/meaning.ts'
import type { AnswerBody } from './model.ts'
import { plainAnswer } from './plain-answers.ts'
import { load } from './records.ts'
import { missing } from './show.ts'
import { pathOf, quoted, urlOf } from './telling.ts'

/** The same as the route without parameters. */
const depth = 5
const maxShown = 20

/** What depends on a CI, or what it depends on, from the CMDB. */
export async function reach(ctx: Ctx, { intent, record: ref }: Meaning): Promise<AnswerBody> {
  const ci = await load(ctx, ref!)
  if (!ci) return missing(ref!)
  const isImpact = intent === 'impact'
  const find = isImpact ? impactOf : dependenciesOf
  const found = await find(ctx.db, ci.id, { depth, types: dependencyTypes })
  const shown = found.data.slice(0, maxShown)
  const lines = [headOf(ctx, ci.name, isImpact, found), ...shown.map((each) => lineOf(ctx, each))]
  return plainAnswer(lines.join('\n'), intent as 'impact' | 'dependencies', {
    results: {
      type: 'ci',
      total: found.total,
      query: `${pathOf('ci', ci.id)}/${intent}`,
      records: shown.map((each) => ({ ...each, url: urlOf(ctx, 'ci', each.id) })),
    },
    record: ref!,
  })
}

function headOf(ctx: Ctx, ciName: unknown, isImpact: boolean, { total, data, truncated }: Reach): string {
  const name = quoted(ctx, ciName)
  if (total === 0) return isImpact ? `Nothing depends on ${name}.` : `${name} depends on nothing else.`
  const critical = data.filter(({ criticality }) => criticality === 'critical').length
  const more = `${truncated ? ', and there are more' : ''}${critical > 0 ? `; ${critical} of them critical` : ''}`
  return isImpact
    ? `${total} configuration items depend on ${name} and would be affected if it fails${more}:`
    : `${name} depends on ${total} configuration items${more}:`
}

function lineOf(
  ctx: Ctx,
  { id, name, class: kind, criticality, depth, open_incidents }: Reach['data'][number],
): string {
  const facts = [
    kind,
    criticality,
    depth === 1 ? 'directly' : `${depth} steps away`,
    open_incidents > 0 && `${open_incidents} open ${open_incidents === 1 ? 'incident' : 'incidents'}`,
  ]
  return `- ${id} ${quoted(ctx, name)} (${facts
    .filter(Boolean)
    .map((fact) => quoted(ctx, fact))
    .join(', ')})`
}
