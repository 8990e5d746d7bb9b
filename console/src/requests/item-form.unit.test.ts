import { expect, test } from 'vitest'
import { fieldsFrom, fromDraft, toDraft, defaultDraft, type Schema } from './item-form.ts'

const schema: Schema = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { enum: [13, 14, 16], title: 'Size of the screen', default: 14 },
    needed_by: { type: 'string', format: 'date' },
    extras: { type: 'array', items: { enum: ['dock', 'bag'] } },
    address: { type: 'object' },
  },
}

test('the form has the fields of the item, with their labels and choices', () => {
  expect(fieldsFrom(schema)).toMatchObject([
    { name: 'variables.size', label: 'Size of the screen', kind: 'choice', required: true },
    { name: 'variables.needed_by', label: 'Needed by', kind: 'date', required: false },
    { name: 'variables.extras', label: 'Extras', kind: 'choices' },
    { name: 'variables.address', label: 'Address', kind: 'long', hint: 'As JSON' },
  ])
  expect(fieldsFrom(null)).toEqual([])
  expect(defaultDraft(schema)).toMatchObject({ 'variables.size': '14' })
})

test('variables have the types of the schema, and other fields are kept apart', () => {
  const draft = {
    short_description: 'A notebook',
    'variables.size': '16',
    'variables.extras': ['bag'],
    'variables.address': '{"floor": 3}',
    'variables.needed_by': null,
  }
  expect(fromDraft(schema, draft, { needed_by: '2026-11-20', old: 1 })).toEqual({
    own: { short_description: 'A notebook' },
    variables: { size: 16, extras: ['bag'], address: { floor: 3 }, old: 1 },
  })
})

test('variables convert back to form values', () => {
  const variables = { size: 16, extras: ['bag'], address: { floor: 3 } }
  expect(fromDraft(schema, toDraft(schema, variables)).variables).toEqual(variables)
})
