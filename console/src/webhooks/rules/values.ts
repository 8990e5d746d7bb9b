import type { Filter as Condition } from '../../api/schema.d.ts'
import { toText } from '../../shell/to-text.ts'
import { webhooks } from '../../words/webhooks.ts'
import { shell } from '../../words/shell.ts'
import type { Operator } from '../model.ts'

export const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : [])

const isList = (operator: Operator) => operator === 'in' || operator === 'not_in'

/** Changes the operator and keeps the value, as a list or as text. */
export function withOperator({ field, operator: before, value }: Condition, operator: Operator): Condition {
  if (operator === 'exists') return { field, operator, value: true }
  const current = before === 'exists' ? undefined : value
  if (isList(operator) === isList(before)) return { field, operator, value: current ?? '' }
  if (isList(operator))
    return { field, operator, value: current === undefined || current === '' ? [] : [asText(current)] }
  return { field, operator, value: asList(current)[0] ?? '' }
}

export const sentence = ({ field, operator, value }: Condition): string => {
  const comparison = webhooks.conditions.operators[operator]
  if (operator === 'exists') return `${field} ${comparison}: ${value === false ? shell.no : shell.yes}`
  return `${field} ${comparison} ${toText(value)}`
}
