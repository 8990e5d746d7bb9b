import type { CreateCi, Relationship } from '../api/schema.d.ts'
import { choicesFrom, choicesOf } from '../records/choices-from.ts'
import type { FieldOf } from '../records/field-input.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { usual } from './model.ts'

export const ciName: FieldOf<CreateCi> = { name: 'name', label: w.name, required: true }

/** Free text, with the usual values as suggestions. */
const suggested = (name: 'class' | 'status' | 'environment', label: string): FieldOf<CreateCi> => ({
  name,
  label,
  kind: 'suggest',
  choices: choicesOf(usual[name]),
  format: w.valueText,
})

const ciClass = suggested('class', w.class)
const status = suggested('status', w.status)
const environment = suggested('environment', w.environment)
const criticality: FieldOf<CreateCi> = {
  name: 'criticality',
  label: w.criticality,
  kind: 'choice',
  choices: choicesFrom(w.criticalities),
}
const group: FieldOf<CreateCi> = { name: 'support_group', label: w.group, kind: 'group' }
const location: FieldOf<CreateCi> = { name: 'location', label: w.location, kind: 'text' }

/** What several items may be given at once. */
export const bulkFields = [ciClass, status, environment, criticality, group, location]

export const editable: readonly FieldOf<CreateCi>[] = [
  { ...ciClass, required: true },
  { ...status, required: true, hint: w.statusHint },
  environment,
  criticality,
  { name: 'owner', label: w.owner, kind: 'person' },
  group,
  location,
  { name: 'ip_addresses', label: w.addresses, kind: 'tags' },
  { name: 'fqdn', label: w.host, kind: 'text' },
  { name: 'serial_number', label: w.serial, kind: 'text' },
  { name: 'external_id', label: w.external, kind: 'text' },
]

export const forNew = [ciName, ...editable]

const relationshipText = (value: unknown) => {
  const { type, ci_id } = value as Relationship
  return `${w.readableType(type)} ${ci_id}`
}

/** Labels of the fields in the activity. */
export const historyFields: readonly FieldOf<CreateCi>[] = [
  ...forNew,
  { name: 'relationships', label: w.relationships, textOf: relationshipText },
  { name: 'attributes', label: w.attributes },
]
