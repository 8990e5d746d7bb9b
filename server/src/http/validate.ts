import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import formats from 'ajv-formats'
import { invalid, type FieldError } from '../kernel/errors.ts'

const maxErrors = 20

// Addresses and parameters are text and are turned into numbers; a body says what it means.
const options = { allErrors: true, strict: false, validateFormats: true, verbose: true } as const
const coercing = formats.default(new Ajv2020({ ...options, coerceTypes: true, useDefaults: true }))
const strict = formats.default(new Ajv2020(options))
// Read-only fields are dropped, at any depth, before anybody complains of unknown ones.
strict.addKeyword({
  keyword: 'x-ignored',
  type: 'object',
  schemaType: 'array',
  before: 'additionalProperties',
  modifying: true,
  validate: (names: string[], value: Record<string, unknown>) => {
    for (const name of names) delete value[name]
    return true
  },
})

// RFC 3339, as far as JavaScript and PostgreSQL both know the time: no year 0, no leap second, no zone of 16 hours.
for (const ajv of [coercing, strict]) {
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
  const isKnown = (text: string) =>
    !/^0000|[+-](1[6-9]|2\d)(:?\d\d)?$/.test(text) && Date.parse(text) > -Infinity
  ajv.addFormat('date-time', (text: string) => validate(text) && isKnown(text))
}

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = (httpPart === 'body' ? strict : coercing).compile(schema)
  return (value: unknown) =>
    check(value) ? { value } : { error: invalid(toFieldErrors(check.errors ?? [])) }
}

function toFieldErrors(errors: ErrorObject[]): FieldError[] {
  const seen = new Set<string>()
  return errors.flatMap((error) => {
    const { pointer, code, message } = describe(error)
    if (seen.has(pointer) || seen.size >= maxErrors) return []
    seen.add(pointer)
    const field = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
    return [{ field, pointer, code, message: `${field || 'the body'} ${message}` }]
  })
}

const defaultForm = 'has a form that is not accepted'

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The first error of a field is the one that says most; the others of the same field follow from it. */
function describe({ keyword, instancePath, params, message, parentSchema }: ErrorObject) {
  switch (keyword) {
    case 'required':
      return {
        pointer: `${instancePath}/${params.missingProperty}`,
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
    case 'minLength':
      return { pointer: instancePath, code: 'too_short', message: 'must not be empty' }
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
