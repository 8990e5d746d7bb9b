import { counted } from '../../../kernel/counted.ts'
import { levels, type Level } from './model.ts'

export interface AffectedCi {
  id: string
  name: string
  class: string
  environment: string | null
  criticality: string | null
}

export interface Extent {
  /** The CIs that the record is about. */
  roots: AffectedCi[]
  affected: AffectedCi[]
  open_priorities: string[]
  /** Of the record itself, when it is an incident. */
  priority?: string
  /** Of the record itself, when it is a change. */
  risk?: Level
}

interface Reason {
  level: Level
  reason: string
}

/** Environments whose failure is not noticed outside the team. */
const nonProduction = /^(?:dev|test|qa|stag|sandbox|lab|demo)/i

/** The most severe reason decides. Adding to the extent never lowers the level. */
export function levelOf(extent: Extent): { level: Level; reasons: string[] } {
  const reasons = reasonsOf(extent)
  const level = levels.findLast((each) => reasons.some((reason) => reason.level === each)) ?? 'low'
  const mostSevereFirst = reasons.toSorted(
    (one, other) => levels.indexOf(other.level) - levels.indexOf(one.level),
  )
  return { level, reasons: mostSevereFirst.map(({ reason }) => reason) }
}

const manyAffected = 20
const severalAffected = 3

function reasonsOf({ roots, affected, open_priorities, priority, risk }: Extent): Reason[] {
  const serious = [...roots, ...affected].filter(({ environment }) => !nonProduction.test(environment ?? ''))
  const critical = serious.filter(({ criticality }) => criticality === 'critical')
  const important = serious.filter(({ criticality }) => criticality === 'high')
  const count = affected.length
  const mostSevere = open_priorities.toSorted()[0]
  return [
    when(critical.length > 0, 'high', `${counted(critical.length, 'critical CI')}: ${namesOf(critical)}`),
    when(
      important.length > 0,
      'medium',
      `${counted(important.length, 'CI')} of high criticality: ${namesOf(important)}`,
    ),
    when(
      count > 0,
      count >= manyAffected ? 'high' : count >= severalAffected ? 'medium' : 'low',
      `${counted(count, 'CI')} ${count === 1 ? 'depends' : 'depend'} on it`,
    ),
    when(count === 0 && roots.length > 0, 'low', 'Nothing in the CMDB depends on it'),
    when(roots.length === 0, 'low', 'It names no CI, so that what depends on it is not known'),
    when(isUrgent(mostSevere), levelOfPriority(mostSevere), `A ${mostSevere} incident is open there`),
    when(isUrgent(priority), levelOfPriority(priority), `It is a ${priority} incident`),
    when(risk !== undefined, risk ?? 'low', `Its risk is ${risk}`),
  ].flat()
}

const when = (holds: boolean, level: Level, reason: string): Reason[] => (holds ? [{ level, reason }] : [])

const isUrgent = (priority: string | undefined) => priority === 'P1' || priority === 'P2'
const levelOfPriority = (priority: string | undefined): Level =>
  priority === 'P1' ? 'high' : priority === 'P2' ? 'medium' : 'low'

const maxNames = 5
const namesOf = (cis: AffectedCi[]) =>
  cis
    .slice(0, maxNames)
    .map(({ name }) => name)
    .join(', ') + (cis.length > maxNames ? ` and ${cis.length - maxNames} more` : '')

/** Counts per kind; unknown kinds are counted as `unknown`. */
export function countBy(
  cis: AffectedCi[],
  field: 'class' | 'environment' | 'criticality',
): Record<string, number> {
  const counts = new Map<string, number>()
  for (const ci of cis) {
    const key = ci[field] ?? 'unknown'
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export const isService = ({ class: kind }: AffectedCi) =>
  /service|application|\bapp\b|portal|website/i.test(kind)
