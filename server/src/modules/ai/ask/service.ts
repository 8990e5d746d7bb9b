import type { Ctx } from '../../../db/ctx.ts'
import type { Answer } from '../cache/model.ts'
import { answer } from '../cache/service.ts'
import { contextKey, type Context } from '../context/model.ts'
import { findContext } from '../context/service.ts'
import * as gaps from '../gaps/service.ts'
import { defaultAlias } from '../models/model.ts'
import type { Ai } from '../engine/open.ts'
import { sectionsOf } from '../retrieval/sections.ts'
import { knowledgeVersion, type Passage } from '../retrieval/service.ts'
import { ground } from './grounded.ts'
import { quote } from './quoting.ts'
import { readingsOf } from './reading.ts'
import { retrieve } from './retrieve.ts'
import { isOffTopic } from './topic.ts'
import { citationsOf, notCovered, offTopic, type Ask, type AskAnswerBody } from './model.ts'

interface AskOptions {
  bypass: boolean
  /** For the copilot, which has asked the model already: the answer is quoted, and counted as the copilot's. */
  for_copilot?: true
}

export async function ask(ctx: Ctx, ai: Ai, input: Ask, { bypass, for_copilot }: AskOptions) {
  const { question, context_record, max_kb_results = 5, model = defaultAlias } = input
  const context = await findContext(ctx, context_record)
  const partition = {
    model: [model, ai.models.nameOf(model)],
    max_kb_results,
    context: contextKey(context),
    knowledge: await knowledgeVersion(ctx.db),
  }
  const result = await answer(
    ctx,
    ai.cache,
    {
      endpoint: 'ask',
      text: question,
      partition,
      is_semantic: true,
      bypass,
      // "No article covers this" may be true of other words only.
      confirms: async (body) => body.covered || !(await retrieve(ctx, ai, input, context)).is_covered,
      ...(for_copilot && { counted_as: 'query' }),
    },
    () => answerQuestion(ctx, ai, input, { context, for_copilot }),
  )
  // A cached "covered" answer was already recorded when it was computed.
  const isGap = !result.covered && result.answer !== offTopic.answer
  if (isGap || (result.covered && !result.cache_hit)) await gaps.note(ctx, question, result.covered)
  return result
}

interface AnswerOptions extends Pick<AskOptions, 'for_copilot'> {
  context: Context | undefined
}

async function answerQuestion(
  ctx: Ctx,
  ai: Ai,
  input: Ask,
  { context, for_copilot }: AnswerOptions,
): Promise<Answer<AskAnswerBody>> {
  const { query, passages, is_covered, section } = await retrieve(ctx, ai, input, context)
  const read = [query, ...passages.map(({ text }) => text)]
  const local = {
    model_used: `local/${ai.embedding.name}`,
    tokens_used: read.reduce((sum, text) => sum + ai.embedding.countTokens(text), 0),
  }
  if (!is_covered) {
    const best = Math.max(0, ...passages.map(({ cosine }) => cosine))
    const body = (await isOffTopic(ai.embedding, query, best)) ? offTopic : notCovered
    return { body, sources: [], ...local }
  }
  const { model: alias = defaultAlias } = input
  let provider_tokens = 0
  const grounded = for_copilot
    ? undefined
    : await askModel(ctx, ai, input, passages, { context, onSpent: (tokens) => (provider_tokens = tokens) })
  const { answer, quoted, ...cost } = grounded
    ? { ...grounded, quoted: grounded.cited.map(({ record_id }) => record_id) }
    : {
        ...(await quote(ctx, ai, query, passages, section)),
        ...local,
        tokens_used: local.tokens_used + provider_tokens,
      }
  return {
    body: { answer, citations: citationsOf(passages, new Set(quoted)), covered: true },
    sources: passages.map(({ record_id, version }) => ({ kind: 'article', id: record_id, version })),
    model_used: cost.model_used,
    tokens_used: cost.tokens_used,
    provider_tokens,
    // A fallback answer must not be cached for the time when the model is back.
    ...(cost.model_used !== ai.models.nameOf(alias) && { keep: false }),
  }
}

interface ModelOptions {
  context: Context | undefined
  onSpent: (tokens: number) => void
}

async function askModel(
  ctx: Ctx,
  ai: Ai,
  input: Ask,
  passages: Passage[],
  { context, onSpent }: ModelOptions,
) {
  const { question, model: alias = defaultAlias } = input
  if (ai.models.nameOf(alias).startsWith('local/')) return undefined
  const request = { alias, question, onSpent, ...(context && { context: context.title }) }
  return ground(ctx, ai.models, request, readingsOf(passages, await sectionsOf(ctx.db, passages)))
}
