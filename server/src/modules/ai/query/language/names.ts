import { formsOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { groupName } from './group-names.ts'
import { senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

export interface CiName {
  id: string
  name: string
  location?: string | null
  /** Only a part of its name was used. */
  is_part?: true
}

/** The names that exist in the data, as far as a question can use them. */
export interface Names {
  groups: string[]
  /** Those of the caller. */
  my_groups: string[]
  categories: string[]
  classes: string[]
  /** E-mail addresses of assignees and users. */
  people: string[]
  /** Those who have opened records recently: people, and monitoring systems. */
  openers: string[]
  /** By their name in lower case; only those that the question names. */
  cis: Map<string, CiName[]>
}

const lengths = [4, 3, 2, 1]
/** Only this many words of a question are analysed. */
export const longestQuestion = 80

const nameAt = (words: Word[], place: number, length: number) =>
  words
    .slice(place, place + length)
    .map((word) => word.low)
    .join(' ')

/** Possible names of CIs: every sequence of one to four words. */
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

/** The names indexed for lookup. */
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

/** By the local part of the address, and by each of its parts that is unique. */
function peopleByName(emails: string[]): Map<string, string> {
  const named = emails.map((email) => [email.slice(0, email.indexOf('@')).toLowerCase(), email] as const)
  const parts = named.flatMap(([name, email]) => name.split(/[._-]/).map((part) => [part, email] as const))
  const shared = new Map<string, number>()
  for (const [part] of parts) shared.set(part, (shared.get(part) ?? 0) + 1)
  return new Map([...parts.filter(([part]) => part.length > 2 && shared.get(part) === 1), ...named])
}

/** The longest name that starts at this word. */
export function namedAt(words: Word[], place: number, index: NameIndex) {
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

/** Letters and digits with a dot or a dash in between, like host names. */
export const isHostLike = (text: string): boolean =>
  /^[a-z][\w.-]*$/i.test(text) && /\d|[a-z][.-][a-z]/i.test(text)
