import type { ServiceRequest } from '../api/schema.d.ts'
import type { EditableRecord, Version } from '../records/editing/editable-record.ts'
import type { Draft } from '../records/field-input.tsx'
import { fromDraft, toDraft, type Schema } from './item-form.ts'

const variablesOf = (values: Draft) => values.variables as ServiceRequest['variables']

/** A request whose answers to the form of the item are fields beside its own. */
export const flatRecord = (schema: Schema | null, record: EditableRecord): EditableRecord => ({
  ...record,
  ...flatVersion(schema, record),
  save:
    record.save &&
    (async (draft, version) => {
      const patch = toPatch(schema, draft, variablesOf(version.values))
      return flatVersion(schema, await record.save!(patch, version))
    }),
  reload: async () => flatVersion(schema, await record.reload()),
})

function flatVersion(schema: Schema | null, { values, etag }: Version): Version {
  const variables = variablesOf(values)
  const named = Object.entries(variables).map(([name, value]) => [`variables.${name}`, value])
  return { values: { ...values, ...Object.fromEntries(named), ...toDraft(schema, variables) }, etag }
}

/** Variables are replaced as a whole, so unchanged ones are included. */
function toPatch(schema: Schema | null, draft: Draft, before: ServiceRequest['variables']): Draft {
  const { own, variables } = fromDraft(schema, draft, before)
  const isTouched = Object.keys(draft).length > Object.keys(own).length
  return { ...own, ...(isTouched && { variables }) }
}
