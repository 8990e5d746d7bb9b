import { compose } from './compose.ts'
import { isFollowUp } from './follow-ups.ts'
import { contentOf, type QuestionIntent } from './intents.ts'
import { itemsOf, type QuestionText } from './items.ts'
import type { RecordRef } from './meaning.ts'
import { saysCondition, type Asker, type Reading } from './reading.ts'

/** The nearest example of the intent table. */
export interface NearestExample {
  wants: QuestionIntent
  example: string
  /** Cosine of the question and the example. */
  score: number
  /** Further examples, each of another intent. */
  alike?: string[]
}

/** A question with its author, time and context. */
export interface Question extends QuestionText {
  /** E-mail address of the author. */
  asker: string
  /** The referent of "it": the last record of the conversation, or the context record. */
  record?: RecordRef
}

/** Minimum cosine for an example to count. */
export const minScore = 0.5
/** From this cosine on, the example takes precedence over the grammar. */
const sameScore = 0.95
/** From this cosine on, unknown and unused words do not matter. */
const nearlySameScore = 0.85

/** From this cosine on, the answer does not name the example. */
export const closeScore = 0.7

/** Minimum cosine for small talk and knowledge questions, which are answered without looking at records. */
export const minTalkScore = 0.6

/** Kinds of items that do not decide what a question asks. */
const usual = new Set('noun name record groups priority time email number filler'.split(' '))

/** A question, its reading, and the intent of the nearest example. */
export function analyse(question: Question, nearest: NearestExample | undefined) {
  const items = itemsOf(question)
  const reading = compose(items, askerOf(question))
  const is_follow_up = question.before !== undefined && isFollowUp(reading)
  const isAlone = items.every(({ is }) => is === 'record' || is === 'ask' || is === 'filler')
  const isPlain = (isAlone && reading.record !== undefined) || is_follow_up
  /** The record that it names or refers to. */
  const record = reading.record ?? (refersToRecord(reading) ? question.record : undefined)
  const [named, ...others] = reading.cis
  const only: RecordRef | undefined = named && others.length === 0 ? { type: 'ci', id: named.id } : undefined
  return {
    question,
    reading,
    nearest,
    is_follow_up,
    record,
    wants: isPlain ? undefined : intentOfExample(reading, nearest),
    /** The one CI that it names or refers to. */
    ci: only ?? (record?.type === 'ci' ? record : undefined),
    /** The example is nearly the same sentence. */
    is_same: nearest !== undefined && nearest.score >= nearlySameScore,
    /** Its words other than names, nouns, values and times. */
    intent_words: items.flatMap(({ is, text }) => (usual.has(is) ? [] : [text])).join(' '),
  }
}

/** Whether it refers to the question before it: "and P2?" */
export const continues = (question: Question): boolean => analyse(question, undefined).is_follow_up

export type Analysis = ReturnType<typeof analyse>

/** Whether the words leave the intent open, so that an example is needed. */
export const needsExample = (question: Question): boolean =>
  !saysAll(compose(itemsOf(question), askerOf(question)))

const askerOf = ({ text, now, names, asker, before }: Question): Asker => ({
  email: asker,
  names,
  now,
  is_question: before === undefined && /\?\s*$/.test(text),
})

/** "why is it breached?", or just "history". */
function refersToRecord({ refers, aspect, intent, noun, conditions, times, unused }: Reading): boolean {
  const isAsked = aspect !== undefined || intent === 'changes_on'
  return refers === 'it' || (isAsked && !noun && conditions.length + times.length + unused.length === 0)
}

/** "mean time to resolve by group" */
const isMeasured = ({ measure, asks_who, unused }: Reading) =>
  measure !== undefined && !asks_who && unused.length === 0

/** The words decide the meaning completely, so that no example is needed. */
const saysAll = (reading: Reading): boolean =>
  (isComplete(reading) || isMeasured(reading)) &&
  !reading.is_one &&
  !(reading.record ?? reading.aspect) &&
  reading.cis.length === 0 &&
  reading.conditions.every((each) => !('is_guess' in each))

/** Every word is understood, and there is a kind of record or a state. */
const isComplete = (reading: Reading): boolean =>
  ((reading.noun !== undefined && !reading.is_weak_noun) || saysCondition(reading, 'open')) &&
  !reading.asks_who &&
  (!reading.asks_most || reading.group_by !== undefined) &&
  reading.unused.length === 0

/** Whether it is about records. A weak noun such as "problem" alone is not enough. */
export function isLive(reading: Reading): boolean {
  const { conditions, times, unused, weight, noun, is_weak_noun, intent, measure, sort, group_by } = reading
  const filters = conditions.filter(({ field }) => field !== 'text').length + times.length
  if (unused.length > weight || (reading.asks_who && !noun)) return false
  if (!noun && unused.length > 0 && unused.length >= weight) return false
  if (intent === 'changes_on') return true
  if (noun && !is_weak_noun) return true
  const isAsked =
    measure !== undefined ||
    (group_by !== undefined && unused.length === 0) ||
    (sort !== undefined && unused.length === 0)
  return filters > 0 || isAsked || (noun !== undefined && intent !== undefined)
}

/** The intent of the example, where the words leave it open or the sentences are nearly the same. */
export function intentOfExample(
  reading: Reading,
  nearest: NearestExample | undefined,
): QuestionIntent | undefined {
  if (!nearest || nearest.score < minScore) return undefined
  const { wants, score, example } = nearest
  if (['greeting', 'help', 'chatter'].includes(wants.is) && score < minTalkScore) return undefined
  if (wants.is === 'stats' && wants.measure && (reading.noun ?? 'incident') !== 'incident') return undefined
  // A plural noun never means one record.
  const isMany = reading.is_one === false && !reading.is_weak_noun && !reading.record
  if (wants.is === 'record' && isMany) return undefined
  if (score >= sameScore || !isComplete(reading)) return wants
  // "has the WAN change been approved?" asks about one record.
  if (wants.is === 'record' && reading.is_one && !reading.sort) return wants
  const texts = reading.conditions.flatMap((each) => (each.field === 'text' ? each.values : []))
  const explained = new Set(contentOf(example))
  const isExplained = texts.flatMap(contentOf).every((word) => explained.has(word))
  return texts.length > 0 && isExplained ? wants : undefined
}
