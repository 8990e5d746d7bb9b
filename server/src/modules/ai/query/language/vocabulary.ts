import { isMisspeltAs } from '../../../../kernel/distance.ts'
import { entries } from './phrase-table.ts'
import type { Sense } from './sense.ts'

/** Every phrase, as the grammar looks it up. */
export const phrases: (readonly [phrase: string, sense: Sense])[] = entries.flatMap(([list, sense]) =>
  list.split(',').map((phrase) => [phrase.trim().replaceAll(/\s+/g, ' '), sense] as const),
)
const senses = new Map(phrases)
const longest = Math.max(...phrases.map(([phrase]) => phrase.split(' ').length))

interface SenseMatch {
  sense: Sense
  length: number
}

/** The longest phrase that begins at a place. */
export function senseAt(low: string[], place: number): SenseMatch | undefined {
  for (let length = Math.min(longest, low.length - place); length > 0; length--) {
    const sense = senses.get(low.slice(place, place + length).join(' '))
    if (sense) return { sense, length }
  }
  return undefined
}

/** Words that carry meaning are also known with one slip; small ones are too alike. */
const forgiven = new Set<Sense['is']>(['noun', 'ask', 'field', 'condition', 'state', 'event', 'sort'])
const known = phrases.filter(([phrase, { is }]) => forgiven.has(is) && !phrase.includes(' '))

export const misspeltAt = (word: string): Sense | undefined =>
  known.find(([phrase]) => isMisspeltAs(word, phrase))?.[1]
