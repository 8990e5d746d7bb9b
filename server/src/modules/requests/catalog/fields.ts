import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats, { type FormatName } from 'ajv-formats'
import { LRUCache } from 'lru-cache'
import { invalid, invalidField, type FieldError } from '../../../kernel/errors.ts'
import { toFieldErrors } from '../../../kernel/field-errors.ts'
import type { CatalogItemRow } from './model.ts'

type Schema = Record<string, unknown>

const maxLength = 16_384
const dialects = new Set([
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-07/schema',
])

/** Formats whose validation time is linear in the length of the text. */
const safeFormats: FormatName[] = [
  'date',
  'time',
  'date-time',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
]

/**
 * Keywords that could make a validation endless or slow: regular expressions, and references to other schemas
 * or to themselves. They are not supported here.
 */
const unsafeKeywords = [
  'pattern',
  'patternProperties',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  '$id',
  '$async',
]

const grammar = new Ajv2020({ strict: false, logger: false })

/** Strict, so that a misspelt keyword is refused. A new instance each time, because it caches what it compiles. */
function compile(schema: Schema): ValidateFunction {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strictTypes: false,
    strictTuples: false,
    meta: false,
    validateSchema: false,
    logger: false,
  })
  formats.default(ajv, safeFormats)
  for (const keyword of unsafeKeywords) ajv.removeKeyword(keyword)
  return ajv.compile(schema)
}

function withoutDialect(fields: Schema): Schema {
  const { $schema: _, ...schema } = fields
  return schema
}

/** `fields` must be a schema that this service supports. */
export function checkFields(fields: Schema | null): void {
  if (fields === null) return
  if (JSON.stringify(fields).length > maxLength)
    throw refusal(`must be at most ${maxLength} characters of JSON`)
  if (fields.type !== 'object') throw invalidField('fields.type', 'enum', 'fields.type must be object')
  const { $schema: dialect = 'https://json-schema.org/draft/2020-12/schema' } = fields
  if (!dialects.has(String(dialect).replace(/#$/, '')))
    throw invalidField('fields.$schema', 'enum', `fields.$schema must be one of ${[...dialects].join(', ')}`)
  const schema = withoutDialect(fields)
  if (!grammar.validateSchema(schema)) throw invalid(toFieldErrors(grammar.errors ?? [], '/fields'))
  try {
    compile(schema)
  } catch (error) {
    throw refusal(explain((error as Error).message))
  }
}

const refusal = (message: string) => invalidField('fields', 'schema', `fields ${message}`)

function explain(message: string): string {
  const [, word, name] = /unknown (keyword:|format) "(.*?)"/.exec(message) ?? []
  if (name === undefined) return `is not a schema: ${message}`
  return word === 'format'
    ? `uses the format ${name}: use ${safeFormats.join(', ')}`
    : `uses ${name}, which is not accepted in a catalogue item`
}

const compiled = new LRUCache<string, ValidateFunction>({ max: 200 })

export function errorsIn(variables: object, { fields }: CatalogItemRow): FieldError[] {
  if (fields === null) return []
  const key = JSON.stringify(fields)
  const check = compiled.get(key) ?? compile(withoutDialect(fields))
  compiled.set(key, check)
  return check(variables) ? [] : toFieldErrors(check.errors ?? [], '/variables')
}
