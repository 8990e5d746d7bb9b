import { isMisspeltAs } from '../../../../kernel/distance.ts'
import type { Command } from './command-parts.ts'
import { senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

export const politeness =
  /^(?:(?:please|kindly|pls|can you|could you|would you|will you|i want to|i want you to|i need to|we need to|i need an?(?= new )|we need an?(?= new )|i would like to|i'd like to|let's|let me|i will|i'll|we should|go ahead and|now|then|ok|and|just)[\s,]+)+/i

const pairs = <V extends string>(list: string) =>
  new Map(list.split(' ').map((pair) => pair.split('=') as [string, V]))

/** Verbs that bring a record to a state. */
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
/** Those that nobody begins a question with. */
export const plain = new Set(
  'close resolve reopen cancel assign reassign approve reject delete escalate'.split(' '),
)

const verbs = [...steps.keys(), ...calls.keys(), ...updates]

/** A verb, also with a typing mistake. */
export const verbOf = (word: string): string | undefined =>
  verbs.find((verb) => verb === word) ??
  (senseAt([word], 0) ? undefined : verbs.find((verb) => isMisspeltAs(word, verb)))

const isJoining = ({ low }: Word) => low === 'and' || low === 'then'

/** "set INC1 to P2 and assign it to erik": a new clause begins with a verb behind "and" or a comma. */
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
