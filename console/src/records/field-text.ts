import { when } from '../shell/time.tsx'
import { shell } from '../words/shell.ts'
import { dateKinds } from './date-text.ts'
import type { Field } from './field-input.tsx'
import { toText } from '../shell/to-text.ts'

/** Formats a value with the labels of its field. */
export function fieldText(
  { kind, choices, format }: Pick<Field, 'kind' | 'choices' | 'format'>,
  value: unknown,
): string {
  if (kind === 'time' && typeof value === 'string' && dateKinds.time.isStored(value)) return when(value)
  if (typeof value === 'boolean') return value ? shell.yes : shell.no
  if (format && typeof value === 'string' && value !== '') return format(value)
  return choices?.find((choice) => choice.value === value)?.label ?? toText(value)
}
