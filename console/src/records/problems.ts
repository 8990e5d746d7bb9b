import { ApiError } from '../api/client.ts'
import { fieldText, problemText } from '../shell/problem-text.ts'
import type { Field } from './field-input.tsx'

/** The error message for a field or for a part of it, in words. */
export function fieldError(failure: Error | null | undefined, field: string): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const found = failure.errors.find((error) => error.field === field || error.field.startsWith(`${field}.`))
  return found && fieldText(found)
}

/** For a field that is saved alone: whatever went wrong is shown there. */
export const fieldProblem = (failure: Error | undefined, { name }: Pick<Field, 'name'>): string | undefined =>
  failure && (fieldError(failure, name) ?? problemText(failure))
