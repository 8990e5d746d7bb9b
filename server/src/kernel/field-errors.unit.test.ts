import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { toFieldErrors } from './field-errors.ts'

const ajv = new Ajv({ allowUnionTypes: true, allErrors: true, verbose: true })
const checkOf = (schema: object) => ajv.compile({ type: 'object', properties: { value: schema } })

test.each([
  ['string', 'value must be a string'],
  ['integer', 'value must be a whole number'],
  ['boolean', 'value must be true or false'],
  [['array', 'null'], 'value must be an array or null'],
])('a value that is no %s is refused in words', (type, message) => {
  const check = checkOf({ type })
  expect(check({ value: { is: 'an object' } })).toBe(false)
  expect(toFieldErrors(check.errors ?? [])).toEqual([
    { field: 'value', pointer: '/value', code: 'type', message },
  ])
})

test.each([
  [{ type: 'array', minItems: 1 }, [], 'value must not be empty'],
  [{ type: 'array', minItems: 2 }, [1], 'value must have at least 2 items'],
  [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'value must have at most 2 items'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'value must not contain the same value twice'],
  [{ type: 'object', minProperties: 1 }, {}, 'value must have at least 1 property'],
  [{ type: 'object', maxProperties: 0 }, { a: 1 }, 'value must have at most 0 properties'],
  [{ type: 'integer', minimum: -40 }, -41, 'value must be at least -40'],
  [{ type: 'integer', maximum: 200 }, 201, 'value must be at most 200'],
  [{ type: 'integer', exclusiveMinimum: 0 }, 0, 'value must be greater than 0'],
  [{ type: 'integer', exclusiveMaximum: 0.5 }, 1, 'value must be less than 0.5'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'value must have at most 1 character'],
])('a value outside of %j is refused in words', (schema, value, message) => {
  const check = checkOf(schema)
  expect(check({ value })).toBe(false)
  expect(toFieldErrors(check.errors ?? [])).toMatchObject([{ field: 'value', message }])
})

test('an unknown field is refused with the name that was probably meant', () => {
  const check = ajv.compile({ properties: { assignment_group: {}, state: {} }, additionalProperties: false })
  expect(check({ assigment_group: 'Network', colour: 'red' })).toBe(false)
  expect(toFieldErrors(check.errors ?? []).map(({ message }) => message)).toEqual([
    'assigment_group is not a known field: did you mean assignment_group?',
    'colour is not a known field',
  ])
})

test.each([
  [[], [{ field: 'value', code: 'minItems', message: 'value must not be empty' }]],
  [['a', ''], [{ field: 'value.1', code: 'too_short', message: 'value.1 must not be empty' }]],
  ['', [{ field: 'value', code: 'too_short', message: 'value must not be empty' }]],
  [7, [{ field: 'value', code: 'type', message: 'value must be a string or an array' }]],
])('one text or an array of several: of %j, only what is wrong is reported', (value, errors) => {
  const text = { type: 'string', minLength: 1 }
  const check = checkOf({ anyOf: [text, { type: 'array', items: text, minItems: 1 }, { type: 'null' }] })
  expect(check({ value })).toBe(false)
  expect(toFieldErrors(check.errors ?? [])).toMatchObject(errors)
})
