import { singularOf } from '../../text/stem.ts'
import { openingOf } from './openings.ts'
import { tokensOf } from './tokens.ts'
import { setOf } from './words.ts'

/** Words that are removed from a question. */
const idle =
  setOf(`the a an is are am be been being do does have has i me we it there this that these those and so very
  really just quite simply actually basically my your would please`)

/** "my" matters before these nouns: my tickets are not all tickets. */
const records = setOf('incident ticket request change approval task case problem asset order')

/** Words whose final s is not a plural. */
const unchanged = setOf(
  'windows teams news always does https ftps ldaps imaps smtps ios macos sales less access address process status os aws dns sms gps',
)

const spellings = new Map(
  Array.from(
    setOf(`licence=license centre=center catalogue=catalog programme=program colour=color behaviour=behavior
      favourite=favorite dialogue=dialog disc=disk grey=gray analyse=analyze pasword=password of=for`),
    (pair) => pair.split('=') as [string, string],
  ),
)

/** Longer texts are only matched verbatim, as are texts without content words. */
const longestQuestion = 1000

/**
 * The canonical form of a question: its kind (how, why, when...), then its words in the singular and in their order, without
 * greetings, politeness, articles and auxiliaries. Names keep their capital. Questions with the same form, apart from
 * capitals, share an answer.
 */
export function formOf(text: string): string {
  const words = text.length > longestQuestion ? [] : formWords(text)
  return words.length > 1 ? words.join(' ') : letterForm(text)
}

/** The text with normalised whitespace. */
export const letterForm = (text: string): string =>
  `text: ${text.normalize('NFKC').trim().replace(/\s+/g, ' ')}`

/** Whether it has enough content to match paraphrases. */
export const isCanonical = (form: string): boolean => !form.startsWith('text: ')

/** What is hashed into the key of an entry. */
export const keyForm = (form: string): string => (isCanonical(form) ? form.toLowerCase() : form)

function formWords(text: string): string[] {
  const tokens = tokensOf(text)
  const { kind = 'say', start, end } = openingOf(tokens.map(({ word }) => word))
  const rest = tokens.slice(start, end)
  const words = rest.flatMap(({ word, is_name, is_firm }, i) => {
    const after = rest.slice(i + 1).map((token) => token.word)
    if (!is_firm && (isIdle(word, after) || (kind === 'why' && /^(?:was|were)$/.test(word)))) return []
    if (is_name) return [/^\p{L}+$/u.test(word) ? capitalised(word) : word]
    return [plainOf(word)]
  })
  return [`${kind}:`, ...words]
}

const capitalised = (word: string) => word[0]!.toUpperCase() + word.slice(1)

function plainOf(word: string): string {
  const spelt = spellings.get(word) ?? word.replace(/(?<=\w{4})is(e[sd]?|ing|ation)$/, 'iz$1')
  if (unchanged.has(spelt)) return spelt
  const singular = singularOf(spelt)
  return spellings.get(singular) ?? singular
}

function isIdle(word: string, after: string[]): boolean {
  if (word === 'my') return !after.slice(0, 3).some((next) => records.has(singularOf(next)))
  if (word === 'do' || word === 'have') return after.length > 0 // at the end it is what somebody does or has
  return idle.has(word)
}
