import type { Ctx } from '../../../db/ctx.ts'
import type { Answer } from '../cache/model.ts'
import { answer } from '../cache/service.ts'
import { findContext, type Context } from './context.ts'
import * as gaps from '../gaps/service.ts'
import { withoutForeignLinks } from '../text/links.ts'
import { defaultAlias } from '../models/model.ts'
import type { Ai } from '../engine/open.ts'
import { cosine } from '../math/vectors.ts'
import { answerable, answerableBound } from '../retrieval/answerable.ts'
import { weightsOf, type Statistics } from '../retrieval/scoring.ts'
import { findPassages, knowledgeVersion, type Passage } from '../retrieval/service.ts'
import { respelled } from './spelling.ts'
import { sectionsOf, statisticsOf } from '../retrieval/store.ts'
import { termsOf } from '../text/terms.ts'
import { withNumbers } from './error-numbers.ts'
import { excerptOf, type Relevance } from './extract.ts'
import { ground } from './grounded.ts'
import { readingsOf } from './reading.ts'
import { isOffTopic } from './topic.ts'
import { citationsOf, notCovered, offTopic, type Ask, type AskAnswerBody } from './model.ts'

/** Maximum characters quoted from the best article and from each further one. */
const maxExcerptLengths = [1500, 500, 500]

/** Further articles are quoted only when their score is this close to the best. */
const minScoreRatio = 0.65

interface AskOptions {
  bypass: boolean
  /** For the copilot, which has asked the model already: the answer is quoted, and counted as the copilot's. */
  for_copilot?: true
}

export async function ask(ctx: Ctx, ai: Ai, input: Ask, { bypass, for_copilot }: AskOptions) {
  const { question, context_record, max_kb_results = 5, model = defaultAlias } = input
  const context = context_record && (await findContext(ctx, context_record))
  const partition = {
    model: [model, ai.models.nameOf(model)],
    max_kb_results,
    context: context ? [context.id, context.version] : null,
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
      confirms: async (body) =>
        body.covered || !isCovered((await retrieve(ctx, ai, input, context)).passages),
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
  const { query, passages } = await retrieve(ctx, ai, input, context)
  const read = [query, ...passages.map(({ text }) => text)]
  const local = {
    model_used: `local/${ai.embedding.name}`,
    tokens_used: read.reduce((sum, text) => sum + ai.embedding.countTokens(text), 0),
  }
  if (!isCovered(passages)) {
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
    ? { ...grounded, quoted: idsOf(grounded.cited) }
    : {
        ...(await quote(ctx, ai, query, passages)),
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
  return ground(ctx, ai.models, request, readingsOf(passages, await sectionsOf(ctx.db, idsOf(passages))))
}

const idsOf = (passages: Passage[]) => passages.map(({ record_id }) => record_id)

async function quote(ctx: Ctx, ai: Ai, query: string, passages: Passage[]) {
  const excerpts = await extract(ctx, ai, query, passages)
  return {
    answer: [...excerpts].map(([id, text]) => cite(text, id)).join('\n\n'),
    quoted: [...excerpts.keys()],
  }
}

const isCovered = (passages: Passage[]) => answerable(passages) >= answerableBound

/** A question such as "how do I fix this?" is searched with the title of its record. */
async function retrieve(ctx: Ctx, ai: Ai, { question, max_kb_results: limit = 5 }: Ask, context?: Context) {
  const query = context ? `${question} ${context.title}` : question
  const find = async (query: string) =>
    withNumbers(ctx, question, await findPassages(ctx, ai.index, { kind: 'article', query, limit }))
  const passages = await find(query)
  if (isCovered(passages)) return { query, passages }
  const spelled = await respelled(ctx, ai, query)
  if (spelled !== query) {
    const found = await find(spelled)
    if (isCovered(found)) return { query: spelled, passages: found }
  }
  return context ? { query: context.title, passages: await find(context.title) } : { query, passages }
}

async function extract(ctx: Ctx, ai: Ai, query: string, passages: Passage[]): Promise<Map<string, string>> {
  const best = passages[0]!.score
  const quotedPassages = passages
    .filter(({ score }) => score >= minScoreRatio * best)
    .slice(0, maxExcerptLengths.length)
  const [sections, statistics] = await Promise.all([
    sectionsOf(ctx.db, idsOf(quotedPassages)),
    statisticsOf(ctx.db, 'article', termsOf(query)),
  ])
  const relevance = relevanceTo(query, ai, statistics)
  const excerpts = new Map<string, string>()
  for (const [rank, { record_id }] of quotedPassages.entries()) {
    const text = excerptOf(sections.get(record_id) ?? [], query, relevance, maxExcerptLengths[rank]!)
    const safe = withoutForeignLinks(text, ctx.config.base_url).trim()
    if (safe && ![...excerpts.values()].includes(safe)) excerpts.set(record_id, safe)
  }
  return excerpts
}

/** Relevance: the weighted share of the question's terms in a text, plus the similarity of meaning. */
function relevanceTo(query: string, { static_embedding: embedding }: Ai, statistics: Statistics): Relevance {
  const weights = weightsOf(termsOf(query), statistics)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const meaning = embedding.embed(query)
  return (text) => {
    const terms = new Set(termsOf(text))
    const shared = [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0)
    return shared / all + 0.7 * cosine(meaning, embedding.embed(text))
  }
}

/** After a code fence, the citation goes on its own line. */
const cite = (text: string, id: string) => `${text}${/(```|~~~|\|)$/.test(text) ? '\n\n' : ' '}[${id}]`
