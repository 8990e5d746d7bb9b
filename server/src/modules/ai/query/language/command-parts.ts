import { isMisspeltAs } from '../../../../kernel/distance.ts'
import { compose } from './compose.ts'
import { itemsOf, type QuestionText } from './items.ts'
import { isTime, type Condition, type Noun, type RecordRef } from './meaning.ts'
import type { InvalidQuestion, Reading } from './reading.ts'
import { recordAt } from './record-names.ts'
import { stateOf } from './senses.ts'
import type { Word } from './words.ts'
import { senseAt } from './vocabulary.ts'

/** A command as it was typed; whether it is possible is checked later. */
export interface Command {
  verb: 'update' | 'escalate' | 'note' | 'create' | 'approve' | 'reject' | 'submit' | 'fulfil' | 'delete'
  /** `it` and `they` refer to the records of the previous answer. */
  targets: RecordRef[] | 'it' | 'they'
  /** The kind of record to create. */
  noun?: Noun
  fields: Record<string, string | null>
  /** The note, the reason, or the description of a new record. */
  text: string
  unused: string[]
}

export type ParsedCommand = { kind: 'command'; commands: Command[] } | InvalidQuestion

export const parsedAs = (...commands: Command[]): ParsedCommand => ({ kind: 'command', commands })
export const invalid = (message: string): ParsedCommand => ({ kind: 'invalid', message })
export const excluded = invalid('I cannot leave out records: name only those that the command is for.')

/** The text of a command, and its author. */
export interface CommandInput extends QuestionText {
  words: Word[]
  asker: string
}

export const readingOf = ({ asker, ...input }: CommandInput, text: string): Reading =>
  compose(itemsOf({ ...input, text }), { ...input, email: asker })

/** Splits off free text: in quotation marks, after a colon, or after "because". */
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
  return { head: words, tail: '' }
}

/** Fewer words after a comma are values: "assign INC1 to erik, priority 2". */
const leastReason = 3
const isValue = ({ low }: Word) =>
  /^(?:field|value|grade|role|priority)$/.test(senseAt([low], 0)?.sense.is ?? '') || /^p[1-4]$/.test(low)

/** Splits off the reason after a comma: "put INC1 on hold, we wait for the vendor". */
export function splitReason(input: CommandInput): { head: Word[]; tail: string } {
  const { text, words } = input
  const place = words.findIndex((word, n) => {
    // "close INC1 as a duplicate of INC2" closes one of them.
    if (word.low === 'duplicate') return n > 1
    const isClause = /[,.;?!]/.test(words[n - 1]?.mark ?? '') && words.length - n >= leastReason
    return isClause && !isJoining(word) && !verbOf(word.low) && !isValue(word) && !recordAt(words, n)
  })
  const split = splitText(input)
  return split.tail === '' && place > 0
    ? { head: words.slice(0, place), tail: text.slice(words[place]!.start).trim() }
    : split
}

export const textOf = (words: Word[]): string => words.map((word) => word.text).join(' ')

/** The value of each field; a field with several alternatives cannot be set. */
export function fieldsOf(conditions: Condition[]): Record<string, string | null> {
  const single = conditions
    .filter((each) => !isTime(each))
    .filter(({ field, values, is_negated }) => !is_negated && field !== 'text' && values.length <= 1)
  return Object.fromEntries(
    single.map(({ field, values }) => [field === 'condition' ? 'state' : field, values[0] ?? null]),
  )
}

const started: Partial<Record<Noun, string>> = {
  incident: 'in_progress',
  change: 'implementing',
  request: 'in_fulfillment',
}

/** The state that a verb means for a kind of record: "started" is in progress, implementing, or in fulfilment. */
export function stateMeant(word: string, noun: Noun): string | undefined {
  if (word === 'started' || (word === 'open' && noun === 'incident')) return started[noun]
  if (word === 'again') return noun === 'incident' ? 'reopened' : noun === 'change' ? 'draft' : undefined
  return stateOf(word, noun)
}

export const politeness =
  /^(?:(?:please|kindly|pls|you can|you may|feel free to|can you|could you|would you|will you|i want to|i want you to|i need to|we need to|i need an?(?= new )|we need an?(?= new )|i would like to|i'd like to|let's|let me|i will|i'll|we should|go ahead and|now|then|ok|and|just)[\s,]+)+/i

const pairs = <V extends string>(list: string) =>
  new Map(list.split(' ').map((pair) => pair.split('=') as [string, V]))

/** Verbs that change the state of a record. */
export const steps = pairs(
  'close=closed resolve=resolved solve=resolved reopen=again re-open=again cancel=cancelled start=started begin=started resume=started hold=on_hold pause=on_hold schedule=scheduled publish=published retire=retired',
)
export const calls = pairs<Command['verb']>(
  'approve=approve reject=reject decline=reject submit=submit fulfil=fulfil fulfill=fulfil delete=delete remove=delete escalate=escalate',
)
export const assigns = new Set('assign reassign give route transfer hand pass forward'.split(' '))
export const updates = new Set([
  ...assigns,
  ...'set change make mark move put update take pick unassign link raise lower bump downgrade upgrade'.split(
    ' ',
  ),
])
/** Verbs that no question begins with. */
export const plain = new Set(
  'close resolve reopen cancel assign reassign approve reject delete escalate'.split(' '),
)

const verbs = [...steps.keys(), ...calls.keys(), ...updates]

/** A verb, also with one typing error. */
export const verbOf = (word: string): string | undefined =>
  verbs.find((verb) => verb === word) ??
  (senseAt([word], 0) ? undefined : verbs.find((verb) => isMisspeltAs(word, verb)))

const isJoining = ({ low }: Word) => low === 'and' || low === 'then'

/** "set INC1 to P2 and assign it to erik": a verb after "and" or a comma starts a new clause. */
export function clausesOf(head: Word[]): Word[][] {
  const clauses: Word[][] = [[]]
  for (const [place, word] of head.entries()) {
    const before = head[place - 1]
    if (before && (isJoining(before) || before.mark === ',') && verbOf(word.low)) clauses.push([])
    clauses.at(-1)!.push(word)
  }
  return clauses.map((clause) => (isJoining(clause.at(-1)!) ? clause.slice(0, -1) : clause))
}

/** Changes of the same records are one call. */
export function join(commands: Command[], next: Command): Command[] {
  const last = commands.at(-1)
  if (last?.verb !== 'update' || next.verb !== 'update' || last.targets !== next.targets)
    return [...commands, next]
  const [fields, unused] = [{ ...last.fields, ...next.fields }, [...last.unused, ...next.unused]]
  return [...commands.slice(0, -1), { ...last, fields, unused }]
}
