import type { ErrorObject } from 'ajv'
import { counted } from './counted.ts'
import { nearestTo } from './distance.ts'
import type { FieldError } from './errors.ts'
import { formOf } from './schema.ts'
import { withArticle } from './with-article.ts'

/** An error may quote the input, which may be as large as a body. */
export const maxErrors = 20
/** A pointer contains keys of the caller, so its length is bounded. */
const maxPointer = 200

/** Translates errors of the validator; `at` is the path of the validated value in the body. */
export function toFieldErrors(errors: ErrorObject[], at = ''): FieldError[] {
  const byPointer = new Map<string, FieldError>()
  const typesAt = new Map(errors.filter(({ keyword }) => keyword === 'anyOf').map(toTypesAt))
  for (const error of errors) {
    if (byPointer.size >= maxErrors) break
    const types = typesAt.get(error.instancePath)
    if (types && followsFromOthers(error, types)) continue
    const params = types && error.keyword === 'type' ? { type: types } : error.params
    const { pointer: inside, code, message } = describe({ ...error, params })
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
  email: 'must be an e-mail address',
  'date-time': 'must be a date and time with its zone, such as 2026-01-31T09:00:00Z',
  date: 'must be a date such as 2026-01-31',
  time: 'must be a time such as 09:00:00Z',
  uri: 'must be a web address',
  hostname: 'must be a host name',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  uuid: 'must be a UUID',
}

/** The types that a value of several forms may have, where all are known; null needs no mention. */
function toTypesAt({ instancePath, schema = [{}] }: ErrorObject): [string, string[] | undefined] {
  const types = (schema as { type?: string }[]).map(({ type }) => type).filter((type) => type !== 'null')
  return [instancePath, types.includes(undefined) ? undefined : (types as string[])]
}

/** When a value has one of its types, the errors of that form say what is wrong. */
const followsFromOthers = ({ keyword, data }: ErrorObject, types: string[]) =>
  keyword === 'anyOf' || (keyword === 'type' && types.includes(Array.isArray(data) ? 'array' : typeof data))

/** Types whose name alone does not say what to send. */
const typeTexts: Record<string, string> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'a whole number',
}

const typeText = (type: string) => typeTexts[type] ?? withArticle(type)

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const properties = (count: number) => counted(count, 'property', 'properties')

/** The first error of a field is the most specific; further ones of the same field follow from it. */
function describe({ keyword, instancePath, params, message, parentSchema, data }: ErrorObject) {
  const here = (code: string, message: string) => ({ pointer: instancePath, code, message })
  const inside = (name: string, code: string, message: string) => ({
    pointer: `${instancePath}/${escapePointer(name)}`,
    code,
    message,
  })
  const unknownField = (name: string) => {
    const meant = nearestTo(name, Object.keys(parentSchema?.properties ?? {}))
    return inside(name, 'unknown_field', `is not a known field${meant ? `: did you mean ${meant}?` : ''}`)
  }
  const { limit } = params
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return inside(params.missingProperty, 'required', 'is required')
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownField(String(params.additionalProperty ?? params.unevaluatedProperty))
    case 'type': {
      if (data === null && !instancePath) return here('required', 'is missing: send a JSON object')
      // A query parameter that is given twice is an array.
      const form = Array.isArray(data) ? formOf(parentSchema) : undefined
      return here(keyword, form ?? `must be ${[params.type].flat().map(typeText).join(' or ')}`)
    }
    case 'enum':
      return here(keyword, `must be one of ${params.allowedValues.join(', ')}`)
    case 'pattern':
      return here(keyword, formOf(parentSchema) ?? defaultForm)
    case 'format':
      return here(keyword, String(parentSchema?.['x-form'] ?? formats[String(params.format)] ?? defaultForm))
    case 'x-max-json':
      return here('too_long', `must have at most ${String(parentSchema?.['x-max-json'])} characters as JSON`)
    case 'minLength':
      return here(
        'too_short',
        limit > 1 ? `must have at least ${counted(limit, 'character')}` : 'must not be empty',
      )
    case 'maxLength':
      return here('too_long', `must have at most ${counted(limit, 'character')}`)
    case 'minItems':
      return here(keyword, limit > 1 ? `must have at least ${counted(limit, 'item')}` : 'must not be empty')
    case 'maxItems':
      return here(keyword, `must have at most ${counted(limit, 'item')}`)
    case 'uniqueItems':
      return here(keyword, 'must not contain the same value twice')
    case 'minProperties':
      return here(keyword, `must have at least ${properties(limit)}`)
    case 'maxProperties':
      return here(keyword, `must have at most ${properties(limit)}`)
    case 'minimum':
      return here(keyword, `must be at least ${limit}`)
    case 'maximum':
      return here(keyword, `must be at most ${limit}`)
    case 'exclusiveMinimum':
      return here(keyword, `must be greater than ${limit}`)
    case 'exclusiveMaximum':
      return here(keyword, `must be less than ${limit}`)
    default:
      return here(keyword, message ?? 'is not valid')
  }
}
