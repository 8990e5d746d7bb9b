import { stemOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { wordsIn } from '../../text/words.ts'
import { examples, type Wanted } from './intents.ts'
import { isTime, type Meaning } from './meaning.ts'
import type { Reading } from './reading.ts'

/** The words of a text that say something, so that they can be compared. */
export const contentOf = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.tickets.has(word))
    .map((word) => stemOf(word))

/** What the meaning of a question leaves out of it; words of the examples that it was recognised by are understood. */
export function leftOut(reading: Reading, meaning: Meaning, wants?: Wanted): string[] {
  const { conditions, times, time_names, unused, labels, ci_text } = reading
  const kept = new Set<string>(meaning.conditions.map(({ field }) => field))
  const dropped = conditions.flatMap((each) =>
    isTime(each) || kept.has(each.field) || each.field === 'condition' ? [] : (each.labels ?? each.values),
  )
  const isTimed = meaning.periods !== undefined || meaning.conditions.some(isTime)
  const lost = times.length > 0 && !isTimed ? time_names.map(({ label }) => label) : []
  const recognised = examples.filter((each) => each.wants === wants).map(({ example }) => example)
  const explained = new Set(contentOf([ci_text, ...recognised].join(' ')))
  const isExplained = (word: string) => contentOf(word).every((stem) => explained.has(stem))
  return [...unused, ...(meaning.group_by ? [] : labels), ...dropped, ...lost].filter(
    (word) => !isExplained(word),
  )
}
