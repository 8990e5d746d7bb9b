import type { SimilarCase } from '../exemplars/model.ts'
import { quote } from '../text/quote.ts'
import { distinct, stepsOf } from './steps.ts'
import { changeCause, cluesOf, likeCause, ciCause, type RootCauseInput } from './clues.ts'
import type { RootCause } from './model.ts'
import { mostProbable, type Clue, type Verdict } from './weigh.ts'

/** Below this confidence, the finding is inconclusive. */
const minConfidence = 0.2
const maxSteps = 8
const maxEvidence = 20

/** The probable cause from the records, and what helped. `groups`: the similar cases, grouped by resolution. */
export function rootCauseOf(found: RootCauseInput, groups: SimilarCase[][], baseUrl: string): RootCause {
  const clues = cluesOf(found, groups, baseUrl)
  const verdict = mostProbable(clues)
  const agreeing = casesBehind(verdict, found.cases)
  return {
    probable_root_cause: verdict
      ? wordsFor(verdict, found, baseUrl)
      : inconclusive(
          found.cases.length > 0
            ? 'similar incidents have no resolution note'
            : 'no similar incident was resolved yet',
        ),
    confidence: verdict?.confidence ?? 0,
    resolution_steps: stepsFor(verdict, found, baseUrl),
    related_problem: problemOf(found, agreeing),
    similar_past_incidents: found.cases.map(({ id }) => id),
    estimated_resolution_minutes: median(agreeing.map(({ minutes }) => minutes)),
    evidence: evidenceFrom(clues, verdict),
  }
}

const inconclusive = (why: string) =>
  `Inconclusive: ${why}, and neither a recent change nor trouble on what it depends on explains it`

/** The similar cases that support the verdict, or all when none does. */
function casesBehind(verdict: Verdict | undefined, cases: SimilarCase[]): SimilarCase[] {
  const ids = new Set(verdict?.support.map(({ id }) => id))
  const behind = cases.filter(({ id }) => ids.has(id))
  return behind.length > 0 ? behind : cases
}

function wordsFor(verdict: Verdict, found: RootCauseInput, baseUrl: string): string {
  const words = causeInWords(verdict, found, baseUrl)
  return verdict.confidence < minConfidence ? `Inconclusive: the strongest hint is weak. ${words}` : words
}

function causeInWords(
  { cause, support }: Verdict,
  { cases, changes, relatedCis }: RootCauseInput,
  baseUrl: string,
): string {
  const change = changes.find(({ id }) => cause === changeCause(id))
  if (change) {
    const others = support.filter(({ kind }) => kind === 'incident')
    const alike = others.length > 0 ? `. ${listOf(others)} had the same cause` : ''
    return `Change ${support.find(({ id }) => id === change.id)!.statement}${alike}`
  }
  const ci = relatedCis.find(({ id }) => cause === ciCause(id))
  if (ci) {
    const where = ci.depth === 0 ? `${ci.name} itself` : `${ci.name}, on which it depends`
    return `Trouble on ${where}: ${support.map(({ statement }) => statement).join('; ')}`
  }
  const leader = cases.find(({ id }) => cause === likeCause(id))!
  return `Probably the same as in ${listOf(support)}, resolved by: “${quote(leader.resolution, baseUrl, 400)}”`
}

const listOf = (clues: Clue[]) => `${clues[0]!.id}${clues.length > 1 ? ` and ${clues.length - 1} more` : ''}`

/** First what helped in the agreeing cases, then the backout plan of a suspected change, or the incident already being worked on. */
function stepsFor(verdict: Verdict | undefined, found: RootCauseInput, baseUrl: string): string[] {
  const helped = casesBehind(verdict, found.cases).flatMap(({ resolution }) => stepsOf(resolution))
  const change = found.changes.find(({ id }) => verdict?.cause === changeCause(id))
  const back = stepsOf(change?.backout_plan ?? '').map((step) => `Back-out plan of ${change!.id}: ${step}`)
  const open = found.openIncidents.filter(({ ci_id }) => verdict?.cause === ciCause(ci_id))
  const first = open.slice(0, 1).map(({ id }) => `Follow ${id} first: it is open already`)
  const steps = [...first, ...helped.slice(0, maxSteps), ...back]
  return distinct(
    steps.map((step) => quote(step, baseUrl, 1000)),
    maxSteps,
  )
}

/** Its own problem, or else that of most agreeing cases. */
function problemOf({ subject }: RootCauseInput, agreeing: SimilarCase[]): string {
  if (subject.parent_problem_id) return subject.parent_problem_id
  const votes = new Map<string, number>()
  for (const { parent_problem_id: id, similarity } of agreeing)
    if (id) votes.set(id, (votes.get(id) ?? 0) + similarity)
  return [...votes].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? ''
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  if (sorted.length === 0) return 0
  return Math.round((sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2)
}

/** Evidence for the verdict first, then the rest; by weight. */
function evidenceFrom(clues: Clue[], verdict: Verdict | undefined): RootCause['evidence'] {
  const rank = (clue: Clue) => (verdict?.support.includes(clue) ? 1 : 0) + clue.weight
  return clues
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, maxEvidence)
    .map(({ kind, id, statement }) => ({ kind, id, statement }))
}
