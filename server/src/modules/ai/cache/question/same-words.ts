import type { QuestionWords } from './question-words.ts'
import { attributive, prepositions } from './words.ts'

/**
 * Whether two questions with identical words ask the same: the word order must be the same, except that an attribute may precede
 * or follow its noun (`pin for voicemail` is `voicemail pin`), and a host name may be anywhere.
 */
export function isSameOrder(a: QuestionWords, b: QuestionWords): boolean {
  if (!hasSameKind(a, b)) return false
  const [one, other] = [a.plain_words.join(' '), b.plain_words.join(' ')]
  return one === other || isMoved(a, other) || isMoved(b, one) || isHostMoved(a, b)
}

/** An imperative such as `install the client` counts as a how-to question. */
const hasSameKind = ({ kind: a }: QuestionWords, { kind: b }: QuestionWords) =>
  a === b || ((a === 'how' || b === 'how') && (a === 'say' || b === 'say'))

const isMoved = ({ kind, plain_words: words }: QuestionWords, other: string): boolean =>
  words.some((word, at) => {
    if (!attributive.has(word)) return false
    // After `how`, the first word is a verb.
    const nounAt = kind === 'how' ? 1 : 0
    const longest = kind === 'what' ? 2 : 1
    return [1, 2].some(
      (length) => length <= longest && at - length >= nounAt && isBeforeNoun(words, at, length, other),
    )
  })

/** Moving the words after the preposition before the preceding noun gives the other form. */
function isBeforeNoun(words: string[], at: number, length: number, other: string): boolean {
  const noun = words.slice(at - length, at)
  if (noun.some((word) => prepositions.has(word))) return false
  const reach = words.slice(at + 1).findIndex((word) => prepositions.has(word))
  const end = reach < 0 ? words.length : at + 1 + reach
  for (let last = end; last > at + 1; last--) {
    const moved = [
      ...words.slice(0, at - length),
      ...words.slice(at + 1, last),
      ...noun,
      ...words.slice(last),
    ]
    if (moved.join(' ') === other) return true
  }
  return false
}

const isHost = (word: string) => /[a-z].*\d/.test(word)

/** The position of a single host name does not matter: `disk full on db01` is `db01 disk full`. */
function isHostMoved(a: QuestionWords, b: QuestionWords): boolean {
  const [one, other] = [withoutHost(a), withoutHost(b)]
  return one !== undefined && one === other
}

function withoutHost({ plain_words: words }: QuestionWords): string | undefined {
  const at = words.findIndex(isHost)
  if (at < 0 || words.filter(isHost).length > 1) return undefined
  const isTied = attributive.has(words[at - 1] ?? '')
  if (!isTied && prepositions.has(words[at - 1] ?? '')) return undefined
  return words.toSpliced(isTied ? at - 1 : at, isTied ? 2 : 1).join(' ')
}
