import type { Ctx } from '../../../db/ctx.ts'
import type { Ai } from '../engine/open.ts'
import { capital, describe, uncapital } from './language/describe.ts'
import type { Meaning } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { changesOn, showDependencies } from './around-ci.ts'
import type { Understanding } from './language/understand.ts'
import type { AnswerBody } from './model.ts'
import { show } from './show.ts'
import { stats, slaTargets } from './stats.ts'
import { lineOf, notUsed, partOf, plainAnswer, totalText } from './telling.ts'
import * as store from './store.ts'

const maxReferred = 10

/** Unused words and the assumed example of an answer. */
type Doubts = Pick<Extract<Understanding, { kind: 'meaning' }>, 'unused' | 'taken_as'>

const answers: Record<Meaning['intent'], (ctx: Ctx, meaning: Meaning, ai: Ai) => Promise<AnswerBody>> = {
  count,
  list,
  show,
  stats,
  changes_on: changesOn,
  impact: showDependencies,
  dependencies: showDependencies,
  sla: slaTargets,
}

export async function answerLive(
  ctx: Ctx,
  ai: Ai,
  meaning: Meaning,
  { unused, taken_as }: Doubts,
): Promise<AnswerBody> {
  const told = await answers[meaning.intent](ctx, meaning, ai)
  const guesses = meaning.conditions.flatMap((each) => ('is_guess' in each ? each.values : []))
  const certain = meaning.conditions.filter((each) => !('is_guess' in each))
  const isMore = meaning.intent === 'stats' || certain.some((each) => !('is_assumed' in each))
  // No record contains the unknown words, so they are ignored.
  if (told.results?.total === 0 && guesses.length > 0 && isMore)
    return answerLive(
      ctx,
      ai,
      { ...meaning, conditions: certain },
      { unused: [...guesses, ...unused], taken_as },
    )
  const answer = told.answer.replace(
    /$/m,
    () => guessText(guesses) + notUsed(unused) + takenText(taken_as, unused.length > 0),
  )
  return { ...told, answer, ...(meaning.intent !== 'show' && { meaning }) }
}

async function count(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { noun, conditions } = meaning
  const counted = await store.countUpTo(ctx, noun, conditions)
  const { total } = counted
  const results = partOf(ctx, { noun, conditions }, { ...counted, records: [] })
  const what = uncapital(describe(meaning, total === 1))
  const answer = `${capital(totalText(counted))} ${what}.${assumedText(meaning)}`
  return plainAnswer(answer, 'count', { results })
}

async function list(ctx: Ctx, meaning: Meaning): Promise<AnswerBody> {
  const { noun } = meaning
  const found = await store.find(ctx, meaning)
  const { total, records } = found
  const refs = records.map(({ id }) => ({ type: noun, id }))
  const what = describe(meaning)
  const first = records.length < total ? `, the first ${records.length} shown` : ''
  const head = total === 0 ? `None found: ${uncapital(what)}.` : `${what}: ${totalText(found)} found${first}.`
  const lines = records.map((record) => lineOf(ctx, noun, record))
  const isAll = refs.length === Math.min(total, meaning.limit ?? total) && refs.length <= maxReferred
  const answer = [`${head}${assumedText(meaning)}`, ...lines].join('\n')
  const record = refs.length === 1 ? refs[0] : undefined
  const results = partOf(ctx, meaning, found)
  return plainAnswer(answer, 'list', { results, record, shown: refs, is_part: !isAll })
}

/** Says that only open records are included. */
const assumedText = ({ noun, conditions }: Meaning) =>
  conditions.some((each) => 'is_assumed' in each)
    ? ` Say "all ${schemas[noun].many}" for closed ones too.`
    : ''

/** Names the assumed example, so that a wrong assumption is visible. */
function takenText(example: string | undefined, isTold: boolean): string {
  if (!example) return ''
  return isTold
    ? ` I took this as "${example}".`
    : ` I did not understand this for sure, and took it as "${example}".`
}

/** Names the words that were only searched in the text, because they may have another meaning. */
function guessText(guesses: string[]): string {
  if (guesses.length === 0) return ''
  return `${notUsed(guesses).slice(0, -1)}, so I looked for ${guesses.length > 1 ? 'these words' : 'it'} in the text.`
}
