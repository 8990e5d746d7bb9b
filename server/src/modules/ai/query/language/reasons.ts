import { isMany, textOf, updates, verbOf } from './command-parts.ts'
import type { CommandInput } from './command-parts.ts'
import { itemsOf, type Item } from './items.ts'
import { recordAt } from './record-names.ts'

/** After a verb with values, fewer words after a comma are values too: "assign INC1 to erik, priority 2". */
const leastReason = 3

const values = new Set<Item['is']>(['field', 'value', 'grade', 'role', 'priority', 'time', 'amount'])
const leads = new Set<Item['is']>(['filler', 'not', 'without', 'link'])

/** "except the P1s", "if the tests pass", "not before Friday", "as soon as bob agrees". */
const restriction =
  /^(?:(?:please|pls|just|only|not|all|any|with the) )*(?:but|except(?:ion)?|exclud\w+|other than|apart from|if|unless|when(?:ever)?|once|after|while|and|then|provided|assuming|as (?:soon|long) as|in case|(?:on|under) (?:the )?condition|subject to|depending on)\b|^(?:only|not) (?:until|till|before)\b/

/** Whether the text leaves records out or sets a condition, so that it is no reason. */
export const isRestriction = (text: string): boolean => restriction.test(text.toLowerCase())

/** Whether the words after a comma or a dash are a reason. Of several records they may choose some, so they are none there. */
export function isReason(input: CommandInput, place: number): boolean {
  const [head, clause] = [input.words.slice(0, place), input.words.slice(place)]
  const text = textOf(clause)
  if (isMany(head) || isRestriction(text) || verbOf(clause[0]!.low)) return false
  if (clause.some((_, n) => recordAt(clause, n))) return false
  const isUpdate = updates.has(verbOf(head[0]!.low) ?? '')
  if (isUpdate && clause.length < leastReason) return false
  const [first, ...others] = itemsOf({ ...input, text }).filter(({ is }) => !leads.has(is))
  // "high load is gone" is a reason to close, but "assign it to bob, P1 until it is fixed" may be a value.
  const isValue = first === undefined || values.has(first.is)
  return !isValue || (!isUpdate && others.some(({ is }) => is === 'word'))
}
