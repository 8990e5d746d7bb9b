import type { CreateCi, Relationship } from '../api/schema.d.ts'
import { choicesFrom, choicesOf } from '../records/choices-from.ts'
import type { FieldOf } from '../records/field-input.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { usual } from './model.ts'

export const ciName: FieldOf<CreateCi> = { name: 'name', label: w.name, required: true }

export const editable: readonly FieldOf<CreateCi>[] = [
  {
    name: 'class',
    label: w.class,
    kind: 'suggest',
    required: true,
    choices: choicesOf(usual.class),
    format: w.valueText,
  },
  {
    name: 'status',
    label: w.status,
    kind: 'suggest',
    required: true,
    choices: choicesOf(usual.status),
    hint: w.statusHint,
    format: w.valueText,
  },
  {
    name: 'environment',
    label: w.environment,
    kind: 'suggest',
    choices: choicesOf(usual.environment),
    format: w.valueText,
  },
  { name: 'criticality', label: w.criticality, kind: 'choice', choices: choicesFrom(w.criticalities) },
  { name: 'owner', label: w.owner, kind: 'person' },
  { name: 'support_group', label: w.group, kind: 'group' },
  { name: 'location', label: w.location, kind: 'text' },
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
