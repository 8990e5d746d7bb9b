import type { Ctx } from '../../../db/ctx.ts'
import type { Ai } from '../engine/open.ts'
import { describe } from './language/describe.ts'
import type { Meaning } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { changesOn } from './changes-on.ts'
import { refOf, type AnswerBody } from './model.ts'
import { reach } from './reach.ts'
import { show } from './show.ts'
import { slaTargets } from './sla-targets.ts'
import { stats } from './stats.ts'
import * as store from './store.ts'
import { lineOf, notUsed, partOf } from './telling.ts'

const maxReferred = 10

export async function answerLive(ctx: Ctx, ai: Ai, meaning: Meaning, unused: string[]): Promise<AnswerBody> {
  const told = await answers[meaning.intent](ctx, meaning, ai)
  const [head = '', ...lines] = told.answer.split('\n')
  return {
    ...told,
    answer: [`${head}${notUsed(unused)}`, ...lines].join('\n'),
    meaning: meaning.intent === 'show' ? told.meaning : meaning,
  }
}

const answers: Record<Meaning['intent'], (ctx: Ctx, meaning: Meaning, ai: Ai) => Promise<AnswerBody>> = {
  count,
  list,
  show,
  stats,
  changes_on: changesOn,
  impact: reach,
  dependencies: reach,
  sla: slaTargets,
}

async function count(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { noun, conditions } = meaning
  const total = await store.count(ctx.db, noun, conditions, ctx)
  const what = describe({ ...meaning, intent: 'count' }, total === 1)
  const results = partOf(ctx, { noun, conditions }, { total, records: [] })
  const answer = `${total} ${uncapital(what)}.${assumedText(meaning)}`
  return { answer, intent: 'count', citations: [], results, actions: [] }
}

async function list(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { noun } = meaning
  const found = await store.find(ctx.db, meaning, ctx)
  const { total, records } = found
  const refs = records.map((record) => refOf(noun, record))
  const what = describe(meaning)
  const head =
    total === 0
      ? `None found: ${uncapital(what)}.`
      : `${what}: ${total} found${shownText(records.length, total)}.`
  return {
    answer: [`${head}${assumedText(meaning)}`, ...records.map((record) => lineOf(ctx, noun, record))].join(
      '\n',
    ),
    intent: 'list',
    citations: [],
    results: partOf(ctx, meaning, found),
    actions: [],
    ...(refs.length === 1 && { record: refs[0]! }),
    ...(refs.length === Math.min(total, meaning.limit ?? total) &&
      refs.length <= maxReferred && { shown: refs }),
  }
}

/** So that nobody takes the open ones for all. */
const assumedText = ({ noun, conditions }: Meaning) =>
  conditions.some((each) => 'is_assumed' in each)
    ? ` Say "all ${schemas[noun].many}" for closed ones too.`
    : ''

const shownText = (shown: number, total: number) => (shown < total ? `, the first ${shown} shown` : '')

/** Not the names that begin with capitals anyway. */
const uncapital = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
