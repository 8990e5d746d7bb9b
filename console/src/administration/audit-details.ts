import { browserName } from '../records/browser-name.ts'
import { toText } from '../shell/to-text.ts'
import { labelOf } from '../shell/label-of.ts'
import { when } from '../shell/time.tsx'
import { auditActions, auditDetails, auditValues } from '../words/audit.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { inWords } from './audit-names.ts'

interface Changed {
  action: string
  field: string
  from?: unknown
  to?: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** What an entry says besides its action: the label of the field, if it needs one, and the values. */
export function detailsOf({ action, field, from, to }: Changed): { label?: string; text: string } {
  if (isObject(to) && (from === null || from === undefined)) return { text: objectText(to) }
  const label = labelOf(field)
  // "SLA breached" does not need "SLA breached: No → Yes".
  if (from === false && to === true && label === inWords(auditActions, action)) return { text: '' }
  const text =
    from === null || from === undefined
      ? valueText(field, to)
      : records.valueChange(valueText(field, from), valueText(field, to))
  return { label, text }
}

/** Sign-ins and refusals carry an object with their origin; a count of one is no news. */
const objectText = (value: Record<string, unknown>): string =>
  Object.entries(value)
    .filter(([name, each]) => !(name === 'count' && each === 1))
    .map(([name, each]) => `${inWords(auditDetails, name)}: ${valueText(name, each)}`)
    .join(', ')

function valueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? shell.yes : shell.no
  if (name === 'user_agent' && typeof value === 'string') return browserName(value)
  if (name === 'methods' && Array.isArray(value))
    return value
      .map((method) => auditValues.methods[String(method)])
      .filter(Boolean) // the others say only that there were several, or that a person was there
      .join(', ')
  if (typeof value !== 'string') return toText(value)
  if (name === 'grant_type') return auditValues.grants[value] ?? value
  if (name === 'state') return inWords({}, value)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? when(value) : toText(value)
}
