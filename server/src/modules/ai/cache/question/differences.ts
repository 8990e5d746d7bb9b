import { areOpposite } from './opposites.ts'
import { products, type QuestionWords } from './question-words.ts'
import { conceptName } from './synonyms.ts'
import { setOf } from './words.ts'

/** Something that makes two questions different, however near their meanings are. */
export type Difference =
  | 'kind'
  | 'number'
  | 'name'
  | 'negation'
  | 'time'
  | 'quantity'
  | 'opposite'
  | 'direction'

/** Kinds that ask for one sort of answer: a reason, a time, a person... */
const strictKinds = setOf(
  'why when who whom how-long how-fast how-often how-many how-much meaning must must-not should',
)

const negations = setOf('not no never without nobody none nothing neither cannot unable')

/** What does not work may be said without a negation. */
const failures = setOf(
  `error fail failing failed deny denied denying broken dead down defective invalid unhealthy stuck silent`,
)

const days = setOf(`today tonight yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
  daily weekly monthly yearly hourly last next will`)

const periods =
  setOf(`before after since until later earlier previous past morning afternoon evening night noon
  year month week weekend quarter hour day minute`)

const quantities = new Map([
  ...[...setOf('all every each entire whole everybody everyone everything')].map(
    (word) => [word, 'all'] as const,
  ),
  ...[...setOf('both most less fewer half')].map((word) => [word, word] as const),
])

const restrictions = setOf('only former internal external')

/** Concepts that may be said with and without a negation: the drive is full, there is no space left. */
const lacks = new Set(
  `full, lost, down, empty, clear, freeze, reject, expire, prevent, stop, disable, forget,
  drop, outdated, weak, missing, sudden`
    .split(/,\s*/)
    .map(conceptName),
)

const places = new Map([
  ['from', 'source'],
  ['to', 'target'],
  ['into', 'target'],
  ['onto', 'target'],
])

/**
 * The first difference that matters, if there is one. Of two questions that are the same but for one place (`is_edit`), a
 * word that only one of them has is a difference too; in a question that is worded anew, it may be implied.
 */
export function findDifference(a: QuestionWords, b: QuestionWords, is_edit: boolean): Difference | undefined {
  const differs = (wordsOf: (question: QuestionWords) => string[], isStrict = is_edit) =>
    isDifferent(wordsOf(a), wordsOf(b), isStrict)
  const among = ({ words, loose_words }: QuestionWords, set: ReadonlySet<string>) =>
    (is_edit ? words : loose_words).filter((word) => set.has(word)).map(conceptName)
  const quantitiesIn = ({ words, loose_words }: QuestionWords) => [
    ...new Set((is_edit ? words : loose_words).flatMap((word) => quantities.get(word) ?? [])),
  ]
  const rules: [Difference, () => boolean][] = [
    ['kind', () => a.kind !== b.kind && !isOpen(a) && !isOpen(b) && (isStrict(a) || isStrict(b))],
    ['number', () => differs(figuresOf, true) || differs(({ numbers }) => numbers)],
    ['name', () => differs(productsOf, true) || differs(({ names }) => [...names])],
    [
      'negation',
      () => isNegated(a, is_edit) !== isNegated(b, is_edit) && (is_edit || !(isLack(a) || isLack(b))),
    ],
    ['time', () => differs((q) => among(q, days), true) || differs((q) => among(q, periods))],
    ['quantity', () => differs(quantitiesIn, true) || differs((q) => among(q, restrictions))],
    ['opposite', () => hasOpposite(a, b)],
    ['direction', () => isTurned(a, b)],
  ]
  return rules.find(([, isFound]) => isFound())?.[0]
}

/** Each has one that the other has not; strictly, one of them is enough. */
function isDifferent(a: string[], b: string[], isStrict: boolean): boolean {
  const onlyA = a.some((word) => !b.includes(word))
  const onlyB = b.some((word) => !a.includes(word))
  return isStrict ? onlyA || onlyB || a.length !== b.length : onlyA && onlyB
}

/** `what` and a statement may ask for anything: what is the reason, the time, the person. */
const isOpen = ({ kind }: QuestionWords) => kind === 'what' || kind === 'say'

const isStrict = ({ kind }: QuestionWords) => strictKinds.has(kind)

/** Ids, versions, addresses, options, quotations and signs. */
const figuresOf = ({ words }: QuestionWords) => words.filter((word) => /[^\p{L}'-]|^-|^[b-z]$/u.test(word))

const productsOf = ({ words }: QuestionWords) => [...new Set(words.filter((word) => products.has(word)))]

export const isNegated = ({ words }: QuestionWords, is_edit: boolean) =>
  words.some(
    (word) => negations.has(word) || /^un\w{4,}(?:able|ful)$/.test(word) || (!is_edit && failures.has(word)),
  )

export const isLack = ({ concepts }: QuestionWords) => concepts.some(({ name }) => lacks.has(name))

function hasOpposite(a: QuestionWords, b: QuestionWords): boolean {
  const onlyB = [...b.meanings].filter((word) => !a.meanings.has(word))
  return [...a.meanings].some(
    (word) => !b.meanings.has(word) && onlyB.some((opposite) => areOpposite(word, opposite)),
  )
}

/** Two that trade places: from one to the other, and back. */
function isTurned(a: QuestionWords, b: QuestionWords): boolean {
  const [one, other] = [placesOf(a), placesOf(b)]
  const shared = [...one].filter(([word]) => b.words.includes(word))
  const turned = shared.filter(([word, place]) => other.has(word) && other.get(word) !== place)
  if (turned.length > 1) return true
  if (shared.some(([word, place]) => other.get(word) === place)) return false
  const isNew = [...other.keys()].some((word) => a.words.includes(word) && !one.has(word))
  return turned.length > 0 || (isNew && shared.some(([word]) => !other.has(word)))
}

/** The words after `from` and after `to`, up to the next preposition. */
function placesOf({ words }: QuestionWords): Map<string, string> {
  const found = new Map<string, string>()
  let place: string | undefined
  for (const word of words) {
    if (places.has(word)) place = places.get(word)
    else if (word === 'for' || word === 'in' || word === 'on' || word === 'with') place = undefined
    else if (place) found.set(word, place)
  }
  return found
}
