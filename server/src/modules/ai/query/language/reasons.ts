import { isCondition, isJoining, isMany, isSmall, textOf, updates, verbOf } from './command-parts.ts'
import type { CommandInput } from './command-parts.ts'
import { itemsOf, type Item } from './items.ts'
import { recordAt } from './record-names.ts'
import type { Word } from './words.ts'

/** After these verbs, fewer words after a comma are values: "assign INC1 to erik, priority 2". */
const leastReason = 3

/** Each comma costs as much as reading the rest, and a text can be all commas; a command is shorter than this. */
const maxCommandWords = 50

const values = new Set<Item['is']>(['field', 'value', 'grade', 'role', 'priority', 'time', 'amount'])
const names = new Set<Item['is']>('state noun name groups email mine my_team they'.split(' ') as Item['is'][])
const neutral = new Set<Item['is']>(
  'filler place link number it me also everything'.split(' ') as Item['is'][],
)

const isTime = ({ is }: Item) => is === 'time'
const isValue = ({ is }: Item) => values.has(is)
const isNamed = (item: Item) => isValue(item) || names.has(item.is)
const isNeutral = ({ is, text }: Item) => neutral.has(is) || isSmall(text.toLowerCase())

const exclusion =
  /^(?:(?:please|just|though|however) )?(?:(?:all|any|every\w*)(?: of them)? )?(?:but|except(?: for)?|exclud(?:e|ing)|not|no(?! longer)|none|never|without|other than|apart from|aside from|besides|minus|only|skip(?:ping)?|ignor(?:e|ing)|omit(?:ting)?|leav(?:e|ing)|keep(?:ing)?|save(?: for)?)(?= |$)/

/** Whether the words from here on leave records out: "not the P1s", "all but INC1"; "not reproducible" is a reason. */
export function isException(input: CommandInput, place: number): boolean {
  const clause = input.words.slice(place)
  const [lead] = exclusion.exec(lowOf(clause)) ?? []
  if (lead === undefined || clause[0]!.is_quoted) return false
  const rest = clause.slice(lead.split(' ').length)
  if (rest.length === 0 || hasRecord(rest)) return true
  if (/^an?$/.test(rest[0]!.low)) return false
  const items = itemsIn(input, rest)
  // Of one record nothing can be left out: "reject CHG1, no tests"; but it may have a time.
  const head = input.words.slice(0, place)
  const isPart = isMany(head) || updates.has(verbOf(head[0]!.low) ?? '') ? isNamed : isTime
  return items.some(isPart) && items.every((item) => isPart(item) || isNeutral(item))
}

/**
 * Whether the words after a comma or a dash are a reason, and not a value, a time, a condition or an exception. Of several
 * records they may choose some, so they are none there.
 */
export function isReason(input: CommandInput, place: number): boolean {
  if (place > maxCommandWords) return false
  const verb = verbOf(input.words[0]!.low) ?? ''
  const clause = input.words.slice(place)
  if (updates.has(verb) && clause.length < leastReason) return false
  if (isMany(input.words.slice(0, place)) || isConditional(clause) || hasRecord(clause)) return false
  if (verbOf(clause[0]!.low) || isException(input, place)) return false
  if (clause.every(({ low }) => isSmall(low))) return false
  const [first, ...others] = itemsIn(input, clause)
  if (!first || !isValue(first)) return true
  const isMore = others.some((item) => !isNamed(item) && !isNeutral(item))
  // "high load is gone" is a reason to close, but "assign it to bob, P1 until it is fixed" may be a value.
  return isMore && (isTime(first) || !updates.has(verb))
}

const itemsIn = (input: CommandInput, words: Word[]): Item[] => itemsOf({ ...input, text: textOf(words) })

const hasRecord = (words: Word[]) => words.some((_, place) => recordAt(words, place) !== undefined)

const lowOf = (words: Word[]) => words.map(({ low }) => low).join(' ')

const condition = /^(?:as (?:soon|long) as|in case|(?:on|under) (?:the )?condition|subject to|depending on) /

/** "if the tests pass", "only after the tests", "not before Friday", "as soon as bob agrees". */
function isConditional(clause: Word[]): boolean {
  const place = clause.findIndex(({ low }) => !/^(?:please|pls|just|only|not)$/.test(low))
  const first = clause[place] ?? clause[0]!
  if (condition.test(lowOf(clause.slice(Math.max(place, 0))))) return true
  return isJoining(first) || isCondition(first) || (place > 0 && /^(?:until|till|before)$/.test(first.low))
}
