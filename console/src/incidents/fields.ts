import type { CreateIncident, Incident } from '../api/schema.d.ts'
import { choicesFrom } from '../records/choices-from.ts'
import type { Field, FieldOf } from '../records/field-input.tsx'
import { incidents as w } from '../words/incidents.ts'
import { records } from '../words/records.ts'
import { useKnownValues } from './known-values.ts'
import { priorityChoices } from '../records/priorities.ts'

const levels = choicesFrom(records.levels)

export const priority: Field<'priority'> = {
  name: 'priority',
  label: w.priority,
  kind: 'choice',
  required: true,
  choices: priorityChoices,
}
export const group: Field<'assignment_group'> = { name: 'assignment_group', label: w.group, kind: 'group' }
export const assignee: Field<'assigned_to'> = { name: 'assigned_to', label: w.assignee, kind: 'person' }

/** The editable fields of the details. */
const details: readonly FieldOf<Omit<CreateIncident, 'notify_stakeholders'>>[] = [
  { name: 'category', label: w.category, kind: 'suggest' },
  { name: 'subcategory', label: w.subcategory, kind: 'suggest' },
  { name: 'impact', label: w.impact, kind: 'choice', choices: levels },
  { name: 'urgency', label: w.urgency, kind: 'choice', choices: levels },
  { name: 'location', label: w.location, kind: 'short' },
  { name: 'ci_id', label: w.ci, kind: 'lookup', to: 'ci' },
  { name: 'change_id', label: w.change, kind: 'lookup', to: 'change' },
]

/** With recently used values as suggestions. */
export function useDetailFields(): FieldOf<CreateIncident>[] {
  const known = useKnownValues()
  return details.map((field) => {
    const values = known[field.name]
    return values ? { ...field, choices: values.map((value) => ({ value, label: value })) } : field
  })
}

const notify: Field<'notify_stakeholders'> = { name: 'notify_stakeholders', label: w.notify, kind: 'flag' }

export const useFields = (): FieldOf<CreateIncident>[] => [
  priority,
  group,
  assignee,
  ...useDetailFields(),
  notify,
]

export const summary: Field<'short_description'> = {
  name: 'short_description',
  label: w.summary,
  required: true,
}
export const description: Field<'description'> = {
  name: 'description',
  label: w.description,
  kind: 'long',
  hint: records.markdown,
}

/** Labels of the fields in the activity. */
export const historyFields: readonly FieldOf<Incident>[] = [
  summary,
  description,
  priority,
  { name: 'state', label: w.state, choices: choicesFrom(w.states) },
  group,
  ...details,
]
