import { prepositions, verbs } from './vocabulary.ts'

const stroke = '/'

/**
 * Whether two questions that are near each other in meaning ask the same. They must be of one kind and have the very same
 * words, so that a number, a name, a negation, an opposite or any other word that only one of them has keeps them apart.
 * The words must stand in the same order too, so that nothing trades places, save that what is tied to a noun by a stroke
 * in one may stand before that noun in the other: `password / vpn` is `vpn password`. In doubt they are two questions.
 */
export function asksTheSame(a: string, b: string): boolean {
  if (a === b) return true
  const [one, other] = [a.split(' '), b.split(' ')]
  return isUntied(one, b) || isUntied(other, a) || isHostMoved(one, other) || isHostMoved(other, one)
}

/** Where each tie begins and ends: it reaches to the next preposition. */
function tiesOf(words: string[]): { start: number; end: number }[] {
  return words.flatMap((word, start) => {
    if (word !== stroke) return []
    const length = words.slice(start + 1).findIndex((next) => next === stroke || prepositions.has(next))
    return [{ start, end: length < 0 ? words.length : start + 1 + length }]
  })
}

/** At most so many words of a noun that something is tied to: `access right / share` is `share access right`. */
const longestNoun = 2

/** One tie of the words, or the beginning of one, put before its noun, gives the other form. */
const isUntied = (words: string[], other: string): boolean =>
  tiesOf(words).some(({ start, end }) =>
    lengthsTo(end - start - 1).some((length) => isUntiedAt(words, start, start + 1 + length, other)),
  )

const lengthsTo = (most: number) => Array.from({ length: most }, (_, i) => most - i)

function isUntiedAt(words: string[], start: number, end: number, other: string): boolean {
  for (let length = 1; length <= longestNoun; length++) {
    const [before, noun] = [words[start - length - 1], words.slice(start - length, start)]
    if (before === undefined || !noun.every((word) => isPartOfNoun(word, before))) return false
    const moved = [
      ...words.slice(0, start - length),
      ...words.slice(start + 1, end),
      ...noun,
      ...words.slice(end),
    ]
    if (moved.join(' ') === other) return true
  }
  return false
}

/** After a verb even what could be one is a noun: change the pin. */
const isPartOfNoun = (word: string, before: string) =>
  word !== stroke && !prepositions.has(word) && (!verbs.has(word) || verbs.has(before))

/** Where a single host is named does not matter: `disk full / db01` is `db01 disk full`. */
function isHostMoved(words: string[], other: string[]): boolean {
  return tiesOf(words).some(({ start, end }) => {
    const host = words[start + 1]!
    if (end !== start + 2 || !/[a-z].*\d/.test(host)) return false
    const at = other.indexOf(host)
    if (at < 1 || other[at - 1] === stroke || prepositions.has(other[at - 1]!)) return false
    return words.toSpliced(start, 2).join(' ') === other.toSpliced(at, 1).join(' ')
  })
}
