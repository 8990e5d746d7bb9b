import { calls, isMany, isSmall, textOf, updates, verbOf, type CommandInput } from './command-parts.ts'
import { itemsOf, type Item } from './items.ts'
import { recordAt } from './record-names.ts'
import type { Word } from './words.ts'

interface SplitText {
  head: Word[]
  tail: string
}

/** Splits off free text: in quotation marks, after a colon, or after "because". */
function splitMarked({ text, words }: CommandInput): SplitText {
  const colon = words.findIndex(({ mark }) => mark === ':')
  const reason = words.findIndex(({ low }) => low === 'because' || low === 'saying')
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
export function splitText(input: CommandInput): SplitText {
  const marked = splitMarked(input)
  const dash = input.words.findIndex((_, place) => isAfterDash(input, place))
  return marked.tail === '' ? splitAt(input, dash) : marked
}

/** Splits off the reason, also after a comma or a dash: "put INC1 on hold, we wait for the vendor". */
export function splitReason(input: CommandInput): SplitText {
  const { words } = input
  const { head, tail } = splitMarked(input)
  // "close them: all but INC1"
  if (isMany(head) && isRestriction(tail)) return { head: words, tail: '' }
  if (tail !== '') return { head: withoutAnnouncement(head), tail }
  const place = words.findIndex((word, n) =>
    // "close INC1 as a duplicate of INC2" closes one of them.
    word.low === 'duplicate' ? n > 1 : isAfterPause(input, n) && isReason(input, n),
  )
  return splitAt(input, place)
}

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

/** After a verb with values, fewer words after a comma are values too: "assign INC1 to erik, priority 2". */
const leastReason = 3

const values = new Set<Item['is']>(['field', 'value', 'grade', 'role', 'priority', 'time', 'amount'])
const leads = new Set<Item['is']>(['filler', 'not', 'without', 'link'])

/** "except the P1s", "if the tests pass", "not before Friday", "as soon as bob agrees". */
const restriction =
  /^(?:(?:please|pls|just|only|not|all|any|with the) )*(?:but|except(?:ion)?|exclud\w+|other than|apart from|if|unless|when(?:ever)?|once|after|while|and|then|provided|assuming|as (?:soon|long) as|in case|(?:on|under) (?:the )?condition|subject to|depending on)\b|^(?:only|not) (?:until|till|before)\b/

/** Whether the text leaves records out or sets a condition, so that it is no reason. */
const isRestriction = (text: string): boolean => restriction.test(text.toLowerCase())

/** Whether the words after a comma or a dash are a reason. Of several records they may choose some, so they are none there. */
function isReason(input: CommandInput, place: number): boolean {
  const [head, clause] = [input.words.slice(0, place), input.words.slice(place)]
  const text = textOf(clause)
  if (isMany(head) || isRestriction(text) || verbOf(clause[0]!.low)) return false
  if (clause.every(({ low }) => isSmall(low))) return false
  if (clause.some((_, n) => recordAt(clause, n))) return false
  const isUpdate = updates.has(verbOf(head[0]!.low) ?? '')
  if (isUpdate && clause.length < leastReason) return false
  const [first, ...others] = itemsOf({ ...input, text }).filter(({ is }) => !leads.has(is))
  // "high load is gone" is a reason to close, but "assign it to bob, P1 until it is fixed" may be a value.
  const isValue = first === undefined || values.has(first.is)
  return !isValue || (!isUpdate && others.some(({ is }) => is === 'word'))
}
