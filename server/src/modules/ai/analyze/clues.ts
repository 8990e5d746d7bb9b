import { hour } from '../../../kernel/durations.ts'
import type { SimilarCase } from '../exemplars/model.ts'
import { quote } from '../text/quote.ts'
import type { Clue } from './weigh.ts'

export interface Subject {
  id: string
  opened_at: Date
  ci_id: string | null
  change_id: string | null
  parent_problem_id: string | null
}

/** A CI that may be the cause: the subject's own (depth 0), or one that it depends on. */
export interface RelatedCi {
  id: string
  name: string
  depth: number
}

export interface NearbyChange {
  id: string
  short_description: string
  ci_ids: string[]
  backout_plan: string | null
  started_at: Date
  ended_at: Date
}

export interface NearbyIncident {
  id: string
  short_description: string
  priority: string
  ci_id: string
  created_at: Date
}

export interface RootCauseInput {
  subject: Subject
  relatedCis: RelatedCi[]
  cases: SimilarCase[]
  changes: NearbyChange[]
  openIncidents: NearbyIncident[]
}

/** How long before the incident a change is still suspected. */
export const maxSuspectAge = 72 * hour

export const likeCause = (leader: string) => `like ${leader}`
export const changeCause = (id: string) => `change ${id}`
export const ciCause = (ci_id: string) => `ci ${ci_id}`

/** Groups similar incidents by resolution; the first of each group is the most similar to the subject. */
export function groupAlike(
  cases: SimilarCase[],
  isAlike: (one: SimilarCase, other: SimilarCase) => boolean,
): SimilarCase[][] {
  const groups: SimilarCase[][] = []
  for (const each of cases) {
    const group = groups.find(([leader]) => isAlike(leader!, each))
    if (group) group.push(each)
    else groups.push([each])
  }
  return groups
}

export const cluesOf = (found: RootCauseInput, groups: SimilarCase[][], baseUrl: string): Clue[] => [
  ...groups.flatMap((group) => group.map((each) => caseClue(each, group[0]!, found, baseUrl))),
  ...found.changes.map((change) => changeClue(change, found, baseUrl)),
  ...openIncidentClues(found, baseUrl),
  ...(found.subject.parent_problem_id ? [problemClue(found.subject.parent_problem_id)] : []),
]

const caseWeight = 0.6

/** A case without a resolution is no evidence, unless it was linked to a change that is suspected now too. */
function caseClue(
  each: SimilarCase,
  leader: SimilarCase,
  { subject, changes }: RootCauseInput,
  baseUrl: string,
): Clue {
  const { id, similarity, minutes, resolution, change_id, ci_id } = each
  const isSameCi = ci_id !== null && ci_id === subject.ci_id
  const said = resolution ? `: “${quote(resolution, baseUrl, 300)}”` : ' without a resolution note'
  return {
    kind: 'incident',
    id,
    statement: `${id} (${Math.round(100 * similarity)} % similar) was resolved in ${minutes} min${said}`,
    weight: Math.min(0.75, caseWeight * similarity * (isSameCi ? 1.25 : 1)),
    causes: [
      ...(leader.resolution ? [likeCause(leader.id)] : []),
      ...(changes.some((change) => change.id === change_id) ? [changeCause(change_id!)] : []),
    ],
  }
}

/** A linked change, or one shortly before: the closer in time and in the CMDB, the more suspect. */
function changeClue(change: NearbyChange, { subject, relatedCis }: RootCauseInput, baseUrl: string): Clue {
  const { id, short_description, ended_at, ci_ids } = change
  const ci = relatedCis.find((each) => ci_ids.includes(each.id))
  const isNamed = id === subject.change_id
  const before = Math.max(0, subject.opened_at.getTime() - ended_at.getTime())
  const nearness = (1 - before / (2 * maxSuspectAge)) * 0.8 ** (ci?.depth ?? 0)
  return {
    kind: 'change',
    id,
    statement: `${id} “${quote(short_description, baseUrl, 255)}” ${ci ? `on ${ci.name} ` : ''}${when(change, subject)}${isNamed ? ', and is named as the cause' : ''}`,
    weight: isNamed ? 0.8 : 0.5 * Math.max(0, nearness),
    causes: [changeCause(id)],
  }
}

function when({ ended_at }: NearbyChange, { opened_at }: Subject): string {
  const hours = Math.round((opened_at.getTime() - ended_at.getTime()) / hour)
  if (hours < 0) return 'was under way at that time'
  return hours === 0 ? 'ended less than an hour before' : `ended ${hours} h before`
}

/** Low-priority incidents rarely share a cause. */
const urgency: Record<string, number> = { P1: 0.6, P2: 0.35, P3: 0.12, P4: 0.05 }

/**
 * An incident on a dependency explains more than another symptom on the same CI. Several incidents on one CI are not
 * independent: each further one counts half as much as the one before.
 */
function openIncidentClues({ subject, relatedCis, openIncidents }: RootCauseInput, baseUrl: string): Clue[] {
  return relatedCis.flatMap(({ id: ci_id, name, depth }) =>
    openIncidents
      .filter((incident) => incident.ci_id === ci_id)
      .map((incident) => {
        const apart = Math.abs(subject.opened_at.getTime() - incident.created_at.getTime())
        const nearness =
          (depth === 0 ? 0.6 : 0.85 ** (depth - 1)) * Math.max(0, 1 - apart / (2 * maxSuspectAge))
        return { incident, weight: (urgency[incident.priority] ?? 0) * nearness }
      })
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ incident: { id, priority, short_description }, weight }, i) => ({
        kind: 'incident' as const,
        id,
        statement: `${id} (${priority}) “${quote(short_description, baseUrl, 255)}” is open on ${name}`,
        weight: weight * 0.5 ** i,
        causes: [ciCause(ci_id)],
      })),
  )
}

const problemClue = (id: string): Clue => ({
  kind: 'problem',
  id,
  statement: `It belongs to problem ${id}`,
  weight: 0,
  causes: [],
})
