import { units } from './calendar.ts'
import { countOf } from './periods.ts'
import { count, unit } from './time-points.ts'
import { day, hour, minute } from '../../../../kernel/durations.ts'

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

const compared = `(${Object.keys(comparisons).join('|')})`
const lengths: Record<string, number> = {
  minute,
  hour,
  day,
  week: 7 * day,
  month: 30 * day,
  quarter: 91 * day,
  year: 365 * day,
}
const resolving = '(?:resolve|fix|solve|close)'
const note = '(?:work )?(?:notes?|comments?)'
const rule = (pattern: string) => new RegExp(`^${pattern}(?= |$)`)

const durations = [
  rule(
    `(?:took|take|takes|taking|lasted|needed)(?: us)? ${compared} (${count}) ?(${unit})(?: to ${resolving})?`,
  ),
  rule(`(?:resolved|fixed|solved|closed) ${compared} (${count}) ?(${unit})`),
  rule(`(?:a )?(?:resolution time|time to ${resolving})(?: of)? ${compared} (${count}) ?(${unit})`),
  rule(`${compared} (${count}) ?(${unit}) to ${resolving}`),
]
const noNotes = [
  rule(`(?:without|with no|no|have no|has no|lacking)(?: any| a| a single)? ${note}`),
  rule(
    `(?:nobody|no one) (?:has )?(?:yet )?(?:commented(?: on)?|(?:written|wrote|added|left) (?:a |any )?${note})`,
  ),
]
const someNotes = rule(`(?:with )?${compared} (${count}) ${note}`)
const reopened = rule(
  'reopened (?:(more than once|twice|several times|multiple times|repeatedly)|(more than|at least) (\\S+) times)',
)

/** An amount at the start of a text: "took longer than a day", "with more than 3 notes", "reopened twice". */
export function amountIn(text: string): (Amount & { length: number }) | undefined {
  const found = (
    field: AmountField,
    [whole]: RegExpExecArray,
    comparison: Amount['comparison'],
    n: number,
  ) => ({
    field,
    comparison,
    n,
    length: whole.split(' ').length,
  })
  for (const pattern of durations) {
    const match = pattern.exec(text)
    const length = match && lengths[units.get(match[3]!)!]! / minute
    if (match) return found('duration', match, comparisons[match[1]!]!, countOf(match[2]) * length!)
  }
  for (const pattern of noNotes) {
    const match = pattern.exec(text)
    if (match) return found('work_notes_count', match, '=', 0)
  }
  const noted = someNotes.exec(text)
  if (noted) return found('work_notes_count', noted, comparisons[noted[1]!]!, countOf(noted[2]))
  const again = reopened.exec(text)
  if (!again) return undefined
  return again[2]
    ? found('reopen_count', again, comparisons[again[2]]!, countOf(again[3]))
    : found('reopen_count', again, '>', 1)
}
