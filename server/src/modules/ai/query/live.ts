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
import { lineOf, unusedText, partOf, plainAnswer, totalText } from './answer-text.ts'
import * as store from './store.ts'

const maxReferred = 10

/** Unused words, the assumed example, and the plain words of an answer. */
type Doubts = Pick<Extract<Understanding, { kind: 'meaning' }>, 'unused' | 'assumed_example' | 'read_as'>

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
  { unused, assumed_example, read_as }: Doubts,
): Promise<AnswerBody> {
  const body = await answers[meaning.intent](ctx, meaning, ai)
  const guesses = meaning.conditions.flatMap((each) => ('is_guess' in each ? each.values : []))
  const certain = meaning.conditions.filter((each) => !('is_guess' in each))
  const isMore = meaning.intent === 'stats' || certain.some((each) => !('is_assumed' in each))
  // No record contains the unknown words, so they are ignored.
  if (body.results?.total === 0 && guesses.length > 0 && isMore && !(await isTopic(ctx, meaning)))
    return answerLive(
      ctx,
      ai,
      { ...meaning, conditions: certain },
      { unused: [...guesses, ...unused], assumed_example },
    )
  const answer = body.answer.replace(
    /$/m,
    () =>
      guessText(guesses) +
      unusedText(unused) +
      assumedExampleText(assumed_example, unused.length > 0) +
      (read_as ? ` I read this as "${read_as}".` : ''),
  )
  return { ...body, answer, memory: { ...body.memory, ...(meaning.intent !== 'show' && { meaning }) } }
}

/** Whether some record, even a closed one, has the words that are only searched in the text. */
async function isTopic(ctx: Ctx, { noun, conditions }: Meaning): Promise<boolean> {
  const { total } = await store.countUpTo(
    ctx,
    noun,
    conditions.filter((each) => 'is_guess' in each),
  )
  return total > 0
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
  const head = total === 0 ? `None found: ${uncapital(what)}.` : `${what}${shareText(meaning, found)}.`
  const lines = records.map((record) => lineOf(ctx, noun, record))
  const isAll = refs.length === Math.min(total, meaning.limit ?? total) && refs.length <= maxReferred
  const answer = [`${head}${assumedText(meaning)}`, ...lines].join('\n')
  const record = refs.length === 1 ? refs[0] : undefined
  const results = partOf(ctx, meaning, found)
  return plainAnswer(answer, 'list', {
    results,
    memory: { ...(record && { record }), shown: refs, is_part: !isAll },
  })
}

/** How many were found; of a superlative, among how many it is one. */
function shareText({ sort, limit }: Meaning, { records, ...found }: store.FoundRecords): string {
  if (sort && limit === 1) return found.total > 1 ? `, of ${totalText(found)}` : ''
  const first = records.length < found.total ? `, the first ${records.length} shown` : ''
  return `: ${totalText(found)} found${first}`
}

/** Says that only open records are included. */
const assumedText = ({ noun, conditions }: Meaning) =>
  conditions.some((each) => 'is_assumed' in each)
    ? ` Say "all ${schemas[noun].many}" for closed ones too.`
    : ''

/** Names the assumed example, so that a wrong assumption is visible. */
function assumedExampleText(example: string | undefined, isUnsure: boolean): string {
  if (!example) return ''
  return isUnsure ? ` I assumed "${example}".` : ` I am not sure what you meant. I assumed "${example}".`
}

/** Names the words that were only searched in the text, because they may have another meaning. */
function guessText(guesses: string[]): string {
  if (guesses.length === 0) return ''
  return `${unusedText(guesses).slice(0, -1)}, so I looked for ${guesses.length > 1 ? 'these words' : 'it'} in the text.`
}
