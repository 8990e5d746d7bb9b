import { Type, type Static } from 'typebox'
import { SingleLine, Nullable, Text } from '../../../kernel/schema.ts'
import { field } from '../../records/field.ts'
import { noun, type RowOf } from '../../records/noun.ts'

const Fields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A JSON Schema of type object that the variables of a request must satisfy',
})

export const catalogItem = noun({
  subject_type: 'catalog_item',
  component: 'CatalogItem',
  path: '/catalog/items',
  fields: {
    name: field(
      SingleLine(100, 'Unique among active items, ignoring case'),
      'writable',
      'required',
      'audited',
      'sort',
    ),
    description: field(Nullable(Text(10_000, 'Markdown')), 'writable', 'audited'),
    category: field(Nullable(SingleLine(100)), 'writable', 'audited', 'filter'),
    fields: field(Nullable(Fields), 'writable', 'audited'),
    approval_required: field(Type.Boolean(), 'writable', 'audited', 'filter'),
    assignment_group: field(Nullable(SingleLine(100)), 'writable', 'audited', 'filter'),
    active: field(Type.Boolean(), 'writable', 'audited', 'filter'),
  },
  defaults: { approval_required: true, active: true },
})

export type CatalogItemRow = RowOf<typeof catalogItem>
export type CreateCatalogItem = Static<typeof catalogItem.create>
export type UpdateCatalogItem = Static<typeof catalogItem.update>
