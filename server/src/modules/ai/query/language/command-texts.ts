import { calls, type CommandInput } from './command-parts.ts'
import { isException, isReason } from './reasons.ts'
import { timeAt } from './times.ts'
import type { Word } from './words.ts'

interface SplitText {
  head: Word[]
  tail: string
}

/** Splits off free text: in quotation marks, after a colon, or after "because" or another lead. */
function splitMarked({ text, words }: CommandInput, leads = /^(?:because|saying)$/): SplitText {
  const colon = words.findIndex(({ mark }) => mark === ':')
  const reason = words.findIndex(({ low }) => leads.test(low))
  const quoted = words.findIndex(({ is_quoted }) => is_quoted)
  if (colon >= 0 && (reason < 0 || colon < reason)) {
    const start = text.indexOf(':', words[colon]!.end) + 1
    return { head: words.slice(0, colon + 1), tail: text.slice(start).trim() }
  }
  if (reason > 0) return { head: words.slice(0, reason), tail: text.slice(words[reason]!.end).trim() }
  if (quoted > 0) return { head: words.toSpliced(quoted, 1), tail: words[quoted]!.text }
  return { head: words, tail: '' }
}

const splitAt = ({ text, words }: CommandInput, place: number): SplitText =>
  place > 0
    ? { head: words.slice(0, place), tail: text.slice(words[place]!.start).trim() }
    : { head: words, tail: '' }

const isAfterDash = ({ text, words }: CommandInput, place: number) =>
  place > 0 && /\s[-–—]+\s/.test(text.slice(words[place - 1]!.end, words[place]!.start))

/** The same, or after a dash: for a note or a new record, which any text may follow. */
export function splitText(input: CommandInput, leads?: RegExp): SplitText {
  const marked = splitMarked(input, leads)
  const dash = input.words.findIndex((_, place) => isAfterDash(input, place))
  return marked.tail === '' ? splitAt(input, dash) : marked
}

/** Splits off the reason, also after a comma or a dash: "put INC1 on hold, we wait for the vendor". */
export function splitReason(input: CommandInput): SplitText {
  const { words } = input
  const { head, tail } = splitMarked(input)
  // "close them: all but INC1"
  if (tail !== '' && isException(input, head.length)) return { head: words, tail: '' }
  if (tail !== '') return { head: withoutAnnouncement(head), tail }
  const place = words.findIndex((word, n) =>
    // "close INC1 as a duplicate of INC2" closes one of them.
    word.low === 'duplicate' ? n > 1 : isUntil(input, n) || (isAfterPause(input, n) && isReason(input, n)),
  )
  return splitAt(input, place)
}

/** "put INC1 on hold until the vendor calls back"; but nothing ends a hold at a time. */
const isUntil = ({ words, now }: CommandInput, place: number) =>
  words[place]!.low === 'until' &&
  words.slice(0, place).some(({ low }) => low === 'hold') &&
  !timeAt(words, place, { now, looks_ahead: true })

const isAfterPause = (input: CommandInput, place: number) =>
  /[,.;?!]/.test(input.words[place - 1]?.mark ?? '') || isAfterDash(input, place)

/** "resolve INC1 and add a note: ..." */
function withoutAnnouncement(head: Word[]): Word[] {
  const low = head.map((word) => word.low).join(' ')
  const [announcement = ''] =
    / (?:(?:and|with|add|the|an?|work|following) )*(?:note|comment|reason|resolution|solution|workaround)$/.exec(
      low,
    ) ?? []
  // "delete INC1's note: it is wrong" must not delete INC1.
  return calls.get(head[0]?.low ?? '') === 'delete'
    ? head
    : head.slice(0, head.length - announcement.split(' ').length + 1)
}

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
