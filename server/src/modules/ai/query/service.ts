import { transact, type Ctx } from '../../../db/ctx.ts'
import { counted } from '../../../kernel/counted.ts'
import { findContext } from '../context/service.ts'
import { rightsOf } from '../cache/lookup.ts'
import { withoutForeignLinks } from '../text/links.ts'
import { countLocal } from '../usage/service.ts'
import type { Ai } from '../engine/open.ts'
import { findRecord, openIntents, type Encode, type MatchIntent } from './by-meaning.ts'
import { fromCatalog } from './catalog.ts'
import { fromKnowledge, withDoubts, withOffers, type Report } from './knowledge.ts'
import { namesFor } from './known-names.ts'
import { commandIn } from './language/commands.ts'
import { withoutNames } from './language/items.ts'
import { withListed } from './language/ordinals.ts'
import { understand, type Understanding } from './language/understand.ts'
import { needsExample, type Question } from './language/analysis.ts'
import { wordsAbout } from './language/intents.ts'
import type { Condition, Meaning } from './language/meaning.ts'
import { answerLive } from './live.ts'
import type { AnswerBody, Query, QueryAnswer, Turn } from './model.ts'
import { proposeFor } from './proposals.ts'
import { answerInvalidQuestion } from './invalid-questions.ts'
import { askModel, type Listener } from './with-model.ts'
import { answers, plainAnswer } from './answer-text.ts'
import { isForeign, isYes, withoutPreface, withWholeWords } from './language/words.ts'
import { inPlainWords } from './rewriting.ts'
import * as conversations from './conversations.ts'

/** What answers questions: the AI engine, and the table of intents. */
export interface Copilot {
  ai: Ai
  encode: Encode
  matchIntent: MatchIntent
}

export function openCopilot(ai: Ai): Copilot {
  const encode: Encode = (texts) => ai.embedding.encode(texts, { urgent: true })
  return { ai, encode, matchIntent: openIntents(encode) }
}

const byGrammar: Report = { model_used: 'local/grammar', tokens_used: 0, cache_hit: false }

/** Refuses an unknown conversation or record before a stream starts. */
export async function prepare(ctx: Ctx, asked: Query, bypass: boolean) {
  await findContext(ctx, asked.context_record)
  const conversation = await conversations.open(ctx, asked.conversation_id)
  const suggestion = conversation.turns.at(-1)?.suggestion
  const input = suggestion && isYes(asked.query) ? { ...asked, query: suggestion } : asked
  return { input, conversation, bypass }
}

type PreparedQuery = Awaited<ReturnType<typeof prepare>>

export interface QueryOutcome {
  body: QueryAnswer
  turn: Turn
}

/** A listener gets the text as it arrives; the returned answer is authoritative. */
export async function answer(
  ctx: Ctx,
  copilot: Copilot,
  prepared: PreparedQuery,
  listener?: Listener,
): Promise<QueryOutcome> {
  const started = performance.now()
  const { input, conversation } = prepared
  const { memory, ...response } = await respond(ctx, copilot, prepared, listener)
  listener?.signal.throwIfAborted()
  const report = { ...byGrammar, ...response }
  const text = withoutForeignLinks(report.answer, ctx.config.base_url)
  const body: QueryAnswer = {
    ...report,
    answer: text,
    conversation_id: conversation.id,
    latency_ms: Math.round(performance.now() - started),
  }
  const turn: Turn = {
    query: input.query,
    answer: text.slice(0, longestMemory).toWellFormed(),
    at: ctx.now.toISOString(),
    rights: rightsOf(ctx.actor),
    ...memory,
  }
  return { body, turn }
}

const longestMemory = 1000

/** Stores the turn and its usage in one transaction. Calls to providers are counted where they are made. */
export const remember = (ctx: Ctx, { body, turn }: QueryOutcome) =>
  transact(ctx, async (ctx) => {
    await conversations.remember(ctx, body.conversation_id, turn)
    if (body.model_used === byGrammar.model_used) await countLocal(ctx, 'query', byGrammar)
  })

async function respond(
  ctx: Ctx,
  copilot: Copilot,
  { input, conversation, bypass }: PreparedQuery,
  listener: Listener | undefined,
): Promise<AnswerBody & Partial<Report>> {
  const { listed, ...memory } = conversations.memoryOf(conversation.turns)
  const named = withListed(input.query, listed, memory.shown !== undefined)
  if (named === null)
    return plainAnswer(`The last list has only ${counted(listed.length, 'record')}.`, 'unknown')
  const text = withoutPreface(named)
  const names = await namesFor(ctx, named)
  const record = input.context_record ?? memory.record
  const isWord = (word: string) => copilot.ai.static_embedding.countTokens(word) === 1
  const asked = { text, now: ctx.now, asker: ctx.actor.email, names, isWord }
  const command = commandIn(asked)
  if (command?.kind === 'invalid') return answerInvalidQuestion(ctx, asked, command, 'action')
  if (command) return proposeFor(ctx, command.commands, record, memory.shown)
  const question: Question = { ...asked, text: withWholeWords(text), ...memory, record }
  // An answer without the encoder takes half the time.
  const nearest = needsExample(question) ? await copilot.matchIntent(withoutNames(question)) : undefined
  const read = understand(question, nearest)
  if (read.kind === 'help') return answers.help
  const { modelled, tokens_used } = await askModel(ctx, copilot.ai, input, conversation.turns, listener)
  listener?.signal.throwIfAborted()
  if (modelled) return { ...modelled, cache_hit: false }
  const answerWithoutModel = async (): Promise<AnswerBody & Partial<Report>> => {
    const offered = await fromCatalog(ctx, text)
    if (offered) return withOffers(ctx, copilot.ai, input, bypass, offered)
    if (isForeign(text)) return answers.foreign
    const whole = withWholeWords(named)
    const understood = await inPlainWords(copilot.ai.embedding, copilot.matchIntent, {
      question,
      whole,
      read,
    })
    const local = await answerLocally(ctx, copilot, question, understood)
    if (local) return local
    const known = await fromKnowledge(ctx, copilot.ai, input, bypass, nearest?.alike)
    const open = known?.intent === 'unknown' && (await openIncidentsAbout(ctx, copilot.ai, question))
    if (open) return open
    if (!known) return hasSymbol(text) ? answers.greeting : answers.nonsense
    return withDoubts(known, understood.kind === 'knowledge' ? understood.doubts : [])
  }
  const found = await answerWithoutModel()
  return found.cache_hit ? found : { ...found, tokens_used: tokens_used + (found.tokens_used ?? 0) }
}

const maxTopicWords = 5

/** "mail slow again?": what no article covers may be an open incident. */
async function openIncidentsAbout(ctx: Ctx, ai: Ai, { text }: Question): Promise<AnswerBody | undefined> {
  const words = wordsAbout(text, 'again')
  if (words.length < 2 || words.length > maxTopicWords) return undefined
  const conditions: Condition[] = [
    { field: 'condition', values: ['open'] },
    { field: 'text', values: [words.join(' ')] },
  ]
  const meaning: Meaning = { intent: 'list', noun: 'incident', conditions }
  const found = await answerLive(ctx, ai, meaning, { unused: [] })
  return found.results?.total ? found : undefined
}

/** A message that consists of emoji. */
const hasSymbol = (text: string) => !/[\p{L}\p{N}]/u.test(text) && /\p{Extended_Pictographic}/u.test(text)

/** The answer without the knowledge base; undefined if the knowledge base should answer. */
async function answerLocally(
  ctx: Ctx,
  copilot: Copilot,
  question: Question,
  understood: Understanding,
): Promise<AnswerBody | undefined> {
  const { ai, encode } = copilot
  if (understood.kind === 'knowledge') return undefined
  if (understood.kind === 'invalid') return answerInvalidQuestion(ctx, question, understood, 'unknown')
  if (understood.kind !== 'meaning') return answers[understood.kind]
  const { meaning } = understood
  if (!meaning.about) return answerLive(ctx, ai, meaning, understood)
  const found = await findRecord(ctx, encode, meaning)
  // Without a matching record, the question is understood again by its words alone.
  return found
    ? answerLive(ctx, ai, found.meaning, { ...understood, unused: found.unused })
    : answerLocally(ctx, copilot, question, understand(question))
}
