import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { toFieldErrors } from './field-errors.ts'

test.each([
  ['string', 'value must be a string'],
  ['integer', 'value must be an integer'],
  ['boolean', 'value must be a boolean'],
  [['array', 'null'], 'value must be an array or null'],
])('a value that is no %s is refused in words', (type, message) => {
  const check = new Ajv({ strictTypes: false }).compile({ type: 'object', properties: { value: { type } } })
  expect(check({ value: { is: 'an object' } })).toBe(false)
  expect(toFieldErrors(check.errors ?? [])).toEqual([
    { field: 'value', pointer: '/value', code: 'type', message },
  ])
})
