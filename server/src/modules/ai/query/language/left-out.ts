import { stemOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { wordsIn } from '../../text/words.ts'
import { examples, type Wanted } from './intents.ts'
import { isTime, type Meaning } from './meaning.ts'
import type { Reading } from './reading.ts'
import { senseAt } from './vocabulary.ts'

/** The words of a text that say something, so that they can be compared. */
export const contentOf = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.tickets.has(word))
    .map((word) => stemOf(word))

/** What the meaning of a question leaves out of it; words of the examples that it was recognised by are understood. */
export function leftOut(reading: Reading, meaning: Meaning, wants: Wanted | undefined): string[] {
  const { conditions, times, time_names, unused, labels, ci_text } = reading
  const kept = new Set<string>(meaning.conditions.map(({ field }) => field))
  const isOfOne = (field: string) => meaning.intent === 'show' && field !== 'text'
  const dropped = conditions.flatMap((each) =>
    isTime(each) || kept.has(each.field) || each.field === 'condition' || isOfOne(each.field)
      ? []
      : (each.labels ?? each.values),
  )
  const isTimed = meaning.periods !== undefined || meaning.conditions.some(isTime)
  const lost = times.length > 0 && !isTimed ? time_names.map(({ label }) => label) : []
  const recognised = examples.filter((each) => each.wants === wants).map(({ example }) => example)
  const named = meaning.record || kept.has('ci_id') ? ci_text : ''
  const explained = new Set(contentOf([named, ...recognised].join(' ')))
  const isGrouped = (label: string) => {
    const sense = senseAt([label.toLowerCase()], 0)?.sense
    return sense?.is === 'field' && sense.field === meaning.group_by
  }
  const isExplained = (word: string) => contentOf(word).every((stem) => explained.has(stem))
  return [
    ...unused,
    ...(meaning.intent === 'show' ? [] : labels.filter((label) => !isGrouped(label))),
    ...dropped,
    ...lost,
  ].filter((word) => !isExplained(word))
}
