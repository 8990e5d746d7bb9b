import { expect, test } from 'vitest'
import { emptyField, fromSchema, toSchema } from './item-fields.ts'
import type { Schema } from './item-form.ts'

const object = (properties: Schema['properties'], required?: string[]): Schema => ({
  type: 'object',
  ...(required && { required }),
  properties: properties!,
  additionalProperties: false,
})

test('a schema of plain fields is edited field by field and converts back unchanged', () => {
  const schema = object(
    {
      site: { enum: ['Lindhaven', 'Porto Vale'], title: 'Site' },
      days: { type: 'integer', minimum: 1, maximum: 5 } as never,
      reason: { type: 'string', maxLength: 2000 },
      since: { type: 'string', format: 'date-time', description: 'When it began' },
      tools: { type: 'array', items: { enum: ['a', 'b'] } },
      mail: { type: 'string', format: 'email' },
      urgent: { type: 'boolean' },
    },
    ['since', 'site'],
  )
  const fields = fromSchema(schema)!
  expect(fields.map(({ name, kind, isRequired }) => `${name} ${kind} ${isRequired}`)).toEqual([
    'site choice true',
    'days integer false',
    'reason long false',
    'since time true',
    'tools choices false',
    'mail email false',
    'urgent flag false',
  ])
  expect(toSchema(fields)).toEqual({ ...schema, required: ['site', 'since'] })
})

test('a schema without fields is null', () => {
  expect(fromSchema(null)).toEqual([])
  expect(toSchema([])).toBeNull()
  expect(toSchema([{ ...emptyField, name: 'a', label: 'A' }])).toEqual(
    object({ a: { title: 'A', type: 'string' } }),
  )
})

test('fields make a schema only if each has a name of its own', () => {
  const field = { ...emptyField, name: 'site', label: 'Site' }
  const floor = { ...emptyField, name: 'floor', label: 'Floor' }
  expect(toSchema([field, floor])).toEqual(
    object({ site: { title: 'Site', type: 'string' }, floor: { title: 'Floor', type: 'string' } }),
  )
  expect(toSchema([field, { ...field, label: 'Other site' }])).toBeUndefined()
  expect(toSchema([field, emptyField])).toBeUndefined()
})

test.each<[string, Schema]>([
  ['a rule over several fields', { ...object({ a: { type: 'string' } }), anyOf: [] }],
  ['choices that are numbers', object({ size: { enum: [13, 14] } })],
  ['an object within', object({ a: { type: 'object' } })],
  ['whatever else somebody sends', { type: 'object', properties: { a: { type: 'string' } } }],
])('%s is edited as JSON', (_, schema) => {
  expect(fromSchema(schema)).toBeUndefined()
})
