import { ApiError } from '../api/client.ts'
import { problems as w } from '../words/problems.ts'

type FieldError = Pick<ApiError['errors'][number], 'field' | 'code' | 'message'>

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a field for people: `assigned_to` is the assignee. */
export function labelOf(path: string): string {
  const field = path.replace(/^field_mapping\./, '').replaceAll(/\.\d+(?=\.|$)/g, '')
  return w.labels[field] ?? capital(w.named(field))
}

const numberIn = (message: string) => /\d[\d.]*/.exec(message.replace(/^\S+ /, ''))?.[0] ?? ''

/** Texts of the validator by error code; the messages of the API itself are sentences that start with the field. */
const texts: Record<string, (message: string) => string> = {
  required: () => w.required,
  too_long: (message) => w.tooLong(numberIn(message)),
  maxLength: (message) => w.tooLong(numberIn(message)),
  too_short: (message) => (message.endsWith('empty') ? w.empty : w.tooShort(numberIn(message))),
  wrong_password: () => w.wrongPassword,
  unknown_field: () => w.unknownField,
  minimum: (message) => w.minimum(numberIn(message)),
  exclusiveMinimum: (message) => w.minimum(numberIn(message)),
  maximum: (message) => w.maximum(numberIn(message)),
  minItems: () => w.atLeastOne,
  type: () => w.type,
}

/** What is wrong with one field, without its technical name. */
export function fieldText({ field, message, code }: FieldError): string {
  const own = w.ofField[`${field} ${code}`]
  if (own) return own
  const format = /must match format "([\w-]+)"/.exec(message)?.[1]
  if (format) return w.formats[format] ?? w.format
  if (message.includes('must match pattern')) return w.format
  const choices = /must be one of (.+)$/.exec(message)?.[1]
  if (choices) return w.choice(named(choices))
  if (message.startsWith(field) && code && texts[code]) return texts[code](message)
  return capital(
    named(message.startsWith(field) ? message.slice(field.length).replace(/^:? +/, '') : message),
  )
}

/** Technical names inside a sentence: "must be later than planned_start". */
const named = (sentence: string) =>
  sentence.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => labelOf(name).toLowerCase())

/** A message of the API as a sentence. */
export const sentenceOf = (message: string): string => capital(named(message))

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
