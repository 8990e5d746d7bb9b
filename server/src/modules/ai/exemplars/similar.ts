import type { Ctx } from '../../../db/ctx.ts'
import { encoderName } from '../embedding/encoder.ts'
import type { PassageIndex } from '../retrieval/open.ts'
import { findPassages } from '../retrieval/service.ts'
import { termsOf } from '../text/terms.ts'
import {
  minByMeaning,
  minSimilarity,
  likenessByMeaning,
  likenessOf,
  similarityOf,
  type SimilarCase,
} from './model.ts'
import { casesAmong } from './store.ts'

interface SimilarityQuery {
  text: string
  category?: string | undefined
  /** The incident itself, which is left out. */
  except?: string | undefined
  limit: number
  least?: number
}

/** More candidates than requested, because the other signals may move a case up. */
const candidateFactor = 4
const minCandidates = 40

export async function findSimilar(
  ctx: Ctx,
  index: PassageIndex,
  wanted: SimilarityQuery,
): Promise<SimilarCase[]> {
  const { text, category, except, limit, least = minSimilarity } = wanted
  const found = await findPassages(ctx, index, {
    kind: 'incident',
    query: text,
    limit: Math.max(minCandidates, candidateFactor * limit),
  })
  const words = new Set(termsOf(text)).size
  const isByMeaning = index.embedding.name === encoderName
  const measure = isByMeaning ? likenessByMeaning : likenessOf
  const bound = isByMeaning ? Math.max(least, minByMeaning) : least
  const likeness = new Map(found.map((passage) => [passage.record_id, measure(passage, words)]))
  const cases = await casesAmong(ctx.db, [...likeness.keys()])
  return cases
    .filter(({ id }) => id !== except)
    .map((each) => ({
      ...each,
      similarity: similarityOf({
        likeness: likeness.get(each.id)!,
        is_same_category: category === undefined ? undefined : each.category === category,
        age_ms: ctx.now.getTime() - each.resolved_at.getTime(),
        has_resolution: each.resolution !== '',
      }),
    }))
    .filter(({ similarity }) => similarity >= bound)
    .toSorted((one, other) => other.similarity - one.similarity || (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}
