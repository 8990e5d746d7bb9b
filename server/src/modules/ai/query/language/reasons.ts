import { isCondition, isJoining, isSmall, steps, textOf, updates, verbOf } from './command-parts.ts'
import type { CommandInput } from './command-parts.ts'
import { itemsOf, type Item } from './items.ts'
import { recordAt, splitRecords } from './record-names.ts'
import type { Word } from './words.ts'

/** After these verbs, fewer words after a comma are values: "assign INC1 to erik, priority 2". */
const leastReason = 3

const values = new Set<Item['is']>(['field', 'value', 'grade', 'role', 'priority', 'time', 'amount'])
const names = new Set<Item['is']>('state noun name groups email mine my_team they'.split(' ') as Item['is'][])
const neutral = new Set<Item['is']>(
  'filler place link number it me also everything'.split(' ') as Item['is'][],
)

const isValue = ({ is }: Item) => values.has(is)
const isNamed = (item: Item) => isValue(item) || names.has(item.is)
const isNeutral = ({ is, text }: Item) => neutral.has(is) || isSmall(text.toLowerCase())

const exclusion =
  /^(?:(?:please|just) )?(?:(?:all|any|every\w*)(?: of them)? but|but|except(?: for)?|excluding|not|no(?! longer)|none|never|without|other than|apart from|aside from|besides|minus|only|skip(?:ping)?|ignor(?:e|ing)|omit(?:ting)?|leav(?:e|ing)|keep(?:ing)?|save for)(?= |$)/

/** Whether the words from here on leave records out: "not the P1s", "all but INC1"; "not reproducible" is a reason. */
export function isException(input: CommandInput, place: number): boolean {
  const clause = input.words.slice(place)
  const [lead] = exclusion.exec(clause.map(({ low }) => low).join(' ')) ?? []
  if (lead === undefined || clause[0]!.is_quoted) return false
  const rest = clause.slice(lead.split(' ').length)
  if (rest.length === 0 || hasRecord(rest)) return true
  if (/^an?$/.test(rest[0]!.low)) return false
  const items = itemsIn(input, rest)
  return items.some(isNamed) && items.every((item) => isNamed(item) || isNeutral(item))
}

/** Whether they choose among several records: "the closed ones", "my tickets", "P1s excluded". */
function isChoice(input: CommandInput, place: number): boolean {
  const head = input.words.slice(0, place)
  const isMany =
    head.some(({ low }) => /^(?:them|those|these)$/.test(low)) || splitRecords(head).records.length > 1
  const items = itemsIn(input, input.words.slice(place))
  if (!isMany || !items.some(isNamed)) return false
  if (/^(?:only|excluded|excepted|aside|apart)$/.test(input.words.at(-1)!.low)) return true
  return (
    items.some(({ is }) => /^(?:noun|they|mine)$/.test(is)) &&
    items.every((item) => isNamed(item) || isNeutral(item))
  )
}

/** Whether the words after a comma or a dash are a reason, and not a value, a time, a condition or an exception. */
export function isReason(input: CommandInput, place: number): boolean {
  const verb = verbOf(input.words[0]!.low) ?? ''
  const clause = input.words.slice(place)
  if (updates.has(verb) && clause.length < leastReason) return false
  if (isConditional(clause)) return steps.has(verb) && isReport(clause)
  if (verbOf(clause[0]!.low) || isException(input, place) || recordAt(input.words, place)) return false
  if (isChoice(input, place)) return false
  if (clause.every(({ low }) => isSmall(low))) return false
  const [first, ...others] = itemsIn(input, clause)
  if (!isValue(first!)) return true
  const isMore = others.some((item) => !isNamed(item) && !isNeutral(item))
  // "high load is gone" is a reason to close, but "assign it to bob, P1 until it is fixed" may be a value.
  return isMore && (first!.is === 'time' || !updates.has(verb))
}

const itemsIn = (input: CommandInput, words: Word[]): Item[] => itemsOf({ ...input, text: textOf(words) })

const hasRecord = (words: Word[]) => words.some((_, place) => recordAt(words, place) !== undefined)

/** "if the tests pass", "only after the tests", "not before Friday", "as soon as bob agrees". */
function isConditional(clause: Word[]): boolean {
  const place = clause.findIndex(({ low }) => !/^(?:please|pls|just|only|not)$/.test(low))
  const first = clause[place] ?? clause[0]!
  const low = clause.slice(Math.max(place, 0)).map((word) => word.low)
  if (/^(?:as (?:soon|long) as|in case|on condition) /.test(low.join(' '))) return true
  return isJoining(first) || isCondition(first) || (place > 0 && /^(?:until|till|before)$/.test(first.low))
}

const report =
  /^(?:when|after|once|while) (?!.*\b(?:says?|said|agrees?d?|confirms?|confirmed|thinks?|knows?|sees?|sure|that) (?:it|they|everything)\b)(?:\S+ )+(?:it|they|everything) (?:(?:still|now|always|never) )*(?:is|was|are|were|has|had|does|did|ran|[a-z]+s|[a-z]+ed)\b/

/** What happened, and not when to act: "when I log in it fails", "after the reboot it worked". */
const isReport = (clause: Word[]) => !hasRecord(clause) && report.test(clause.map(({ low }) => low).join(' '))
