import { stemOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { wordsIn } from '../../text/words.ts'
import type { Wanted } from './intents.ts'
import type { Spoken } from './items.ts'
import { isTime, type Meaning, type RecordRef } from './meaning.ts'
import { isComplete } from './completeness.ts'
import type { Reading } from './reading.ts'

/** The nearest example of the table of intents. */
export interface NearestExample {
  wants: Wanted
  example: string
  /** Cosine of the question and the example. */
  score: number
  /** Examples that are less near, each of another row. */
  alike?: string[]
}

/** Who asks what, when, and after what. */
export interface Question extends Spoken {
  /** E-mail address of the one who asks. */
  asker: string
  /** What was asked before in this conversation. */
  before?: Meaning
  /** "it": the record that the conversation has come to, or that the question came with. */
  record?: RecordRef
}

/** A question, what its words say, and what the nearest example wants. */
export interface Analysis {
  /** What it says besides names, nouns, values and times. */
  told: string
  question: Question
  reading: Reading
  wants: Wanted | undefined
  nearest: NearestExample | undefined
  /** The example is nearly the same sentence. */
  is_same: boolean
  is_follow_up: boolean
  /** The record that it names or refers to. */
  record: RecordRef | undefined
  /** The one CI that it names or refers to. */
  ci: RecordRef | undefined
}

/** The least cosine of a question and an example that want the same. */
export const nearEnough = 0.5
/** So near that the example decides even where the words make sense by themselves. */
const theSame = 0.95
/** So near that strange words and lost ones change nothing. */
export const nearlyTheSame = 0.85

/** From here on nobody has to be told which example it was. */
export const closeEnough = 0.7

/** A greeting is answered without looking at any record, and an article without doubt, so they must be nearer. */
export const near = 0.6

/** The example counts where the words leave something open, or where it is nearly the same sentence. */
export function wantedBy(reading: Reading, nearest: NearestExample | undefined): Wanted | undefined {
  if (!nearest || nearest.score < nearEnough) return undefined
  const { wants, score, example } = nearest
  if (['greeting', 'help', 'chatter'].includes(wants.is) && score < near) return undefined
  if (wants.is === 'stats' && wants.measure && (reading.noun ?? 'incident') !== 'incident') return undefined
  // Several records are never one.
  const isMany = reading.is_one === false && !reading.is_weak_noun && !reading.record
  if (wants.is === 'record' && isMany) return undefined
  if (score >= theSame || !isComplete(reading)) return wants
  // "has the WAN change been approved?" asks of one.
  if (wants.is === 'record' && reading.is_one && !reading.sort) return wants
  const texts = reading.conditions.flatMap((each) =>
    !isTime(each) && each.field === 'text' ? each.values : [],
  )
  const explained = new Set(contentOf(example))
  const isExplained = texts.flatMap(contentOf).every((word) => explained.has(word))
  return texts.length > 0 && isExplained ? wants : undefined
}

/** A name that nobody has is a mistake in such a question; elsewhere it may be a part of what somebody wants to know. */
export const speaksOfRecords = (
  { noun, is_weak_noun, intent, joins, conditions }: Reading,
  isLater: boolean,
  wants: Wanted | undefined,
): boolean =>
  (noun !== undefined && !is_weak_noun) ||
  intent !== undefined ||
  conditions.length > 0 ||
  (isLater && joins === true) ||
  (wants !== undefined && ['changes_on', 'impact', 'dependencies'].includes(wants.is))

/** What a question says of a record besides what its example says. */
export function wordsAbout(text: string, example: string): string[] {
  const explained = new Set([
    ...contentOf(example),
    ...contentOf('incident ticket problem issue outage work fix yet change request state status'),
  ])
  return wordsIn(text).filter((word) => !stopWords.tickets.has(word) && !explained.has(stemOf(word)))
}

export const stemsOf = (text: string): string[] => wordsIn(text).map((word) => stemOf(word))

/** The words of a text that say something, so that they can be compared. */
export const contentOf = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.tickets.has(word))
    .map((word) => stemOf(word))
