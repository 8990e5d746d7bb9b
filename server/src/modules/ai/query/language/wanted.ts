import { stemOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { wordsIn } from '../../text/words.ts'
import type { Wanted } from './intents.ts'
import type { Reading } from './reading.ts'

/** The nearest example of the table of intents. */
export interface NearestExample {
  wants: Wanted
  example: string
  /** Cosine of the question and the example. */
  score: number
}

/** The least cosine of a question and an example that want the same. */
const nearEnough = 0.5
/** So near that the example decides even where the words make sense by themselves. */
export const nearlyTheSame = 0.85

/** A greeting is answered without looking at any record, so it must be nearer. */
const nearestGreeting = 0.6

/** The example counts where the words leave something open, or where it is nearly the same sentence. */
export function wantedBy(reading: Reading, nearest: NearestExample | undefined): Wanted | undefined {
  if (!nearest || nearest.score < nearEnough) return undefined
  if (['greeting', 'help', 'chatter'].includes(nearest.wants.is) && nearest.score < nearestGreeting)
    return undefined
  if (nearest.score >= nearlyTheSame) return nearest.wants
  const texts = reading.conditions.filter(({ field }) => field === 'text')
  const isComplete =
    reading.noun !== undefined && !reading.is_weak_noun && !reading.asks_who && reading.unused.length === 0
  if (!isComplete) return nearest.wants
  const explained = new Set(contentOf(nearest.example))
  const words = texts
    .flatMap((each) => ('values' in each ? each.values : []))
    .flatMap((text) => contentOf(text))
  return words.length > 0 && words.every((word) => explained.has(word)) ? nearest.wants : undefined
}

const contentOf = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.tickets.has(word))
    .map((word) => stemOf(word))

/** What a question says of a record besides what its example says. */
export function wordsAbout(text: string, example: string): string[] {
  const explained = new Set([
    ...contentOf(example),
    ...contentOf('incident ticket problem issue outage work fix yet'),
  ])
  return wordsIn(text).filter((word) => !stopWords.tickets.has(word) && !explained.has(stemOf(word)))
}
