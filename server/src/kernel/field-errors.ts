import type { ErrorObject } from 'ajv'
import type { FieldError } from './errors.ts'
import { withArticle } from './with-article.ts'

const maxErrors = 20
/** A pointer contains keys of the caller, so its length is bounded. */
const maxPointer = 200

/** Translates errors of the validator; `at` is the path of the validated value in the body. */
export function toFieldErrors(errors: ErrorObject[], at = ''): FieldError[] {
  const byPointer = new Map<string, FieldError>()
  for (const error of errors) {
    if (byPointer.size >= maxErrors) break
    const { pointer: inside, code, message } = describe(error)
    const pointer = `${at}${inside}`.slice(0, maxPointer)
    if (byPointer.has(pointer)) continue
    const field = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
    byPointer.set(pointer, { field, pointer, code, message: `${field || 'the body'} ${message}` })
  }
  return [...byPointer.values()]
}

const defaultForm = 'has an invalid format'

/** Formats in words. */
const formats: Record<string, string> = {
  email: 'must be an email address',
  'date-time': 'must be a date and time such as 2026-01-31T09:00:00Z',
  date: 'must be a date such as 2026-01-31',
  uri: 'must be a web address',
}

const typeText = (type: string) => (type === 'null' ? type : withArticle(type))

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The first error of a field is the most specific; further ones of the same field follow from it. */
function describe({ keyword, instancePath, params, message, parentSchema }: ErrorObject) {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return {
        pointer: `${instancePath}/${escapePointer(String(params.missingProperty))}`,
        code: 'required',
        message: 'is required',
      }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = escapePointer(String(params.additionalProperty ?? params.unevaluatedProperty)).slice(
        0,
        100,
      )
      return { pointer: `${instancePath}/${name}`, code: 'unknown_field', message: 'is not a known field' }
    }
    case 'type':
      return {
        pointer: instancePath,
        code: 'type',
        message: `must be ${[params.type].flat().map(typeText).join(' or ')}`,
      }
    case 'enum':
      return {
        pointer: instancePath,
        code: 'enum',
        message: `must be one of ${params.allowedValues.join(', ')}`,
      }
    case 'pattern':
      return {
        pointer: instancePath,
        code: 'pattern',
        message: String(parentSchema?.['x-form'] ?? defaultForm),
      }
    case 'format':
      return {
        pointer: instancePath,
        code: 'format',
        message: String(parentSchema?.['x-form'] ?? formats[String(params.format)] ?? message),
      }
    case 'x-max-json':
      return {
        pointer: instancePath,
        code: 'too_long',
        message: `must have at most ${String(parentSchema?.['x-max-json'])} characters as JSON`,
      }
    case 'minLength':
      return {
        pointer: instancePath,
        code: 'too_short',
        message: params.limit > 1 ? `must have at least ${params.limit} characters` : 'must not be empty',
      }
    case 'maxLength':
      return {
        pointer: instancePath,
        code: 'too_long',
        message: `must have at most ${params.limit} characters`,
      }
    default:
      return { pointer: instancePath, code: keyword, message: message ?? 'is not valid' }
  }
}
