import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import formats from 'ajv-formats'
import { invalid } from '../kernel/errors.ts'
import { toFieldErrors } from '../kernel/field-errors.ts'

// The schemas are those of this code, which a test of the API description checks: checking them again would compile the
// schema of schemas in every process. Paths and parameters are text and are coerced to numbers; a body is not.
const options = {
  allErrors: true,
  strict: false,
  validateFormats: true,
  validateSchema: false,
  verbose: true,
} as const
const coercing = formats.default(new Ajv2020({ ...options, coerceTypes: true, useDefaults: true }))
const strict = formats.default(new Ajv2020(options))
// Read-only fields are dropped, at any depth, before unknown ones are refused.
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
strict.addKeyword({
  keyword: 'x-max-json',
  schemaType: 'number',
  validate: (maxLength: number, value: unknown) => JSON.stringify(value).length <= maxLength,
})

// RFC 3339, limited to times that JavaScript and PostgreSQL both support: in UTC within the years 1 to 9999, no leap second,
// no offset of 16 hours.
for (const ajv of [coercing, strict]) {
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
  const isKnown = (text: string) => {
    const year = new Date(text).getUTCFullYear()
    return !/[+-](1[6-9]|2\d)(:?\d\d)?$/.test(text) && year >= 1 && year <= 9999
  }
  ajv.addFormat('date-time', (text: string) => validate(text) && isKnown(text))
  const isDate = (ajv.formats.date as { validate: (text: string) => boolean }).validate
  ajv.addFormat('date', (text: string) => isDate(text) && !text.startsWith('0000'))
}

const checks = new Map<string, ValidateFunction>()

/** Equal schemas are compiled once: many routes declare the same parameters, and every app of a process all of them. */
function checkOf(schema: TSchema, isBody: boolean): ValidateFunction {
  const key = `${isBody} ${JSON.stringify(schema)}`
  const check = checks.get(key) ?? (isBody ? strict : coercing).compile(schema)
  checks.set(key, check)
  return check
}

const notations: Record<string, RegExp> = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/ }

interface ParameterSchema {
  type?: string
  format?: string
}

function correctionFor({ type = '', format }: ParameterSchema): ((text: string) => unknown) | undefined {
  const notation = notations[type]
  // Ajv also coerces 0x10, 1e1 and numbers with spaces around them; NaN is refused by every schema.
  if (notation) return (text) => (notation.test(text) ? text : NaN)
  // The + of +02:00 means a space in a query, and many clients do not escape it.
  if (format === 'date-time') return (text) => text.replace(/^(\S+) (\d\d:\d\d)$/, '$1+$2')
  return undefined
}

/** Corrects parameters before they are validated. */
function makeCorrection(schema: TSchema): (value: unknown) => void {
  const { properties = {} } = schema as { properties?: Record<string, ParameterSchema> }
  const corrections = Object.entries(properties).flatMap(([name, parameter]) => {
    const correct = correctionFor(parameter)
    return correct ? [{ name, correct }] : []
  })
  return (value) => {
    const texts = value as Record<string, unknown>
    for (const { name, correct } of corrections) {
      const text = texts[name]
      if (typeof text === 'string') texts[name] = correct(text)
    }
  }
}

/** Schemas are compiled on first use, because compiling all of them would delay the start. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let check: ValidateFunction | undefined
  const isBody = httpPart === 'body'
  const correct = isBody ? undefined : makeCorrection(schema)
  return (value: unknown) => {
    check ??= checkOf(schema, isBody)
    correct?.(value)
    return check(value) ? { value } : { error: invalid(toFieldErrors(check.errors ?? [])) }
  }
}

/** Throws what a route with this body answers; for input that does not arrive as the body of a request. */
export function bodyChecker(schema: TSchema): (value: unknown) => void {
  const validate = validatorCompiler({ schema, httpPart: 'body', method: '', url: '' })
  return (value) => {
    const { error } = validate(value) as { error?: Error }
    if (error) throw error
  }
}
