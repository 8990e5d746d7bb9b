import type { Ctx } from '../../../db/ctx.ts'
import { withoutForeignLinks } from '../text/links.ts'
import { defaultAlias, type Cost, type Message } from '../models/model.ts'
import { fence } from '../models/prompt.ts'
import type { Ai } from '../engine/open.ts'
import { idsIn, withKnownIds } from './checked-text.ts'
import type { Query, AnswerBody, Turn } from './model.ts'
import { toolsFor, type ReadRecords } from './tools.ts'
import { plainAnswer } from './answer-text.ts'

const system = (
  now: Date,
) => `You answer questions of service desk agents about an IT service management system: its incidents, changes, requests, configuration items and knowledge articles.
Now is ${now.toISOString()}. Times are in UTC, weeks begin on Monday.
Look things up with the tools before you answer; never guess a number, an id or a name. Name records by their ids. When you use a passage of a knowledge article, put its id behind it in brackets.
You can change nothing. When somebody wants something done, say that they can ask for it in one sentence, such as "close INC0000042", and confirm the proposal.
Answer briefly, in plain words. Say so when you do not find something.`

/** Receives an answer as it arrives, until the client disconnects. */
export interface Listener {
  tell: (delta: string) => void
  signal: AbortSignal
}

const maxTurns = 6

/** A model's answer with read tools, if there is one, and what it cost. */
export async function askModel(
  ctx: Ctx,
  ai: Ai,
  { query, model = defaultAlias, context_record }: Query,
  turns: Turn[],
  listener: Listener | undefined,
): Promise<{ modelled?: AnswerBody & Cost; tokens_used: number }> {
  let spent = 0
  const read: ReadRecords = { articles: new Map(), ids: new Set(idsNamed(query, turns, context_record)) }
  const about = context_record ? `\n\n(It is about ${context_record.type} ${context_record.id}.)` : ''
  const messages: Message[] = turns.slice(-maxTurns).flatMap((turn) => [
    { role: 'user' as const, content: turn.query },
    // It contains text of records.
    { role: 'assistant' as const, content: fence(turn.answer) },
  ])
  const check = (text: string) => withKnownIds(text, read.ids)
  const reply = await ai.models.converse(ctx, {
    alias: model,
    endpoint: 'query',
    system: system(ctx.now),
    messages: [...messages, { role: 'user', content: `${query}${about}` }],
    tools: toolsFor(ctx, ai, read),
    onSpent: (tokens) => (spent = tokens),
    ...(listener && { signal: listener.signal, onText: (delta: string) => listener.tell(check(delta)) }),
  })
  if (!reply) return { tokens_used: spent }
  const answer = withoutForeignLinks(check(reply.text), ctx.config.base_url)
  const cited = idsIn(answer).flatMap((id) => read.articles.get(id) ?? [])
  const citations = [...new Set(cited)].toSorted((a, b) => b.relevance - a.relevance)
  const { model_used, tokens_used } = reply
  const intent = read.articles.size > 0 ? 'knowledge' : 'unknown'
  const body = { ...plainAnswer(answer, intent), ...read.answer, answer, citations }
  return { modelled: { ...body, model_used, tokens_used }, tokens_used }
}

const idsNamed = (query: string, turns: Turn[], context?: { id: string }): string[] => [
  ...idsIn(query.toUpperCase()),
  ...(context ? [context.id] : []),
  ...turns.flatMap((turn) => [
    ...idsIn(turn.query.toUpperCase()),
    ...[...(turn.shown ?? []), ...(turn.record ? [turn.record] : [])].map(({ id }) => id),
  ]),
]
