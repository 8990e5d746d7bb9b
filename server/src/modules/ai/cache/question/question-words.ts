import { stemOf } from '../../text/stem.ts'
import { grammar, setOf } from './words.ts'

/** The parts of a canonical form, for comparison. */
export interface QuestionWords {
  kind: string
  /** Words for comparing their order: `installing` is `install`, `installed` is not. */
  plain_words: string[]
  content: ReadonlySet<string>
  stems: ReadonlySet<string>
  /** Ids, versions, addresses, amounts, single letters and Greek ones. */
  figures: string[]
  /** Spelt-out numbers as digits. */
  numbers: string[]
  /** Words that may be the name of a host: `alpha` in `restart server alpha`. */
  hosts: string[]
}

/** Prepositions of place, which are interchangeable. */
const locations = new Map(['in', 'at', 'within', 'inside'].map((word) => [word, 'on']))

/** Without `one`, which is often not a number: the new one. */
const numerals = new Map([
  ...'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, n) => [word, String(n + 2)] as const),
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, n) => [word, `${n + 1}${['st', 'nd', 'rd'][n] ?? 'th'}`] as const),
])

const hostNouns = setOf('server host node machine cluster')

const plainOf = (word: string) => (word.endsWith('ed') ? word : (locations.get(word) ?? stemOf(word)))

export function questionWordsOf(form: string): QuestionWords {
  const [kind, ...words] = form.toLowerCase().split(' ')
  const content = words.filter((word) => !grammar.has(word))
  return {
    kind: kind!.slice(0, -1),
    plain_words: words.map(plainOf),
    content: new Set(content),
    stems: new Set(content.map((word) => stemOf(word))),
    figures: words.filter((word) => /\d|^[b-z]\W?$|^(?:alpha|beta|gamma|delta)$/.test(word)),
    numbers: words.flatMap((word) => numerals.get(word) ?? []),
    hosts: words.filter((word, at) => hostNouns.has(words[at - 1] ?? '') && !grammar.has(word)),
  }
}
