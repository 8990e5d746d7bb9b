import { ApiError } from '../api/client.ts'
import { fieldText, problemText } from '../shell/problem-text.ts'
import type { Field } from './field-input.tsx'

/** The error message for a field or for a part of it, in words. */
export function fieldError(failure: Error | null | undefined, field: string): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const found = failure.errors.find((error) => isOf(error.field, { name: field }))
  return found && fieldText(found)
}

const isOf = (path: string, { name }: Pick<Field, 'name'>) => path === name || path.startsWith(`${name}.`)

/** Whether each message stands at its field, so that nothing remains to be told. */
export const isShownAtFields = (failure: Error, fields: readonly Pick<Field, 'name'>[]): boolean =>
  failure instanceof ApiError &&
  failure.errors.length > 0 &&
  failure.errors.every(({ field }) => fields.some((each) => isOf(field, each)))

/** For a field that is saved alone: whatever went wrong is shown there. */
export const fieldProblem = (failure: Error | undefined, { name }: Pick<Field, 'name'>): string | undefined =>
  failure && (fieldError(failure, name) ?? problemText(failure))
