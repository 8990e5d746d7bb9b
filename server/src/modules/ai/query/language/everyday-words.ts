import { numberOf } from './calendar.ts'
import type { Command } from './command-parts.ts'
import { recordAt } from './record-names.ts'
import { priorityAt, rowsOf, senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

/** Phrases that contain no condition, time, exception, record or value. */
const courtesies = rowsOf(
  `all: thank you very much, thank you so much, thank you, thanks a lot, many thanks, thanks, as soon as possible, asap,
  as well, right away, right now, straight away, at once, immediately, quickly, promptly, urgently, for us, for me, ok, okay,
  every one of, each one of, each of, by one level, by a level, up a level, one level, a level, by one, one notch, a notch`,
  ',',
)
  .flatMap(({ items }) => items)
  .map((phrase) => phrase.split(' '))

/** The words without those that change nothing; punctuation after them stays. */
export function withoutCourtesies(words: Word[]): Word[] {
  const kept: Word[] = []
  for (let place = 0; place < words.length;) {
    const length = place === 0 ? 0 : courtesyAt(words, place)
    const last = kept.at(-1)
    if (length > 0 && last)
      kept[kept.length - 1] = { ...last, mark: last.mark || words[place + length - 1]!.mark }
    else kept.push(words[place]!)
    place += length || 1
  }
  return kept
}

const courtesyAt = (words: Word[], place: number): number =>
  courtesies.find((phrase) =>
    phrase.every((part, n) => words[place + n]?.low === part && !words[place + n]!.is_quoted),
  )?.length ?? 0

/** "my ticket INC1", "the P1 INC1", "ticket number INC1": what precedes a record only describes it. */
export function withoutDescriptions(words: Word[]): Word[] {
  const described = new Set<Word>()
  for (const place of words.keys()) {
    if (!recordAt(words, place)) continue
    for (let n = place - 1; n > 0 && isDescription(words[n]!); n--) described.add(words[n]!)
  }
  return words.filter((word) => !described.has(word))
}

const isDescription = ({ low, mark }: Word) =>
  mark === '' &&
  (/^(?:my|our|the|number)$/.test(low) ||
    priorityAt([low], 0) !== undefined ||
    senseAt([low], 0)?.sense.is === 'noun')

/** "these two", "all 3 of them", "this one": how many records are meant, and the other words. */
export function splitCount(words: Word[]): { count: number | undefined; rest: Word[] } {
  const to = words.findIndex(({ low }) => low === 'to')
  const place = words
    .slice(0, to < 0 ? undefined : to)
    .findIndex(
      ({ low }, n) =>
        exactOf(low) !== undefined &&
        (/^(?:all|the|this|that|these|those)$/.test(words[n - 1]?.low ?? '') || words[n + 1]?.low === 'of'),
    )
  return { count: exactOf(words[place]?.low), rest: place < 0 ? words : words.toSpliced(place, 1) }
}

const exactOf = (word = '') => (/^(?:few|several|couple)$/.test(word) ? undefined : numberOf(word))

/** Whether as many records are named; how many "they" are is known only later. */
export const isCountOf = (count: number, targets: Command['targets']): boolean =>
  targets === 'they' || count === (targets === 'it' ? 1 : targets.length)

/** "close INC1 as resolved": the state that the verb leads to anyway. */
export function withoutOutcome(words: Word[], state: string | undefined): Word[] {
  const [as, outcome] = words.slice(-2)
  if (as?.low !== 'as' || !outcome || !/^(?:closed|resolved)$/.test(state ?? '')) return words
  const sense = senseAt([outcome.low], 0)?.sense
  const isDone =
    outcome.low === 'done' || (sense?.is === 'state' && /^(?:closed|resolved)$/.test(sense.state))
  return isDone ? words.slice(0, -2) : words
}
