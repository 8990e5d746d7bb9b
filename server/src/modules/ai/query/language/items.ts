import { amountIn, type Amount } from './amounts.ts'
import { numberOf, type Span } from './calendar.ts'
import { isTime, type Meaning, type RecordRef } from './meaning.ts'
import { groupsAt } from './group-names.ts'
import { indexOf, isHostLike, longestQuestion, namedAt } from './names.ts'
import type { NameIndex, Names } from './names.ts'
import { recordAt } from './record-names.ts'
import type { Clock } from './periods.ts'
import { timeAt } from './times.ts'
import { misspeltAt, priorityAt, senseAt, type Sense } from './vocabulary.ts'
import { wordsOf, type Word } from './words.ts'

type ItemMeaning =
  | Sense
  | { is: 'record'; record: RecordRef }
  | { is: 'time'; span: Span }
  | ({ is: 'amount' } & Amount)
  | { is: 'groups'; groups: string[] }
  | { is: 'email'; email: string }
  | ({ is: 'name' } & Omit<NonNullable<ReturnType<typeof namedAt>>, 'length'>)
  | { is: 'number'; n: number }
  | { is: 'priority'; values: string[] }
  | { is: 'quoted' }
  | { is: 'word' }

/** One unit of meaning in a question, with its text as it was typed. */
export type Item = ItemMeaning & { text: string }

/** Items of one kind. */
export type ItemOf<K extends Item['is']> = [Extract<Item, { is: K }>] extends [never]
  ? Item
  : Extract<Item, { is: K }>

/** An item, and the number of words that it covers. */
type Match = ItemMeaning & { length: number }

/** The complete, unambiguous name of a CI: "mail-01", "Label service". */
export const isWholeName = (item: Item): boolean =>
  item.is === 'name' &&
  (item.cis?.every(({ is_part }) => !is_part) ?? false) &&
  (isHostLike(item.text) || item.text.includes(' '))

const email = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i
const ahead = new Set(['planned', 'scheduled', 'upcoming', 'due', 'next', 'coming', 'will'])
/** "not touched in a week", "no update for 3 days". */
const idle =
  /\b(?:not|no|nobody|never|without|stale|idle)\b.*\b(?:touched|updated?|updates|activity|changed|reviewed)\b/

/** A text, its time, and the names that exist in the data. */
export interface QuestionText {
  text: string
  now: Date
  names: Names
  /** Whether it is an English word, which must not be corrected as a typing error. */
  isWord?: (word: string) => boolean
  /** The previous meaning in this conversation. */
  before?: Meaning
}

/** The items of a question, in order; they cover all of its text. */
export function itemsOf({ text, now, names, isWord = () => false, before }: QuestionText): Item[] {
  const words = wordsOf(text)
  const low = words.slice(0, longestQuestion).map((word) => word.low)
  const clock: Clock = {
    now,
    looks_ahead: low.some((word) => ahead.has(word)),
    is_idle: idle.test(low.join(' ')),
    earlier: before?.conditions.findLast(isTime)?.span,
    compares: /\b(?:compar|(?:vs|versus|than|against)\b)/i.test(text),
  }
  const index = indexOf(names)
  const items: Item[] = []
  for (let place = 0; place < words.length;) {
    const { length, ...found } =
      place < longestQuestion
        ? (items.at(-1)?.is === 'role' && personAt(words, place, index)) ||
          findAt(words, low, place, { clock, index, isWord })
        : ({ is: 'word', length: 1 } as const)
    items.push({ ...found, text: text.slice(words[place]!.start, words[place + length - 1]!.end) })
    if (found.is === 'time') clock.earlier = found.span
    place += length
  }
  return items
}

/** Phrases and names that the words of a question are matched with. */
interface Lexicon {
  clock: Clock
  index: NameIndex
  isWord: (word: string) => boolean
}

/** After "assigned to", april and will are people. */
function personAt(words: Word[], place: number, index: NameIndex): Match | undefined {
  const named = namedAt(words, place, index)
  return named?.person === undefined ? undefined : { is: 'name', ...named }
}

function findAt(words: Word[], low: string[], place: number, { clock, index, isWord }: Lexicon): Match {
  const first = words[place]!
  if (first.is_quoted) return { is: 'quoted', length: 1 }
  const record = recordAt(words, place)
  if (record) return { is: 'record', ...record }
  if (email.test(first.text)) return { is: 'email', email: first.text, length: 1 }
  const groups = groupsAt(words, place, index.groups)
  if (groups) return { is: 'groups', ...groups }
  const priority = priorityAt(low, place)
  if (priority) return { is: 'priority', ...priority }
  const amount = amountIn(low.slice(place).join(' '))
  if (amount) return { is: 'amount', ...amount }
  const time = timeAt(words, place, clock)
  if (time) return { is: 'time', ...time }
  // The longer match wins; at equal length, the phrase.
  const named = namedAt(words, place, index)
  const phrase = senseAt(low, place)
  if (named && named.length > (phrase?.length ?? 0)) return { is: 'name', ...named }
  // "not approved by bob" is not "not approved".
  const isOnlyNot = first.low === 'not' && phrase && phrase.length > 1 && place + 1 < words.length
  if (isOnlyNot && findAt(words, low, place + 1, { clock, index, isWord }).length >= phrase.length)
    return { is: 'not', length: 1 }
  if (phrase) return { ...phrase.sense, length: phrase.length }
  const n = numberOf(low[place])
  return n === undefined
    ? { ...(misspeltAt(low[place]!, isWord) ?? { is: 'word' }), length: 1 }
    : { is: 'number', n, length: 1 }
}

function kindOf(item: Item, place: number, items: Item[]): string {
  // "a mail" is not the name of a system.
  if (item.is === 'name' && /^an?$/i.test(items[place - 1]?.text ?? '')) return item.text
  if (item.is === 'record') return item.record.type === 'ci' ? 'the system' : `the ${item.record.type}`
  if (item.is === 'groups') return 'the team'
  if (item.is === 'priority') return 'P1'
  if (item.is === 'email' || (item.is === 'name' && item.person)) return 'the colleague'
  const isSystem = item.is === 'name' ? item.cis : item.is === 'word' && isHostLike(item.text)
  return isSystem ? 'the system' : item.text
}

/** "switch" and "in Porto" of "the core switch in Porto", where a part of the name and the location identify it. */
function describesCi(items: Item[], place: number): boolean {
  const item = items[place]
  if (item?.is === 'place') return isAtLocation(items, items[place + 1])
  return item?.is === 'word' && (isPartOfName(items[place - 1]) || isAtLocation(items, item))
}

const isPartOfName = (item: Item | undefined) =>
  item?.is === 'name' && item.cis?.some(({ is_part }) => is_part)

const isAtLocation = (items: Item[], word: Item | undefined) =>
  word?.is === 'word' &&
  items.some(
    (item) =>
      item.is === 'name' &&
      item.cis?.some(({ location }) => location?.match(/\p{L}+/gu)?.includes(word.text)),
  )

/**
 * The question with names replaced by their kind, to compare it with the examples. The second form keeps words that are only a
 * part of a name, because they may mean something else. The third also replaces words that may describe a record: "who is on
 * the mail outage" becomes "who is on the incident".
 */
export function withoutNames(input: QuestionText): string[] {
  const items = itemsOf(input)
  const isWord = (item: Item | undefined) => /^(?:word|number|noun|name|quoted)$/.test(item?.is ?? '')
  const isThe = (item: Item | undefined) => item?.text.toLowerCase() === 'the'
  const words = items.flatMap((item, place) => {
    const begin = items.slice(0, place).findLastIndex((each) => !isWord(each))
    if (!isWord(item) || !isThe(items[begin]))
      return isThe(item) && isWord(items[place + 1]) ? [] : [kindOf(item, place, items)]
    return begin === place - 1 ? ['the incident'] : []
  })
  const whole = items.map((item, place) => (isPartOfName(item) ? item.text : kindOf(item, place, items)))
  const kinds = items.map(kindOf).filter((_, place) => !describesCi(items, place))
  return [kinds.join(' '), whole.join(' '), words.join(' ')]
}
