import { upperFirst } from '@mantine/hooks'
import { ApiError } from '../api/client.ts'
import { problems as w } from '../words/problems.ts'
import { labelOf } from './label-of.ts'

type FieldError = Pick<ApiError['errors'][number], 'field' | 'code' | 'message'>

/** Errors whose code says enough; other messages of the API are sentences that start with the field. */
const texts: Record<string, string> = {
  required: w.required,
  wrong_password: w.wrongPassword,
  unknown_field: w.unknownField,
  type: w.type,
}

/** What is wrong with one field, without its technical name. */
export function fieldText({ field, message, code }: FieldError): string {
  const own = w.ofField[`${field} ${code}`]
  if (own) return own
  const startsWithField = message.startsWith(field)
  if (startsWithField && code && texts[code]) return texts[code]
  const rest = startsWithField ? message.slice(field.length).replace(/^:? +/, '') : message
  const choices = /must be one of (.+)$/.exec(rest)?.[1]
  if (choices) return w.choice(named(choices))
  return upperFirst(named(rest.replace(/^must (?:be|have) (?=at (?:least|most) )/, '')))
}

/** Technical names inside a sentence: "must be later than planned_start". */
const named = (sentence: string) =>
  sentence.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => labelOf(name).toLowerCase())

export const sentenceOf = (message: string): string => upperFirst(named(message))

/** What went wrong, for people. */
export function problemText(error: Error): string {
  if (!(error instanceof ApiError)) return error.message
  const { code, errors, message } = error
  if (code === 'validation_error' && errors.length > 0)
    return errors.length === 1 ? lineOf(errors[0]!) : w.invalid
  return w.codes[code] ?? named(message)
}

export const lineOf = (error: FieldError): string =>
  error.field === '' ? fieldText(error) : w.fieldError(labelOf(error.field), fieldText(error))
