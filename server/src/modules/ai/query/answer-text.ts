import type { Ctx } from '../../../db/ctx.ts'
import { apiRoot } from '../../../http/api.ts'
import { withKnownAddresses } from '../models/known-addresses.ts'
import { visible } from '../models/prompt.ts'
import { cut } from '../text/quote.ts'
import { momentText } from '../text/times.ts'
import type { Meaning, Noun, RecordRef } from './language/meaning.ts'
import { listPath } from './language/list-path.ts'
import { schemas } from './language/schema.ts'
import type { Part, AnswerBody } from './model.ts'
import type { FoundRecord, FoundRecords, Total } from './store.ts'

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

/**
 * Text of a record within an answer: one line of visible characters. Addresses become code, so that they are not rendered as
 * links; backticks are replaced, because they could end the code early.
 */
export function safeText(ctx: Ctx, value: unknown): string {
  const text = visible(textOf(value)).replaceAll('`', "'").replaceAll(/\s+/g, ' ')
  const safe = withKnownAddresses(text, { base_url: ctx.config.base_url, seen: [text] })
  return safe.replaceAll('](', '] (').trim()
}

/** The beginning of such a text. Cut first, so that the end of a code span is never lost. */
export const shortText = (ctx: Ctx, value: unknown, most: number): string =>
  safeText(ctx, cut(textOf(value), most))

export const pathOf = (type: Noun, id: string): string => `${apiRoot}${schemas[type].path}/${id}`

export const urlOf = (ctx: Ctx, type: Noun, id: string): string =>
  `${ctx.config.base_url}${schemas[type].path}/${id}`

/** The id and the title of a record. */
export const titleOf = (ctx: Ctx, { type, id }: RecordRef, record: Record<string, unknown>): string =>
  `${id} (${safeText(ctx, record[schemas[type].title])})`

/** The `results` of an answer. */
export function partOf(
  ctx: Ctx,
  meaning: Pick<Meaning, 'noun' | 'conditions' | 'sort' | 'limit'>,
  { total, total_is_exact, records }: FoundRecords,
): Part {
  const path = listPath(meaning)
  return {
    type: meaning.noun,
    total,
    ...(!total_is_exact && { total_is_exact }),
    query: path === undefined ? null : `${apiRoot}${path}`,
    records: records.map((record) => ({ ...record, url: urlOf(ctx, meaning.noun, record.id) })),
  }
}

export const totalText = ({ total, total_is_exact }: Total): string =>
  `${total_is_exact ? '' : 'more than '}${total.toLocaleString('en')}`

export function lineOf(ctx: Ctx, type: Noun, record: FoundRecord): string {
  const { priority, category, state, status, planned_start, assigned_to, assignment_group } = record
  const kind = type === 'ci' ? record.class : type === 'article' ? category : priority
  const start = planned_start && momentText(planned_start)
  const facts = [kind, humanize(state ?? status), start, assigned_to ?? assignment_group]
  return factLine(ctx, record.id, record[schemas[type].title], facts)
}

/** A record in a list, and the facts about it that are known. */
export const factLine = (ctx: Ctx, id: string, title: unknown, facts: unknown[]): string => {
  const known = facts.filter(Boolean).map((fact) => safeText(ctx, fact))
  return `- ${id} ${safeText(ctx, title)} (${known.join(', ')})`
}

export const humanize = (value: unknown): string => textOf(value).replaceAll('_', ' ')

/** The state of a record, and the possible transitions. */
export function stepsText({
  state,
  allowed_transitions: steps,
}: Record<string, unknown>): string | undefined {
  if (!Array.isArray(steps)) return undefined
  if (steps.length === 0) return `is ${humanize(state)}, which is final`
  return `is ${humanize(state)}; from there it can become ${steps.map(humanize).join(' or ')}`
}

export const unusedText = (unused: string[]): string =>
  unused.length === 0 ? '' : ` I did not understand ${unused.map((word) => `"${word}"`).join(', ')}.`

/** An answer from its text and its other fields. */
export const plainAnswer = (
  answer: string,
  intent: AnswerBody['intent'],
  more: Partial<AnswerBody> = {},
): AnswerBody => ({ answer, intent, citations: [], results: null, actions: [], ...more })

export const examples = `I can answer questions such as:
- open P1 incidents of the network team
- how many incidents were resolved last week?
- compare this week with last week
- what changed on db01 yesterday?
- what depends on db01?
- who is working on the mail outage?
- close INC0000042 (a proposal, to be confirmed)`

const help = `I answer questions on incidents, changes, requests, configuration items and knowledge articles, and propose actions. ${examples}`

export const answers = {
  help: plainAnswer(help, 'help'),
  greeting: plainAnswer(`Glad to help. ${help}`, 'help'),
  chatter: plainAnswer(
    `I did not understand that as a question in English about IT service work. ${examples}`,
    'unknown',
  ),
  nonsense: plainAnswer(`I did not understand that. ${examples}`, 'unknown'),
  foreign: plainAnswer(`I understand only English so far. ${examples}`, 'unknown'),
}
