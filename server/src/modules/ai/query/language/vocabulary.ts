import { isMisspeltAs } from '../../../../kernel/distance.ts'
import { priorities } from '../../../../kernel/priorities.ts'
import { rowsOf } from '../../text/rows.ts'
import { pluralOf, stemOf } from '../../text/stem.ts'
import type { Aspect, GroupField, Measure, Noun, Sort, TimeField, ValueField } from './meaning.ts'
import { phraseTable } from './phrase-table.ts'

export type Grade = 'critical' | 'high' | 'medium' | 'low'
/** Function words, which change the meaning of the words around them. */
type SmallWord =
  | ('me' | 'mine' | 'my_team' | 'most' | 'per' | 'not' | 'without' | 'about' | 'place' | 'they' | 'it')
  | ('link' | 'also' | 'versus' | 'which' | 'who' | 'how' | 'help')
  | ('everything' | 'filler')

/** The meaning of a word or phrase, independent of its position. */
export type Sense =
  | { is: 'noun'; noun: Noun }
  | { is: 'ask'; intent: 'list' | 'count' | 'changes_on' }
  | { is: 'measure'; measure: Measure }
  | { is: 'field'; field: GroupField }
  | { is: 'state'; state: string }
  | { is: 'value'; field: ValueField; values: string[]; is_negated?: true }
  /** critical, high, medium, low: a priority or a criticality, depending on the noun. */
  | { is: 'grade'; grade: Grade }
  | { is: 'event'; field: TimeField }
  /** A person or a group follows. */
  | { is: 'role'; field: 'assigned_to' | 'opened_by' | 'approved_by' }
  | { is: 'sort'; sort: Sort }
  | { is: 'aspect'; aspect: Aspect }
  | { is: SmallWord }

const keys: Record<string, string> = { ask: 'intent', event: 'field', role: 'field' }

function senseOf(is: string, value: string, more: string[]): Sense {
  if (is === 'sort') return { is, sort: { by: value, order: more[0] } as Sort }
  if (is !== 'value') return { is, [keys[is] ?? is]: value } as unknown as Sense
  const isAny = more[0] === 'any'
  return { is, field: value as ValueField, values: isAny ? [] : more, ...(isAny && { is_negated: true }) }
}

/** All phrases, split for lookup. */
export const phrases = rowsOf(phraseTable, ',').flatMap(({ head: [is = '', ...fields], items }) =>
  items.flatMap((item) => {
    const [value = '', ...more] = fields.map((word) => (word === '=' ? item : word))
    const sense = senseOf(is, value, more)
    const forms = is === 'noun' || is === 'field' ? [item, pluralOf(item)] : [item]
    return forms.map((phrase) => [phrase, sense] as const)
  }),
)
/** Articles inside do not matter, nor do hyphens, and "no one has" is "nobody". */
const plain = (phrase: string) =>
  phrase
    .replaceAll(/[-_]/g, ' ')
    .replace(/^no one(?= )/, 'nobody')
    .replace(/^nobody (?:has|is)(?= )/, 'nobody')
    .replaceAll(/ (?:the|an?|their)(?= )/g, '')
const senses = new Map(phrases.map(([phrase, sense]) => [plain(phrase), sense]))
/** With two words that do not matter. */
const longest = Math.max(...phrases.map(([phrase]) => phrase.split(' ').length)) + 2

/** The longest phrase that starts at this word. */
export function senseAt(low: string[], place: number): { sense: Sense; length: number } | undefined {
  for (let length = Math.min(longest, low.length - place); length > 0; length--) {
    const sense = senses.get(plain(low.slice(place, place + length).join(' ')))
    if (sense) return { sense, length }
  }
  return undefined
}

/** Content words are recognised with one typing error; function words are too similar to each other. */
const typoTolerantKinds = new Set<Sense['is']>(['noun', 'ask', 'field', 'value', 'state', 'event', 'sort'])
const known = phrases.filter(([phrase, { is }]) => typoTolerantKinds.has(is) && !phrase.includes(' '))

/** A short word only with two letters swapped: "opne". */
const isSwapped = (word: string, phrase: string) =>
  word.length === 4 && word[0] === phrase[0] && lettersOf(word) === lettersOf(phrase)
const lettersOf = (word: string) => Array.from(word).toSorted().join('')

/** Another form of the word, or a typing error; "break" is a word, not a misspelt "breach". */
export const misspeltAt = (word: string, isWord: (word: string) => boolean): Sense | undefined =>
  known.find(
    ([phrase]) =>
      (isMisspeltAs(word, phrase) || isSwapped(word, phrase)) &&
      (!isWord(word) || stemOf(word) === stemOf(phrase)),
  )?.[1]

const levels =
  /^(above|higher than|below|lower than|at least|at most)? ?(?:p|prio|sev|priority|severity)[ -]?([1-4])s?(?:(?: ?- ?| to | through )p?([1-4]))?(?: (?:or|and) ([1-4]|worse|higher|above|up|better|lower|below|down))?(?= |$)/

/** "P1", "P1s", "sev1", "priority 2", "P1-P3", "above P3", "at least P2", "P2 or worse". */
export function priorityAt(low: string[], place: number): { values: string[]; length: number } | undefined {
  const typed = low.slice(place, place + 5).join(' ')
  const [whole, side = '', first, last = first, more = ''] = levels.exec(typed) ?? []
  if (!whole) return undefined
  if (/\d/.test(more)) return { values: [`P${first}`, `P${more}`], length: whole.split(' ').length }
  const isUp = /above|higher|least/.test(side) || /worse|higher|above|up/.test(more)
  const excluded = /above|below|than/.test(side) ? 1 : 0
  const [highest, lowest] = [Math.min(Number(first), Number(last)), Math.max(Number(first), Number(last))]
  const from = isUp ? 1 : highest + excluded
  const to = isUp ? lowest - excluded : side || more ? priorities.length : lowest
  return { values: priorities.slice(from - 1, to), length: whole.split(' ').length }
}
