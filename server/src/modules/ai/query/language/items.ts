import type { RecordRef } from './meaning.ts'
import { groupsAt, indexOf, longestQuestion, namedAt } from './names.ts'
import type { NameMatch, NameIndex, Names } from './names.ts'
import type { Clock } from './period.ts'
import { recordAt } from './record-names.ts'
import { timeAt } from './times.ts'
import type { Span } from './calendar-units.ts'
import { numberOf } from './calendar-units.ts'
import type { Sense } from './sense.ts'
import { misspeltAt, senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

type ItemMeaning =
  | Sense
  | { is: 'record'; record: RecordRef }
  | { is: 'time'; span: Span }
  | { is: 'groups'; groups: string[] }
  | { is: 'email'; email: string }
  | ({ is: 'name' } & Omit<NameMatch, 'length'>)
  | { is: 'number'; n: number }
  | { is: 'priority'; values: string[] }
  | { is: 'quoted' }
  | { is: 'word' }

/** A part of a question that says one thing. */
export type Item = ItemMeaning & {
  /** As it was typed. */
  text: string
  /** Its first word, and the one behind its last. */
  from: number
  to: number
}

interface ReadingContext {
  now: Date
  names: Names
}

const email = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i

/** The parts of a question in their order; nothing of it is left out. */
export function itemsOf(words: Word[], text: string, { now, names }: ReadingContext): Item[] {
  const low = words.slice(0, longestQuestion).map((word) => word.low)
  const clock: Clock = { now, looks_ahead: low.some((word) => ahead.has(word)) }
  const index = indexOf(names)
  const items: Item[] = []
  for (let place = 0; place < words.length;) {
    const { found, length } =
      place < longestQuestion ? findAt(words, low, place, clock, index) : { found: word, length: 1 }
    const to = place + length
    const typed = text.slice(words[place]!.start, words[to - 1]!.end)
    items.push({ ...found, text: typed, from: place, to })
    place = to
  }
  return items
}

const ahead = new Set(['planned', 'scheduled', 'upcoming', 'due', 'next', 'coming', 'will'])
const word = { is: 'word' } as const

function findAt(
  words: Word[],
  low: string[],
  place: number,
  clock: Clock,
  index: NameIndex,
): { found: ItemMeaning; length: number } {
  const first = words[place]!
  if (first.is_quoted) return { found: { is: 'quoted' }, length: 1 }
  const record = recordAt(words, place)
  if (record) return { found: { is: 'record', record: record.record }, length: record.length }
  if (email.test(first.text)) return { found: { is: 'email', email: first.text }, length: 1 }
  const groups = groupsAt(words, place, index.groups)
  if (groups) return { found: { is: 'groups', groups: groups.groups }, length: groups.length }
  const priority = priorityAt(low, place)
  if (priority) return { found: { is: 'priority', values: priority.values }, length: priority.length }
  const time = timeAt(words, place, clock)
  if (time) return { found: { is: 'time', span: time.span }, length: time.length }
  return phraseAt(words, low, place, index)
}

/** A name of several words wins over a phrase of fewer, a phrase over a name of one. */
function phraseAt(
  words: Word[],
  low: string[],
  place: number,
  index: NameIndex,
): { found: ItemMeaning; length: number } {
  const named = namedAt(words, place, index)
  const phrase = senseAt(low, place)
  if (named && named.length > (phrase?.length ?? 0)) {
    const { length, ...found } = named
    return { found: { is: 'name', ...found }, length }
  }
  if (phrase) return { found: phrase.sense, length: phrase.length }
  const n = numberOf(low[place])
  if (n !== undefined) return { found: { is: 'number', n }, length: 1 }
  const meant = misspeltAt(low[place]!)
  return { found: meant ?? word, length: 1 }
}

/** "P1", "P1s", "sev1", "priority 2", "P1-P3". */
function priorityAt(low: string[], place: number): { values: string[]; length: number } | undefined {
  const [, from, to] = /^(?:p|prio|sev)-?([1-4])s?(?:-p?([1-4]))?$/.exec(low[place]!) ?? []
  if (from) return { values: range(Number(from), Number(to ?? from)), length: 1 }
  const isNamed = /^(priority|prio|severity|sev)$/.test(low[place]!) && /^[1-4]$/.test(low[place + 1] ?? '')
  return isNamed ? { values: [`P${low[place + 1]}`], length: 2 } : undefined
}

export const range = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => `P${from + n}`)
