import type { Ctx } from '../../../db/ctx.ts'
import { day, hour } from '../../../kernel/durations.ts'
import { dependenciesOf } from '../../cmdb/impact.ts'
import { dependencyTypes } from '../../cmdb/model.ts'
import type { ChangeRow } from '../../changes/model.ts'
import type { RequestRow } from '../../requests/model.ts'
import type { Source } from '../cache/model.ts'
import { withContext, type Context } from '../context/model.ts'
import { cosine } from '../math/vectors.ts'
import type { PassageIndex } from '../retrieval/open.ts'
import { problemText, sameProblemThreshold, type SimilarCase } from '../exemplars/model.ts'
import { findSimilar } from '../exemplars/similar.ts'
import { casesOn } from '../exemplars/store.ts'
import { groupAlike, maxSuspectAge, type RootCauseInput, type RelatedCi, type Subject } from './clues.ts'
import type { IncidentFacts } from './store.ts'
import * as store from './store.ts'

const depth = 3
const maxCases = 10
const maxOpenIncidents = 10

interface RootCauseFacts {
  found: RootCauseInput
  groups: SimilarCase[][]
  sources: Source[]
}

export const gatherForIncident = (
  ctx: Ctx,
  index: PassageIndex,
  incident: IncidentFacts,
  context: Context | undefined,
): Promise<RootCauseFacts> =>
  gather(ctx, index, { ...incident, opened_at: incident.created_at }, async () => {
    const cases = await findSimilar(ctx, index, {
      text: withContext(problemText(incident), context),
      category: incident.category ?? undefined,
      except: incident.id,
      limit: maxCases,
      least: sameProblemThreshold,
    })
    return cases.filter((each) => isSameSystem(each, incident))
  })

/** The same symptom on another system has another cause. */
const isSameSystem = (one: SimilarCase, other: IncidentFacts): boolean =>
  one.category === null ||
  other.category === null ||
  one.category === other.category ||
  (one.ci_id !== null && one.ci_id === other.ci_id)

/** For a CI, its most urgent open incident, or else its recent incidents. */
export async function gatherForCi(
  ctx: Ctx,
  index: PassageIndex,
  { id }: { id: string },
  context: Context | undefined,
): Promise<RootCauseFacts> {
  const [worst] = await store.openOn(ctx.db, [id], 1, { to: ctx.now })
  const subject = {
    id,
    opened_at: worst?.created_at ?? ctx.now,
    ci_id: id,
    change_id: null,
    parent_problem_id: null,
  }
  const similar = async () => {
    if (worst)
      return findSimilar(ctx, index, {
        text: withContext(worst.short_description, context),
        limit: maxCases,
        least: sameProblemThreshold,
      })
    const past = await casesOn(ctx.db, id, new Date(ctx.now.getTime() - 180 * day), maxCases)
    // None of them is about a current incident, so all weigh the same.
    return past.map((each) => ({ ...each, similarity: sameProblemThreshold }))
  }
  return gather(ctx, index, subject, similar)
}

/** For a change or a request: what made it necessary, by similar incidents and by its first CI. */
export const gatherForPlanned = (
  ctx: Ctx,
  index: PassageIndex,
  { row, ci_id = null }: { row: ChangeRow | RequestRow; ci_id: string | null | undefined },
  context: Context | undefined,
): Promise<RootCauseFacts> => {
  const { id, created_at: opened_at } = row
  const subject = { id, opened_at, ci_id, change_id: null, parent_problem_id: null }
  const text = withContext(problemText(row), context)
  return gather(ctx, index, subject, () =>
    findSimilar(ctx, index, { text, limit: maxCases, least: sameProblemThreshold }),
  )
}

async function gather(
  ctx: Ctx,
  index: PassageIndex,
  subject: Subject,
  findCases: () => Promise<SimilarCase[]>,
): Promise<RootCauseFacts> {
  const cases = await findCases()
  const relatedCis = await relatedCisOf(ctx, subject)
  const ids = relatedCis.map(({ id }) => id)
  const opened = subject.opened_at.getTime()
  const since = new Date(opened - maxSuspectAge)
  const suspects = { since, until: subject.opened_at, named: subject.change_id, except: subject.id }
  const changes = await store.changesOn(ctx.db, ids, suspects)
  const openIncidents = await store.openOn(ctx.db, ids, maxOpenIncidents, {
    except: subject.id,
    from: since,
    to: new Date(opened + 24 * hour),
  })
  const named = await store.cisAmong(ctx.db, [
    ...changes.flatMap(({ ci_ids }) => ci_ids.filter((id) => ids.includes(id))),
    ...openIncidents.map(({ ci_id }) => ci_id),
  ])
  return {
    found: { subject, relatedCis, cases, changes, openIncidents },
    groups: groupAlike(cases, await alike(index, cases)),
    sources: [
      ...sourcesOf('incident', [...cases, ...openIncidents]),
      ...sourcesOf('change', changes),
      ...sourcesOf('ci', named),
    ],
  }
}

async function relatedCisOf(ctx: Ctx, { ci_id }: Subject): Promise<RelatedCi[]> {
  const [own] = ci_id ? await store.cisAmong(ctx.db, [ci_id]) : []
  if (!own) return []
  const { data } = await dependenciesOf(ctx.db, own.id, { depth, types: dependencyTypes })
  return [{ id: own.id, name: own.name, depth: 0 }, ...data]
}

const sourcesOf = (kind: Source['kind'], records: { id: string; version: number }[]): Source[] =>
  records.map(({ id, version }) => ({ kind, id, version }))

/** Minimum cosine of two texts that describe the same resolution. */
const sameMeaning = 0.6

/** Linked to the same problem or change, or resolved in similar words. */
async function alike({ embedding }: PassageIndex, cases: SimilarCase[]) {
  const texts = cases.map(({ resolution }) => resolution)
  const vectors = await embedding.encode(texts, { urgent: true })
  const vectorOf = new Map(cases.map(({ id }, i) => [id, vectors[i]!]))
  return (one: SimilarCase, other: SimilarCase): boolean =>
    (one.parent_problem_id !== null && one.parent_problem_id === other.parent_problem_id) ||
    (one.change_id !== null && one.change_id === other.change_id) ||
    cosine(vectorOf.get(one.id)!, vectorOf.get(other.id)!) >= sameMeaning
}
