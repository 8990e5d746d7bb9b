import type { Word } from './words.ts'

/** Phrases that contain no condition, time, exception, record or value. */
const courtesies =
  `thank you very much, thank you so much, thank you, thanks a lot, many thanks, thanks, as soon as possible, asap,
  as well, right away, right now, straight away, at once, immediately, quickly, promptly, urgently, for us, for me, ok, okay,
  every one of, each one of, each of, by one level, by a level, up a level, one level, a level, by one, one notch, a notch`
    .split(/,\s+/)
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
