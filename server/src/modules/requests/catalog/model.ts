import { Type, type Static } from 'typebox'
import { Line, NamedBody, NamedObject, Nullable, Text } from '../../../kernel/schema.ts'
import { optional, readOnlyOf, recordFields, type Draft, type RecordRow } from '../../records/model.ts'

const Fields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A JSON Schema of type object that the variables of a request must satisfy',
})

const writable = {
  name: Line(100, 'Unique among active items, whatever the case'),
  description: Nullable(Text(10_000, 'Markdown')),
  category: Nullable(Line(100)),
  fields: Nullable(Fields),
  approval_required: Type.Boolean(),
  assignment_group: Nullable(Line(100)),
  active: Type.Boolean(),
}

export const CatalogItem = NamedObject('CatalogItem', {
  id: Type.String(),
  number: Type.String(),
  url: Type.String({ format: 'uri' }),
  ...writable,
  ...recordFields,
})

const readOnly = readOnlyOf(CatalogItem.properties, writable)

export const CreateCatalogItem = NamedBody(
  'CreateCatalogItem',
  { ...optional(writable), name: writable.name },
  readOnly,
)
export const UpdateCatalogItem = NamedBody('UpdateCatalogItem', optional(writable), readOnly)

export type CreateCatalogItem = Static<typeof CreateCatalogItem>
export type UpdateCatalogItem = Static<typeof UpdateCatalogItem>

export interface CatalogItemRow extends RecordRow {
  name: string
  description: string | null
  category: string | null
  fields: Record<string, unknown> | null
  approval_required: boolean
  assignment_group: string | null
  active: boolean
}

export const columns = Object.keys(writable) as (keyof typeof writable)[]

export const draft = (input: CreateCatalogItem): Draft<CatalogItemRow> => ({
  description: null,
  category: null,
  fields: null,
  approval_required: true,
  assignment_group: null,
  active: true,
  ...input,
})
