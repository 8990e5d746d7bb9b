import { transact, type Ctx } from '../../../db/ctx.ts'
import { ask } from '../ask/service.ts'
import { findContext } from '../ask/context.ts'
import { withoutForeignLinks } from '../text/links.ts'
import { countLocal } from '../usage/service.ts'
import type { Ai } from '../engine/open.ts'
import * as conversations from './conversations.ts'
import { namesFor } from './known.ts'
import type { Command } from './language/command-parts.ts'
import { commandIn } from './language/commands.ts'
import { revived } from './language/describe.ts'
import type { RecordRef } from './language/meaning.ts'
import { understand } from './language/understand.ts'
import { answerLive } from './live.ts'
import type { Query, QueryAnswer, AnswerBody, Turn } from './model.ts'
import { propose } from './proposals.ts'
import { askModel, type Listener } from './with-model.ts'

export interface PreparedQuery {
  input: Query
  conversation: conversations.Conversation
  bypass: boolean
}

type Report = Pick<QueryAnswer, 'model_used' | 'tokens_used' | 'cache_hit' | 'tokens_saved'>
type ReportedAnswer = AnswerBody & Report

const byGrammar: Report = { model_used: 'local/grammar', tokens_used: 0, cache_hit: false }

/** Refuses before a stream begins: somebody else's conversation, or a record that does not exist. */
export async function prepare(ctx: Ctx, input: Query, bypass: boolean): Promise<PreparedQuery> {
  if (input.context_record) await findContext(ctx.db, input.context_record)
  return { input, conversation: await conversations.open(ctx, input.conversation_id), bypass }
}

export interface QueryOutcome {
  body: QueryAnswer
  turn: Turn
}

/** A listener gets the text as it arrives; the returned answer is the one that counts. */
export async function answer(
  ctx: Ctx,
  ai: Ai,
  prepared: PreparedQuery,
  listener?: Listener,
): Promise<QueryOutcome> {
  const started = performance.now()
  const { input, conversation } = prepared
  const { meaning, record, shown, ...said } = await respond(ctx, ai, prepared, listener)
  if (said.model_used === byGrammar.model_used) await countLocal(ctx, 'query', said)
  const text = withoutForeignLinks(said.answer, ctx.config.base_url)
  const body: QueryAnswer = {
    ...said,
    answer: text,
    conversation_id: conversation.id,
    latency_ms: Math.round(performance.now() - started),
  }
  const turn: Turn = {
    query: input.query,
    answer: text.slice(0, longestMemory).toWellFormed(),
    at: ctx.now.toISOString(),
    ...(meaning && { meaning }),
    ...(record && { record }),
    ...(shown && { shown }),
  }
  return { body, turn }
}

const longestMemory = 1000

export const remember = (ctx: Ctx, { body, turn }: QueryOutcome) =>
  transact(ctx, (ctx) => conversations.remember(ctx, body.conversation_id, turn))

async function respond(
  ctx: Ctx,
  ai: Ai,
  prepared: PreparedQuery,
  listener: Listener | undefined,
): Promise<ReportedAnswer> {
  const { input, conversation } = prepared
  const { query } = input
  const { actor, now } = ctx
  const names = await namesFor(ctx, query)
  const before = memoryOf(conversation.turns)
  const record = input.context_record ?? before.record
  const asked = { text: query, now, asker: actor.email, names }
  const order = commandIn(asked)
  if (order?.kind === 'puzzle') return { ...puzzle(order.message, 'action'), ...byGrammar }
  if (order) return { ...(await proposeFor(ctx, order.command, record, before.shown)), ...byGrammar }
  const understood = understand({
    ...asked,
    ...(before.meaning && { before: before.meaning }),
    ...(record && { record }),
  })
  if (understood.kind === 'help') return { ...help, ...byGrammar }
  const modelled = await askModel(ctx, ai, input, conversation.turns, listener)
  listener?.signal.throwIfAborted()
  if (modelled) return { ...modelled, cache_hit: false }
  if (understood.kind === 'meaning')
    return { ...(await answerLive(ctx, understood.meaning, understood.unused)), ...byGrammar }
  if (understood.kind === 'puzzle') return { ...puzzle(understood.message, 'unknown'), ...byGrammar }
  return fromKnowledge(ctx, ai, prepared)
}

function memoryOf(turns: Turn[]) {
  const recent = turns.slice(-mostReferred)
  const meaning = recent.findLast((turn) => turn.meaning)?.meaning
  const last = recent.findLast((turn) => turn.record ?? turn.shown)
  return {
    ...(meaning && { meaning: revived(meaning) }),
    ...(last?.record && { record: last.record }),
    ...(last?.shown && { shown: last.shown }),
  }
}

/** Turns that "it" may refer to. */
const mostReferred = 4

const puzzle = (answer: string, intent: AnswerBody['intent']): AnswerBody => ({
  answer,
  intent,
  citations: [],
  results: null,
  actions: [],
})

async function proposeFor(
  ctx: Ctx,
  command: Command,
  record: RecordRef | undefined,
  shown: RecordRef[] = [],
): Promise<AnswerBody> {
  const { targets } = command
  if (Array.isArray(targets)) return propose(ctx, command, targets.slice(0, mostTargets))
  if (targets === 'they') return shown.length > 0 ? propose(ctx, command, shown) : puzzle(whichOnes, 'action')
  return record ? propose(ctx, command, [record]) : puzzle(whichOne, 'action')
}

const mostTargets = 10
const whichOne = 'I do not know which record you mean: name it, such as INC0000042.'
const whichOnes = 'I do not know which records you mean: name them, or ask for a list of at most 10 first.'

async function fromKnowledge(ctx: Ctx, ai: Ai, { input, bypass }: PreparedQuery): Promise<ReportedAnswer> {
  const { query: question, context_record, model } = input
  const told = await ask(
    ctx,
    ai,
    { question, ...(context_record && { context_record }), ...(model && { model }) },
    bypass,
  )
  const { answer, citations, covered, model_used, tokens_used, tokens_saved, cache_hit } = told
  return {
    answer: covered ? answer : `${answer}\n\n${examples}`,
    intent: covered ? 'knowledge' : 'unknown',
    citations: citations.map(({ article_id, title, relevance }) => ({ article_id, title, relevance })),
    results: null,
    actions: [],
    model_used,
    tokens_used,
    cache_hit,
    ...(tokens_saved !== undefined && { tokens_saved }),
  }
}

const examples = `Of live records I understand questions such as:
- open P1 incidents of the network team
- how many incidents were resolved last week?
- incidents per category this month
- what changed on db01 yesterday?
- why is INC0000042 breached?
- close INC0000042 (a proposal, to be confirmed)`

const help: AnswerBody = {
  answer: `I answer questions on incidents, changes, requests, configuration items and knowledge articles, and propose actions. ${examples}`,
  intent: 'help',
  citations: [],
  results: null,
  actions: [],
}
