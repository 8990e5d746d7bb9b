import {
  calls,
  isCondition,
  isJoining,
  isSmall,
  updates,
  verbOf,
  type CommandInput,
} from './command-parts.ts'
import { recordAt } from './record-names.ts'
import { timeAt } from './times.ts'
import { senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

/** Splits off free text: in quotation marks, after a colon, after "because", or after a dash. */
export function splitText({ text, words }: CommandInput): { head: Word[]; tail: string } {
  const colon = words.findIndex(({ mark }) => mark === ':')
  const reason = words.findIndex(({ low }) => low === 'because' || low === 'saying')
  const quoted = words.findIndex(({ is_quoted }) => is_quoted)
  if (colon >= 0 && (reason < 0 || colon < reason)) {
    const start = text.indexOf(':', words[colon]!.end) + 1
    return { head: words.slice(0, colon + 1), tail: text.slice(start).trim() }
  }
  if (reason > 0) return { head: words.slice(0, reason), tail: text.slice(words[reason]!.end).trim() }
  if (quoted > 0) return { head: words.toSpliced(quoted, 1), tail: words[quoted]!.text }
  const [dash] = /\s[-–—]+\s/.exec(text) ?? []
  if (dash === undefined) return { head: words, tail: '' }
  const place = text.indexOf(dash)
  return { head: words.filter(({ end }) => end <= place), tail: text.slice(place + dash.length).trim() }
}

/** After these verbs, fewer words after a comma are values: "assign INC1 to erik, priority 2". */
const leastReason = 3
const isValue = ({ low }: Word) =>
  /^(?:field|value|grade|role|priority)$/.test(senseAt([low], 0)?.sense.is ?? '') || /^p[1-4]s?$/.test(low)

/** Splits off the reason after a comma: "put INC1 on hold, we wait for the vendor". */
export function splitReason(input: CommandInput): { head: Word[]; tail: string } {
  const { text, words } = input
  const { head, tail } = splitText(input)
  if (tail !== '') return { head: withoutAnnouncement(head), tail }
  const place = words.findIndex((word, n) =>
    // "close INC1 as a duplicate of INC2" closes one of them.
    word.low === 'duplicate' ? n > 1 : /[,.;?!]/.test(words[n - 1]?.mark ?? '') && isReason(input, n),
  )
  return place > 0
    ? { head: words.slice(0, place), tail: text.slice(words[place]!.start).trim() }
    : { head, tail }
}

function isReason({ words, now }: CommandInput, place: number): boolean {
  const clause = words.slice(place)
  // "close them, not the P1s" is an exception.
  const start = words[place]!.low === 'not' ? clause.findIndex(({ low }) => !/^(?:not|the)$/.test(low)) : 0
  const first = clause[start] ?? clause[0]!
  if (updates.has(verbOf(words[0]!.low) ?? '') && clause.length < leastReason) return false
  if ([isJoining, isCondition, isValue].some((is) => is(first)) || verbOf(first.low)) return false
  if (recordAt(words, words.indexOf(first)) || clause.every(({ low }) => isSmall(low))) return false
  return timeAt(words, place, { now, looks_ahead: true, is_idle: false })?.length !== clause.length
}

/** "resolve INC1 and add a note: ..." */
function withoutAnnouncement(head: Word[]): Word[] {
  const low = head.map((word) => word.low).join(' ')
  const [announcement = ''] = / (?:(?:and|with|add|the|an?|work) )*(?:note|comment)$/.exec(low) ?? []
  // "delete INC1's note: it is wrong" must not delete INC1.
  return calls.get(head[0]?.low ?? '') === 'delete'
    ? head
    : head.slice(0, head.length - announcement.split(' ').length + 1)
}
