import type { Ctx } from '../../../db/ctx.ts'
import { ask } from '../ask/service.ts'
import type { Ai } from '../engine/open.ts'
import { answerable, answerableBound } from '../retrieval/answerable.ts'
import { findPassages } from '../retrieval/service.ts'
import { respelled } from '../ask/spelling.ts'
import { stopWords } from '../text/stop-words.ts'
import { wordsIn } from '../text/words.ts'
import type { AnswerBody, Query, QueryAnswer } from './model.ts'
import { examples, unusedText, plainAnswer } from './answer-text.ts'

export type Report = Pick<QueryAnswer, 'model_used' | 'tokens_used' | 'cache_hit' | 'tokens_saved'>

/** The answer of the knowledge base; undefined for text that is neither a question nor covered by an article. */
export async function fromKnowledge(
  ctx: Ctx,
  ai: Ai,
  { query, context_record, model }: Query,
  bypass: boolean,
  alike: string[] = [],
): Promise<(AnswerBody & Report) | undefined> {
  const question = await respelled(ctx, ai, query)
  if (!isSensible(ai, question) && !(await isCovered(ctx, ai, question))) return undefined
  const found = await ask(ctx, ai, { question, context_record, model }, { bypass, for_copilot: true })
  const { answer, citations, covered, model_used, tokens_used, tokens_saved, cache_hit } = found
  const cited = citations.map(({ article_id, title, relevance }) => ({ article_id, title, relevance }))
  const more = alike.length > 0 ? `Perhaps you mean:\n- ${alike.join('\n- ')}` : examples
  const text = covered ? answer : `${answer}\n\n${more}`
  const body = plainAnswer(text, covered ? 'knowledge' : 'unknown', { citations: cited })
  return { ...body, model_used, tokens_used, cache_hit, tokens_saved }
}

/** What the catalogue offers, below what an article says about it. Without an article nothing is missing. */
export async function withOffers(
  ctx: Ctx,
  ai: Ai,
  input: Query,
  bypass: boolean,
  offered: string,
): Promise<AnswerBody & Partial<Report>> {
  const isKnown = await isCovered(ctx, ai, await respelled(ctx, ai, input.query))
  const known = isKnown ? await fromKnowledge(ctx, ai, input, bypass) : undefined
  return known?.intent === 'knowledge'
    ? { ...known, answer: `${known.answer}\n\n${offered}` }
    : plainAnswer(offered, 'knowledge')
}

const noRecords = 'I did not understand this as a question about records, so I looked in the knowledge base.'

/** Names the unknown words first, because the article may answer another question. */
export function withDoubts<A extends AnswerBody>(known: A, words: string[] | undefined): A {
  const isDoubted = words?.length === 0 && known.intent === 'knowledge'
  const doubts = isDoubted ? noRecords : unusedText(words ?? []).trim()
  return { ...known, answer: `${doubts}\n\n${known.answer}`.trim() }
}

const longest = 40
const minWords = 2

/** Whether it has enough known words to be counted as a knowledge gap. */
function isSensible({ static_embedding }: Ai, question: string): boolean {
  const words = wordsIn(question, { limit: longest }).filter((word) => !stopWords.tickets.has(word))
  const known = words.filter((word) => /\p{L}/u.test(word) && static_embedding.countTokens(word) === 1).length
  return known >= minWords && known >= words.length / 2
}

async function isCovered(ctx: Ctx, ai: Ai, query: string): Promise<boolean> {
  const passages = await findPassages(ctx, ai.index, { kind: 'article', query, limit: 1 })
  return answerable(passages) >= answerableBound
}
