import { isMisspeltAs } from '../../../../kernel/distance.ts'
import { formsOf } from '../../text/stem.ts'
import { wordsOf, type Word } from './words.ts'

export interface GroupName {
  name: string
  words: string[]
}

export const groupName = (name: string): GroupName => ({ name, words: wordsOf(name).map((word) => word.low) })

const isTeam = (word: Word | undefined) =>
  /^(?:teams?|groups?|squad|queue|people|guys|folks|crew|ops)$/.test(word?.low ?? '')

/**
 * A group by its whole name, or by some of its words before "team". A name of one word needs that word too, because it may
 * be a category as well. Several groups that fit are all meant.
 */
export function groupsAt(
  words: Word[],
  place: number,
  groups: GroupName[],
): { groups: string[]; length: number } | undefined {
  const whole = groups
    .filter(
      ({ words: parts }) =>
        parts.length > 0 && parts.every((part, n) => isNamed(words[place + n]?.low, part)),
    )
    .toSorted((a, b) => b.words.length - a.words.length)[0]
  const length = whole?.words.length ?? 0
  if (whole && length > 1) return { groups: [whole.name], length }
  // In "by state and team", "and team" is not the name of a team.
  for (const before of /^(?:and|or|of)$/.test(words[place]!.low) ? [] : [3, 2, 1]) {
    const found = isTeam(words[place + before]) ? withWords(words.slice(place, place + before), groups) : []
    if (found.length > 0) return { groups: found, length: before + 1 }
  }
  return undefined
}

const isNamed = (typed: string | undefined, part: string) =>
  typed !== undefined && (typed === part || isMisspeltAs(typed, part))

/** The groups whose names have all of these words, the beginning of a word being enough. */
export const groupsWith = (words: Word[], groups: string[]): string[] =>
  withWords(words, groups.map(groupName))

/** "the network team" is the group Network, even if there is a group Network Operations. */
function withWords(words: Word[], groups: GroupName[]): string[] {
  const fitting = groups.filter(({ words: parts }) =>
    words.every(({ low }) => parts.some((part) => isNearly(low, part))),
  )
  const exact = fitting.find(({ words: parts }) => parts.join() === words.map(({ low }) => low).join())
  return (exact ? [exact] : fitting).map(({ name }) => name)
}

const isNearly = (typed: string, part: string) =>
  formsOf(typed).includes(part) || (typed.length > 3 && part.startsWith(typed)) || isMisspeltAs(typed, part)
