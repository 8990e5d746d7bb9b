import { ApiError } from '../api/client.ts'
import { fieldText } from '../shell/problem-text.ts'

/** The error message for a field or for a part of it, in words. */
export function fieldError(failure: Error | null | undefined, field: string): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const found = failure.errors.find((error) => error.field === field || error.field.startsWith(`${field}.`))
  return found && fieldText(found)
}
