import { numberOf, type Span } from './calendar.ts'
import type { RecordRef } from './meaning.ts'
import { groupsAt, indexOf, isHostLike, longestQuestion, namedAt } from './names.ts'
import type { NameIndex, NameMatch, Names } from './names.ts'
import { recordAt } from './record-names.ts'
import type { Clock } from './time-points.ts'
import { timeAt } from './times.ts'
import { misspeltAt, senseAt, type Sense } from './vocabulary.ts'
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

/** A part of a question that says one thing, and its text as it was typed. */
export type Item = ItemMeaning & { text: string }

/** What is found at a place, and how many words it took. */
type Match = ItemMeaning & { length: number }

/** The whole name of a CI that can be nothing else: "mail-01", "Label service". */
export const isWholeName = (item: Item): boolean =>
  item.is === 'name' &&
  (item.cis?.every(({ is_part }) => !is_part) ?? false) &&
  (isHostLike(item.text) || item.text.includes(' '))

const email = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i
const ahead = new Set(['planned', 'scheduled', 'upcoming', 'due', 'next', 'coming', 'will'])
/** "not touched in a week", "no update for 3 days". */
const idle =
  /\b(?:not|no|nobody|never|without|stale|idle)\b.*\b(?:touched|updated?|updates|activity|changed)\b/

/** The parts of a question in their order; nothing of it is left out. */
export function itemsOf(words: Word[], text: string, { now, names }: { now: Date; names: Names }): Item[] {
  const low = words.slice(0, longestQuestion).map((word) => word.low)
  const clock: Clock = {
    now,
    looks_ahead: low.some((word) => ahead.has(word)),
    is_idle: idle.test(low.join(' ')),
  }
  const index = indexOf(names)
  const items: Item[] = []
  for (let place = 0; place < words.length;) {
    const { length, ...found } =
      place < longestQuestion ? findAt(words, low, place, clock, index) : ({ is: 'word', length: 1 } as const)
    items.push({ ...found, text: text.slice(words[place]!.start, words[place + length - 1]!.end) })
    place += length
  }
  return items
}

function findAt(words: Word[], low: string[], place: number, clock: Clock, index: NameIndex): Match {
  const first = words[place]!
  if (first.is_quoted) return { is: 'quoted', length: 1 }
  const record = recordAt(words, place)
  if (record) return { is: 'record', ...record }
  if (email.test(first.text)) return { is: 'email', email: first.text, length: 1 }
  const groups = groupsAt(words, place, index.groups)
  if (groups) return { is: 'groups', ...groups }
  const priority = priorityAt(low, place)
  if (priority) return { is: 'priority', ...priority }
  const time = timeAt(words, place, clock)
  if (time) return { is: 'time', ...time }
  // A name of several words wins over a phrase of fewer, a phrase over a name of one.
  const named = namedAt(words, place, index)
  const phrase = senseAt(low, place)
  if (named && named.length > (phrase?.length ?? 0)) return { is: 'name', ...named }
  if (phrase) return { ...phrase.sense, length: phrase.length }
  const n = numberOf(low[place])
  return n === undefined
    ? { ...(misspeltAt(low[place]!) ?? { is: 'word' }), length: 1 }
    : { is: 'number', n, length: 1 }
}

/** "P1", "P1s", "sev1", "priority 2", "P1-P3". */
function priorityAt(low: string[], place: number): { values: string[]; length: number } | undefined {
  const [, from, to] = /^(?:p|prio|sev)-?([1-4])s?(?:-p?([1-4]))?$/.exec(low[place]!) ?? []
  if (from) return { values: range(Number(from), Number(to ?? from)), length: 1 }
  const next = low.slice(place, place + 3).join(' ')
  const [bound, side, limit] =
    /^(above|higher than|at least|below|lower than|at most) p([1-4])\b/.exec(next) ?? []
  if (bound) return { values: beyond(side!, Number(limit)), length: bound.split(' ').length }
  const [, level] = /^(?:priority|prio|severity|sev) ([1-4])s?$/.exec(`${low[place]} ${low[place + 1]}`) ?? []
  return level ? { values: [`P${level}`], length: 2 } : undefined
}

/** "above P3", "at least P2", "below P1". */
function beyond(side: string, level: number): string[] {
  const inclusive = side.startsWith('at') ? 0 : 1
  return /above|higher|least/.test(side) ? range(1, level - inclusive) : range(level + inclusive, 4)
}

export const range = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => `P${from + n}`)
