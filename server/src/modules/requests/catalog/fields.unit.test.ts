import { describe, expect, test } from 'vitest'
import type { Problem } from '../../../kernel/errors.ts'
import { checkFields, errorsIn } from './fields.ts'
import type { CatalogItemRow } from './model.ts'

type Schema = Record<string, unknown>

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more })
const refusalOf = (fields: Schema): Problem | undefined => {
  try {
    checkFields(fields)
    return undefined
  } catch (error) {
    return error as Problem
  }
}

const accepted: [title: string, fields: Schema][] = [
  ['no rule but an object', { type: 'object' }],
  [
    'nested objects and lists',
    object({ desk: object({ floor: { type: 'integer' } }), tags: { type: 'array' } }),
  ],
  ['combinations', object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, { oneOf: [{}] })],
  ['conditions', { type: 'object', if: { required: ['a'] }, else: { required: ['b'] } }],
  [
    'words for people',
    object({ a: { title: 'A', description: 'b', default: 1, examples: [1], $comment: 'c' } }),
  ],
  ['draft 2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
  ['draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }],
  ['fields that are called like keywords', object({ pattern: {}, $ref: {}, $id: {}, constructor: {} })],
  ['known formats', object({ a: { type: 'string', format: 'date' }, b: { format: 'email' } })],
]
test.for(accepted)('%s is accepted', ([, fields]) => {
  expect(refusalOf(fields)).toBeUndefined()
})

const refused: [title: string, fields: Schema, field: string, says: RegExp][] = [
  ['another type', { type: 'array' }, 'fields.type', /must be object/],
  ['no type', {}, 'fields.type', /must be object/],
  ['another dialect', { $schema: 'urn:mine', type: 'object' }, 'fields.$schema', /2020-12/],
  [
    'a type that does not exist',
    object({ a: { type: 'strin' } }),
    'fields.properties.a.type',
    /allowed|one of/,
  ],
  ['a misplaced word', { type: 'object', required: 'a' }, 'fields.required', /array/],
  ['a negative length', object({ a: { maxLength: -1 } }), 'fields.properties.a.maxLength', /at least 0/],
  ['a misspelt keyword', object({ a: { maxLenght: 5 } }), 'fields', /maxLenght/],
  [
    'an unknown format',
    object({ a: { type: 'string', format: 'regex' } }),
    'fields',
    /format regex: use date, time,/,
  ],
  ['expressions', object({ a: { type: 'string', pattern: '^(a+)+$' } }), 'fields', /pattern/],
  ['expressions deep inside', object({ a: { anyOf: [{ items: { pattern: 'x' } }] } }), 'fields', /pattern/],
  ['expressions for names', { type: 'object', patternProperties: { x: {} } }, 'fields', /patternProperties/],
  ['references to elsewhere', object({ a: { $ref: 'https://example.com/s.json' } }), 'fields', /\$ref/],
  ['references to itself', object({ a: { $ref: '#' } }), 'fields', /\$ref/],
  ['dynamic references', object({ a: { $dynamicRef: '#x' } }), 'fields', /\$dynamicRef/],
  ['an identity of its own', { type: 'object', $id: 'https://example.com/mine' }, 'fields', /\$id/],
  ['answers that come later', { type: 'object', $async: true }, 'fields', /\$async/],
  ['too much of it', object({ a: { description: 'x'.repeat(16_384) } }), 'fields', /16384/],
]
test.for(refused)('%s is refused', ([, fields, field, says]) => {
  const problem = refusalOf(fields)
  expect(problem).toMatchObject({ status: 400, code: 'validation_error' })
  expect(problem!.errors![0]!.field).toBe(field)
  expect(problem!.message).toMatch(says)
})

describe('variables', () => {
  const item = (fields: Schema) => ({ id: 'ITM0000001', version: 1, fields }) as unknown as CatalogItemRow
  const fields = object(
    {
      size: { type: 'integer', minimum: 11, maximum: 17 },
      colour: { enum: ['black', 'silver'] },
      owner: { type: 'string', format: 'email', minLength: 8 },
      'a/b': { type: 'string' },
      desk: object({ floor: { type: 'integer' } }, { required: ['floor'] }),
    },
    { required: ['size'], additionalProperties: false, dependentRequired: { colour: ['a/b'] } },
  )
  const wrong: [variables: Schema, field: string, code: string][] = [
    [{}, 'variables.size', 'required'],
    [{ size: '13' }, 'variables.size', 'type'],
    [{ size: 13.5 }, 'variables.size', 'type'],
    [{ size: 20 }, 'variables.size', 'maximum'],
    [{ size: 13, colour: 'red', 'a/b': '' }, 'variables.colour', 'enum'],
    [{ size: 13, colour: 'black' }, 'variables.a/b', 'required'],
    [{ size: 13, owner: 'a@b.de' }, 'variables.owner', 'too_short'],
    [{ size: 13, owner: 'somebody' }, 'variables.owner', 'format'],
    [{ size: 13, desk: {} }, 'variables.desk.floor', 'required'],
    [{ size: 13, desk: { floor: null } }, 'variables.desk.floor', 'type'],
    [{ size: 13, more: 1 }, 'variables.more', 'unknown_field'],
    [{ size: 13, constructor: 1 }, 'variables.constructor', 'unknown_field'],
  ]
  test.for(wrong)('%j are invalid in %s: %s', ([variables, field, code]) => {
    expect(errorsIn(variables, item(fields))).toMatchObject([
      { field, code, message: expect.stringContaining(field) },
    ])
  })

  test('that match are accepted unchanged', () => {
    const variables = { size: 13, colour: 'black', 'a/b': 'x', desk: { floor: 1 } }
    const before = structuredClone(variables)
    expect(errorsIn(variables, item(fields))).toEqual([])
    expect(variables).toEqual(before)
  })

  test('report all their errors', () => {
    const errors = errorsIn({ colour: 'red', desk: {} }, item(fields))
    expect(errors.map(({ field }) => field).toSorted()).toEqual([
      'variables.a/b',
      'variables.colour',
      'variables.desk.floor',
      'variables.size',
    ])
  })

  test('need a field of their own: inherited properties do not count', () => {
    expect(errorsIn({}, item({ type: 'object', required: ['toString'] }))).toMatchObject([
      { field: 'variables.toString', code: 'required' },
    ])
  })

  test('of an item without fields may be anything', () => {
    expect(errorsIn({ a: [{}] }, item(null as unknown as Schema))).toEqual([])
  })
})
