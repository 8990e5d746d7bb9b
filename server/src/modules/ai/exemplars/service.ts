import type { Ctx } from '../../../db/ctx.ts'
import type { Answer } from '../cache/model.ts'
import { answer } from '../cache/service.ts'
import { contextKey, withContext } from '../context/model.ts'
import { findContext } from '../context/service.ts'
import { defaultAlias } from '../models/model.ts'
import type { Ai } from '../engine/open.ts'
import { quote } from '../text/quote.ts'
import { versionOf } from '../retrieval/store.ts'
import type { Exemplar, ExemplarsRequest, SimilarCase } from './model.ts'
import { findSimilar } from './similar.ts'

interface ExemplarsBody {
  exemplars: Exemplar[]
  count: number
}

/** The index answers whatever model was requested, and `model_used` says so. */
export async function find(ctx: Ctx, ai: Ai, request: ExemplarsRequest, bypass: boolean) {
  const { description, category, context_record, top_k = 5, model = defaultAlias } = request
  const context = await findContext(ctx, context_record)
  const partition = {
    category: category ?? null,
    top_k,
    context: contextKey(context),
    model: [model, ai.models.nameOf(model)],
    index: await versionOf(ctx.db, 'incident'),
  }
  return answer(
    ctx,
    ai.cache,
    { endpoint: 'exemplars', text: description, partition, is_semantic: true, bypass },
    async (): Promise<Answer<ExemplarsBody>> => {
      const text = withContext(description, context)
      const wanted = { text, category, limit: top_k, except: context?.id }
      const cases = await findSimilar(ctx, ai.index, wanted)
      return {
        body: { exemplars: cases.map((each) => toExemplar(each, ctx.config.base_url)), count: cases.length },
        model_used: `local/${ai.embedding.name}`,
        tokens_used: ai.embedding.countTokens(text),
        sources: cases.map(({ id, version }) => ({ kind: 'incident', id, version })),
      }
    },
  )
}

const longestText = 10_000

const toExemplar = (found: SimilarCase, baseUrl: string): Exemplar => ({
  incident_id: found.id,
  description: quote(
    [found.short_description, found.description].filter(Boolean).join('\n\n'),
    baseUrl,
    longestText,
  ),
  resolution: quote(found.resolution, baseUrl, longestText),
  resolution_time_min: found.minutes,
  similarity_score: found.similarity,
})
