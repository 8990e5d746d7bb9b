import { stemOf } from '../../text/stem.ts'
import { conceptsOf, type Concept } from './synonyms.ts'
import { grammar, setOf } from './words.ts'

/** A form taken apart, for comparing it with others. */
export interface QuestionWords {
  kind: string
  /** All words of the form, in lower case and in their order. */
  words: string[]
  /** Words for comparing their order: `installing` is `install`, `installed` is not. */
  plain_words: string[]
  /** Stems of the words, and the names of the concepts: `enlarge` is the opposite of `smaller`, as `larger` is. */
  meanings: ReadonlySet<string>
  /** Stems of the words that are not mere grammar. */
  content: ReadonlySet<string>
  /** What it is about, with one name for all synonyms. */
  concepts: Concept[]
  /** The words that are no part of a phrase with a meaning of its own, such as `no space left`. */
  loose_words: string[]
  /** Numbers in letters, as figures. */
  numbers: string[]
  /** Words with a capital: products, places, people. */
  names: ReadonlySet<string>
}

/** Names that are often written without a capital, or stand first. */
export const products =
  setOf(`outlook teams excel powerpoint onenote sharepoint onedrive slack zoom webex skype jira confluence sap
  salesforce citrix chrome firefox safari windows macos mac linux ubuntu debian android iphone ipad ios azure aws gcp github
  gitlab jenkins docker kubernetes postgresql mysql oracle mongodb redis kafka nginx apache vmware dropbox servicenow workday
  visio photoshop acrobat java python gmail google trello grafana splunk okta dell lenovo hp cisco vpn`)

/** Abbreviations of ordinary words. */
const ordinary = setOf('pc it id tv os db ssl tls mfa pin usb pdf sms')

/** Where something is, whatever the preposition. */
const locations = new Map(['in', 'at', 'within', 'inside'].map((word) => [word, 'on']))

/** `one` is often no number: the new one. */
const figures = new Map([
  ...'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, n) => [word, String(n + 2)] as const),
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, n) => [word, `${n + 1}${['st', 'nd', 'rd'][n] ?? 'th'}`] as const),
])

const plainOf = (word: string) => (word.endsWith('ed') ? word : (locations.get(word) ?? stemOf(word)))

const contentOf = (words: string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => !grammar.has(word)).map((word) => stemOf(word)))

export function takeApart(form: string): QuestionWords {
  const [kind, ...rest] = form.split(' ')
  const words = rest.map((word) => word.toLowerCase())
  const concepts = conceptsOf(words)
  const phrases = new Set(concepts.flatMap(({ words: said }) => (said.includes(' ') ? said.split(' ') : [])))
  const stems = words.map((word) => stemOf(word))
  const names = rest
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !ordinary.has(word) && !/\d/.test(word))
  return {
    kind: kind!.slice(0, -1),
    words,
    plain_words: words.map(plainOf),
    meanings: new Set([...stems, ...concepts.map(({ name }) => name)]),
    content: contentOf(words),
    concepts,
    loose_words: words.filter((word) => !phrases.has(word)),
    numbers: words.flatMap((word) => figures.get(word) ?? []),
    names: new Set(names),
  }
}
