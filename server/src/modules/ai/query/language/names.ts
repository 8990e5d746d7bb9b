import { isMisspeltAs } from '../../../../kernel/distance.ts'
import { formsOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { senseAt } from './vocabulary.ts'
import { wordsOf, type Word } from './words.ts'

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
  /** By their name in lower case, and only those whose name stands in the question. */
  cis: Map<string, CiName[]>
}

const maxWords = 4
/** More words than anybody asks a question with. */
export const longestQuestion = 80

/** All that could be the name of a CI: every one to four words in a row. */
export function possibleNames(words: Word[]): string[] {
  const found = new Set<string>()
  for (let place = 0; place < Math.min(words.length, longestQuestion); place++)
    for (let length = 1; length <= maxWords && place + length <= words.length; length++)
      found.add(nameAt(words, place, length))
  return [...found]
}

const maxParts = 24

/** Words that may be a part of the name of a CI, alone and in pairs. */
export function partialNames(words: Word[]): string[] {
  const isPart = (word: Word | undefined) =>
    word !== undefined && /\p{L}/u.test(word.low) && word.low.length > 2 && !stopWords.tickets.has(word.low)
  const found = new Set<string>()
  for (const [place, word] of words.slice(0, longestQuestion).entries()) {
    if (!isPart(word)) continue
    const next = words[place + 1]
    if (isPart(next)) found.add(nameAt(words, place, 2))
    if (!senseAt([word.low], 0)) found.add(word.low)
  }
  return [...found].slice(0, maxParts)
}

const nameAt = (words: Word[], place: number, length: number) =>
  words
    .slice(place, place + length)
    .map((word) => word.low)
    .join(' ')

/** The same names, so that each is found at once however many there are. */
export interface NameIndex {
  groups: GroupName[]
  categories: Map<string, string>
  classes: Map<string, string>
  /** By the part of their address before the @, and by a name that only one of them has. */
  people: Map<string, string>
  cis: Names['cis']
}

interface GroupName {
  name: string
  words: string[]
}

export function indexOf({ groups, categories, classes, people, cis }: Names): NameIndex {
  const byName = (list: string[]) => new Map(list.map((name) => [name.toLowerCase(), name]))
  return {
    groups: groups.map((name) => ({ name, words: lowWords(name) })),
    categories: byName(categories),
    classes: byName(classes),
    people: peopleByName(people),
    cis,
  }
}

function peopleByName(emails: string[]): Map<string, string> {
  const nameOf = (email: string) => email.slice(0, email.indexOf('@')).toLowerCase()
  const parts = emails.flatMap((email) =>
    nameOf(email)
      .split(/[._-]/)
      .map((part) => [part, email] as const),
  )
  const shared = new Map<string, number>()
  for (const [part] of parts) shared.set(part, (shared.get(part) ?? 0) + 1)
  const single = parts.filter(([part]) => part.length > 2 && shared.get(part) === 1)
  return new Map([...single, ...emails.map((email) => [nameOf(email), email] as const)])
}

const teamWords = new Set(['team', 'group', 'squad', 'queue', 'teams', 'groups', 'people', 'guys', 'folks'])

interface GroupMatch {
  groups: string[]
  length: number
}

/**
 * A group by its whole name, or by some of its words before "team". A name of one word needs that word too, because it may
 * be a category as well. Several groups that fit are all meant.
 */
export function groupsAt(words: Word[], place: number, groups: GroupName[]): GroupMatch | undefined {
  const whole = groups
    .filter(
      ({ words: parts }) => parts.length > 0 && parts.every((part, n) => words[place + n]?.low === part),
    )
    .toSorted((a, b) => b.words.length - a.words.length)[0]
  if (whole) {
    const { length } = whole.words
    const isCalledTeam = teamWords.has(words[place + length]?.low ?? '')
    if (isCalledTeam || length > 1) return { groups: [whole.name], length: length + (isCalledTeam ? 1 : 0) }
  }
  for (let length = 3; length > 0; length--) {
    if (!teamWords.has(words[place + length]?.low ?? '')) continue
    const found = withWords(words.slice(place, place + length), groups)
    if (found.length > 0) return { groups: found, length: length + 1 }
  }
  return undefined
}

/** The groups whose names have all of these words, the beginning of a word being enough. */
export const groupsWith = (words: Word[], groups: string[]): string[] =>
  withWords(
    words,
    groups.map((name) => ({ name, words: lowWords(name) })),
  )

const withWords = (words: Word[], groups: GroupName[]): string[] =>
  groups
    .filter(({ words: parts }) => words.every(({ low }) => parts.some((part) => isNearly(low, part))))
    .map(({ name }) => name)

const isNearly = (typed: string, part: string) =>
  formsOf(typed).includes(part) || (typed.length > 3 && part.startsWith(typed)) || isMisspeltAs(typed, part)

const lowWords = (name: string) => wordsOf(name).map((word) => word.low)

/** What words that are no part of the language may name. */
export interface NameMatch {
  category?: string
  class?: string
  person?: string
  cis?: CiName[]
  length: number
}

/** The longest name of anything at a place. */
export function namedAt(words: Word[], place: number, index: NameIndex): NameMatch | undefined {
  for (let length = Math.min(maxWords, words.length - place); length > 0; length--) {
    const typed = nameAt(words, place, length)
    const forms = formsOf(typed)
    const found = {
      category: among(index.categories, forms),
      class: among(index.classes, forms),
      person: index.people.get(typed.replaceAll(' ', '.')),
      cis: index.cis.get(typed),
    }
    const known = Object.entries(found).filter(([, value]) => value !== undefined)
    if (known.length > 0) return { ...(Object.fromEntries(known) as Omit<NameMatch, 'length'>), length }
  }
  return undefined
}

const among = (names: Map<string, string>, forms: string[]) =>
  names.get(forms.find((form) => names.has(form)) ?? '')

/** Letters with digits, a dot or a dash between: how machines are called. */
export const isHostLike = (text: string): boolean =>
  /^[a-z][\w.-]*$/i.test(text) && /\d|[a-z][.-][a-z]/i.test(text)
