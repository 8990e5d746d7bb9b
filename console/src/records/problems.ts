import { ApiError } from '../api/client.ts'
import { readable } from '../shell/readable.ts'
import type { Field } from './field-input.tsx'

/** The error message for a field or for a part of it, without the name of the field, which its label shows. */
export function fieldError(failure: Error | null | undefined, field: string): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const error = failure.errors.find(({ field: name }) => name === field || name.startsWith(`${field}.`))
  return error && readable(withoutName(error.message, field))
}

const withoutName = (message: string, field: string) =>
  message.startsWith(`${field} `) ? message.slice(field.length + 1) : message

/** For a field that is saved alone: whatever went wrong is shown there. */
export const fieldProblem = (failure: Error | undefined, { name }: Pick<Field, 'name'>): string | undefined =>
  failure && (fieldError(failure, name) ?? readable(failure.message))
