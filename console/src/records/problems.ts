import { ApiError } from '../api/client.ts'
import { fieldText, problemText } from '../shell/problem-text.ts'
import { problems as words } from '../words/problems.ts'
import type { Field } from './field-input.tsx'

/** Fields that a refusal is about without naming them. */
const fieldsOfCodes: Record<string, string> = { email_taken: 'email', name_taken: 'name' }

const errorsOf = ({ code, errors, message }: ApiError) => {
  const field = fieldsOfCodes[code]
  return field ? [{ field, code, message: words.codes[code] ?? message }] : errors
}

/** The error message for a field or for a part of it, in words. */
export function fieldError(failure: Error | null | undefined, field: string): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const found = errorsOf(failure).find((error) => isOf(error.field, { name: field }))
  return found && fieldText(found)
}

const isOf = (path: string, { name }: Pick<Field, 'name'>) => path === name || path.startsWith(`${name}.`)

/** Whether each message stands at its field, so that nothing remains to be told. */
export const isShownAtFields = (failure: Error, fields: readonly Pick<Field, 'name'>[]): boolean =>
  failure instanceof ApiError &&
  errorsOf(failure).length > 0 &&
  errorsOf(failure).every(({ field }) => fields.some((each) => isOf(field, each)))

/** For a field that is saved alone: whatever went wrong is shown there. */
export const fieldProblem = (failure: Error | undefined, { name }: Pick<Field, 'name'>): string | undefined =>
  failure && (fieldError(failure, name) ?? problemText(failure))
