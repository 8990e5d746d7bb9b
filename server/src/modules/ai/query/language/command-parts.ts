import { isMisspeltAs } from '../../../../kernel/distance.ts'
import type { QuestionText } from './items.ts'
import type { Noun, RecordRef } from './meaning.ts'
import type { InvalidQuestion } from './reading.ts'
import { splitRecords } from './record-names.ts'
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
  /** An unknown word of an otherwise clear command. */
  unknown?: string
}

export type ParsedCommand = { kind: 'command'; commands: Command[] } | InvalidQuestion

export const parsedAs = (...commands: Command[]): ParsedCommand => ({ kind: 'command', commands })
export const invalid = (message: string): InvalidQuestion => ({ kind: 'invalid', message })
/** A word without a meaning may be a condition or an exception, so nothing is proposed. */
export const parsedIfAllUsed = (command: Command, unused: string[]): ParsedCommand =>
  unused.length === 0
    ? parsedAs(command)
    : invalid(
        `I did not understand ${unused.map((word) => `"${word}"`).join(', ')}, so I propose nothing. Name the records and what to do with them, without conditions or exceptions. Write a reason after a colon.`,
      )

/** The text of a command, and its author. */
export interface CommandInput extends QuestionText {
  words: Word[]
  asker: string
}

export const isCondition = ({ low }: Pick<Word, 'low'>) =>
  /^(?:if|unless|when|whenever|once|after|provided|assuming|except|excluding)$/.test(low)

export const textOf = (words: Word[]): string => words.map((word) => word.text).join(' ')

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
  /^(?:(?:please|kindly|pls|you can|you may|feel free to|can you|could you|would you|will you|i want to|i want you to|i need to|we need to|i need an?(?= new )|we need an?(?= new )|i would like to|i'd like to|let's|let me|i will|i'll|we should|go ahead and|be so kind (?:and|as to)|now|then|ok|and|just)[\s,]+)+/i

const pairs = <V extends string>(list: string) =>
  new Map(list.split(' ').map((pair) => pair.split('=') as [string, V]))

/** Verbs that change the state of a record. */
export const steps = pairs(
  'close=closed resolve=resolved solve=resolved reopen=again re-open=again cancel=cancelled start=started begin=started resume=started hold=on_hold pause=on_hold schedule=scheduled publish=published retire=retired',
)
export const calls = pairs<Command['verb']>(
  'approve=approve reject=reject decline=reject submit=submit fulfil=fulfil fulfill=fulfil delete=delete remove=delete escalate=escalate',
)
export const assigns = new Set('assign reassign give send route transfer hand pass forward'.split(' '))
export const updates = new Set([
  ...assigns,
  ...'set change make mark move put update link raise lower bump downgrade upgrade take pick unassign'.split(
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

/** Whether a command is for several records. */
export const isMany = (words: Word[]): boolean =>
  words.some(({ low }) => /^(?:them|those|these)$/.test(low)) || splitRecords(words).records.length > 1

export const isJoining = ({ low }: Word) => /^(?:and|then|but|while)$/.test(low)

const small = new Set(
  `it this that them those these all both of the a an my our number me myself is be and then just please pls now right thanks
  on in into for with working work again as up over back implementing`.split(/\s+/),
)

/** Words that do not change what a command means. */
export const isSmall = (low: string): boolean => small.has(low) || senseAt([low], 0)?.sense.is === 'noun'
export const unusedIn = (words: Word[]): string[] =>
  words.filter(({ low }) => !isSmall(low)).map((word) => word.text)

/** "make it a P1 instead"; but "instead of" is followed by what must not be. */
const isEnding = (word: Word) => isJoining(word) || /^(?:instead|too|also)$/.test(word.low)

/** "set INC1 to P2 and assign it to erik": a verb after "and" or a comma starts a new clause. */
export function clausesOf(head: Word[]): Word[][] {
  const clauses: Word[][] = [[]]
  for (const [place, word] of head.entries()) {
    const before = head[place - 1]
    if (before && (isJoining(before) || before.mark === ',') && verbOf(word.low)) clauses.push([])
    clauses.at(-1)!.push(word)
  }
  return clauses.map((clause) => clause.slice(0, clause.findLastIndex((word) => !isEnding(word)) + 1))
}

/** Changes of the same records are one call. */
export function join(commands: Command[], next: Command): Command[] {
  const last = commands.at(-1)
  if (last?.verb !== 'update' || next.verb !== 'update' || last.targets !== next.targets)
    return [...commands, next]
  return [...commands.slice(0, -1), { ...last, ...next, fields: { ...last.fields, ...next.fields } }]
}
