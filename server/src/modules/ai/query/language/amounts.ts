import { count, shift, unit, units } from './calendar.ts'
import { countOf } from './periods.ts'
import { minute } from '../../../../kernel/durations.ts'

/** Amounts of an incident: minutes until it was resolved, number of notes, number of reopenings. */
export const amountFields = ['duration', 'work_notes_count', 'reopen_count'] as const
export type AmountField = (typeof amountFields)[number]
export const isAmount = (field: string): field is AmountField =>
  (amountFields as readonly string[]).includes(field)

export interface Amount {
  field: AmountField
  /** The SQL operator, and the value to compare with. */
  comparison: '>' | '>=' | '<' | '<=' | '='
  n: number
}

const comparisons: Record<string, Amount['comparison']> = {
  'more than': '>',
  'longer than': '>',
  over: '>',
  above: '>',
  after: '>',
  'at least': '>=',
  'less than': '<',
  'fewer than': '<',
  under: '<',
  below: '<',
  within: '<=',
  in: '<=',
  'at most': '<=',
  'up to': '<=',
  exactly: '=',
}

/** Only these operators become SQL, whatever a stored conversation contains. */
export function comparisonIn(value: string | undefined): Amount['comparison'] {
  const found = Object.values(comparisons).find((each) => each === value)
  if (!found) throw new Error(`${value} is no comparison`)
  return found
}

const compared = `(${Object.keys(comparisons).join('|')}) (${count})`
const lasting = `${compared} ?(${unit})`
const resolving = '(?:resolve|fix|solve|close)'
const note = '(?:work )?(?:notes?|comments?)'

/** The field of a phrase; `value` where the phrase has no comparison of its own. */
const rule = (field: AmountField, pattern: string, value?: Pick<Amount, 'comparison' | 'n'>) => ({
  field,
  pattern: new RegExp(`^${pattern}(?= |$)`),
  value,
})
const none = { comparison: '=', n: 0 } as const
const several = { comparison: '>', n: 1 } as const

const rules = [
  rule('duration', `(?:took|takes?|taking|lasted|needed)(?: us)? ${lasting}(?: to ${resolving})?`),
  rule('duration', `(?:resolved|fixed|solved|closed) ${lasting}`),
  rule('duration', `(?:a )?(?:resolution time|time to ${resolving})(?: of)? ${lasting}`),
  rule('duration', `${lasting} to ${resolving}`),
  rule(
    'work_notes_count',
    `(?:without|with no|no|have no|has no|lacking)(?: any| a| a single)? ${note}`,
    none,
  ),
  rule(
    'work_notes_count',
    `(?:nobody|no one) (?:has )?(?:yet )?(?:commented(?: on)?|(?:written|wrote|added|left) (?:a |any )?${note})`,
    none,
  ),
  rule('work_notes_count', `(?:with )?${compared} ${note}`),
  rule('reopen_count', 'reopene?d (?:more than once|twice|several times|multiple times|repeatedly)', several),
  rule('reopen_count', `reopene?d ${compared} times`),
  rule('reopen_count', '(?:never|not) (?:ever )?(?:been )?reopened', none),
]

/** An amount at the start of a text: "took longer than a day", "with more than 3 notes", "reopened twice". */
export function amountIn(text: string): (Amount & { length: number }) | undefined {
  for (const { field, pattern, value } of rules) {
    const [whole, words, n, name] = pattern.exec(text) ?? []
    if (whole === undefined) continue
    const length = whole.split(' ').length
    if (value) return { field, ...value, length }
    return {
      field,
      comparison: comparisons[words!]!,
      n: name ? minutesOf(countOf(n), name) : countOf(n),
      length,
    }
  }
  return undefined
}

const minutesOf = (n: number, name: string) => shift(new Date(0), units.get(name)!, n).getTime() / minute
