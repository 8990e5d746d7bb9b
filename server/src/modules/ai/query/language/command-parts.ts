import { compose } from './compose.ts'
import { itemsOf } from './items.ts'
import { isTime, type Condition, type Noun, type RecordRef } from './meaning.ts'
import type { Names } from './names.ts'
import type { Reading, UnknownName } from './reading.ts'
import { stateOf } from './senses.ts'
import { wordsOf, type Word } from './words.ts'

/** Something to be done, as it was said; whether it can be is looked at later. */
export interface Command {
  verb: 'update' | 'escalate' | 'note' | 'create' | 'approve' | 'reject' | 'submit' | 'fulfil' | 'delete'
  /** `it` and `they` are what the conversation was about. */
  targets: RecordRef[] | 'it' | 'they'
  /** What is to be made. */
  noun?: Noun
  fields: Record<string, string | null>
  /** The note, the reason, or what a new record is about. */
  text: string
  unused: string[]
}

export type Order =
  | { kind: 'command'; commands: Command[] }
  | { kind: 'puzzle'; message: string; unknown?: UnknownName }

export const order = (...commands: Command[]): Order => ({ kind: 'command', commands })
export const puzzle = (message: string): Order => ({ kind: 'puzzle', message })

/** What was said, and by whom. */
export interface CommandInput {
  text: string
  words: Word[]
  now: Date
  asker: string
  names: Names
}

export const readingOf = ({ now, names, asker }: CommandInput, text: string): Reading =>
  compose(itemsOf(wordsOf(text), text, { now, names }), { email: asker, names, now })

/** What cannot be right in what was said. */
export const puzzleIn = ({ problems, unknown }: Reading): Order | undefined =>
  problems.length > 0
    ? { kind: 'puzzle', message: `${problems.join('. ')}.`, ...(unknown && { unknown }) }
    : undefined

/** The words before what is only to be passed on, and that text: in quotation marks, behind a colon, or behind "because". */
export function splitText({ text, words }: CommandInput): { head: Word[]; tail: string } {
  const colon = words.findIndex(({ mark }) => mark === ':')
  const reason = words.findIndex(({ low }) => low === 'because' || low === 'saying')
  const quoted = words.findIndex(({ is_quoted }) => is_quoted)
  if (colon >= 0 && (reason < 0 || colon < reason)) {
    const start = text.indexOf(':', words[colon]!.end) + 1
    return { head: words.slice(0, colon + 1), tail: text.slice(start).trim() }
  }
  if (reason > 0) return { head: words.slice(0, reason), tail: text.slice(words[reason]!.end).trim() }
  if (quoted > 0) return { head: words.toSpliced(quoted, 1), tail: words[quoted]!.text }
  return { head: words, tail: '' }
}

export const textOf = (words: Word[]): string => words.map((word) => word.text).join(' ')

/** The one value of each field; what may be one of several is no order. */
export function fieldsOf(conditions: Condition[]): Record<string, string | null> {
  const single = conditions
    .filter((each) => !isTime(each))
    .filter(({ field, values, is_negated }) => !is_negated && field !== 'text' && values.length <= 1)
  return Object.fromEntries(
    single.map(({ field, values }) => [field === 'condition' ? 'state' : field, values[0] ?? null]),
  )
}

const started: Partial<Record<Noun, string>> = {
  incident: 'in_progress',
  change: 'implementing',
  request: 'in_fulfillment',
}

/** The state that a word of an order means for a kind of record: what is started is in progress, implemented, or fulfilled. */
export function stateMeant(word: string, noun: Noun): string | undefined {
  if (word === 'started' || (word === 'open' && noun === 'incident')) return started[noun]
  if (word === 'again') return noun === 'incident' ? 'reopened' : noun === 'change' ? 'draft' : undefined
  return stateOf(word, noun)
}
