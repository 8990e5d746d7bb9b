import { formsOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { groupName } from './group-names.ts'
import { senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

export interface CiName {
  id: string
  name: string
  /** Only a part of its name was said. */
  is_part?: true
}

/** The names that exist in the data, as far as a question can use them. */
export interface Names {
  groups: string[]
  /** Those of the caller. */
  my_groups: string[]
  categories: string[]
  classes: string[]
  /** E-mail addresses of those who have something to do. */
  people: string[]
  /** Of those who have opened something lately: callers, and systems that report by themselves. */
  openers: string[]
  /** By their name in lower case, and only those whose name stands in the question. */
  cis: Map<string, CiName[]>
}

const lengths = [4, 3, 2, 1]
/** More words than anybody asks a question with. */
export const longestQuestion = 80

const nameAt = (words: Word[], place: number, length: number) =>
  words
    .slice(place, place + length)
    .map((word) => word.low)
    .join(' ')

/** All that could be the name of a CI: every one to four words in a row. */
export function possibleNames(words: Word[]): string[] {
  const asked = words.slice(0, longestQuestion)
  return [...new Set(asked.flatMap((_, place) => lengths.map((length) => nameAt(words, place, length))))]
}

const maxParts = 24

/** Words that may be a part of the name of a CI, alone and in pairs. */
export function partialNames(words: Word[]): string[] {
  const isPart = (word: Word | undefined) =>
    word !== undefined && /\p{L}/u.test(word.low) && word.low.length > 2 && !stopWords.tickets.has(word.low)
  const parts = words.slice(0, longestQuestion).flatMap((word, place) => {
    if (!isPart(word)) return []
    const pair = isPart(words[place + 1]) ? [nameAt(words, place, 2)] : []
    return senseAt([word.low], 0) ? pair : [...pair, word.low]
  })
  return [...new Set(parts)].slice(0, maxParts)
}

/** The same names, so that each is found at once however many there are. */
export function indexOf({ groups, categories, classes, people, openers, cis }: Names) {
  const byName = (list: string[]) => new Map(list.map((name) => [name.toLowerCase(), name]))
  return {
    groups: groups.map(groupName),
    category: byName(categories),
    class: byName(classes),
    person: peopleByName(people),
    opener: peopleByName(openers),
    cis,
  }
}

export type NameIndex = ReturnType<typeof indexOf>

/** By the part of their address before the @, and by a name that only one of them has. */
function peopleByName(emails: string[]): Map<string, string> {
  const named = emails.map((email) => [email.slice(0, email.indexOf('@')).toLowerCase(), email] as const)
  const parts = named.flatMap(([name, email]) => name.split(/[._-]/).map((part) => [part, email] as const))
  const shared = new Map<string, number>()
  for (const [part] of parts) shared.set(part, (shared.get(part) ?? 0) + 1)
  return new Map([...parts.filter(([part]) => part.length > 2 && shared.get(part) === 1), ...named])
}

/** What words that are no part of the language may name. */
export interface NameMatch {
  category: string | undefined
  class: string | undefined
  person: string | undefined
  opener: string | undefined
  cis: CiName[] | undefined
  length: number
}

/** The longest name of anything at a place. */
export function namedAt(words: Word[], place: number, index: NameIndex): NameMatch | undefined {
  for (const length of lengths.filter((each) => place + each <= words.length)) {
    const typed = nameAt(words, place, length)
    const forms = formsOf(typed)
    const among = (names: Map<string, string>) => names.get(forms.find((form) => names.has(form)) ?? '')
    const [category, itsClass] = [among(index.category), among(index.class)]
    const [person, opener] = [index.person, index.opener].map((each) => each.get(typed.replaceAll(' ', '.')))
    const cis = index.cis.get(typed)
    if (category ?? itsClass ?? person ?? opener ?? cis)
      return { category, class: itsClass, person, opener, cis, length }
  }
  return undefined
}

/** Letters with digits, a dot or a dash between: how machines are called. */
export const isHostLike = (text: string): boolean =>
  /^[a-z][\w.-]*$/i.test(text) && /\d|[a-z][.-][a-z]/i.test(text)
