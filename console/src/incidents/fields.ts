import type { CreateIncident, Incident } from '../api/schema.d.ts'
import { choicesFrom, type Field, type FieldOf } from '../records/field-input.tsx'
import { incidents as w } from '../words/incidents.ts'
import { records } from '../words/records.ts'
import { useKnownValues, type KnownValues } from './known-values.ts'
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

/** The editable fields of the details, with recently used values as suggestions. */
export function useDetailFields(): FieldOf<CreateIncident>[] {
  const known = useKnownValues()
  const suggest = (name: keyof KnownValues, label: string): FieldOf<CreateIncident> => ({
    name,
    label,
    kind: 'suggest',
    choices: known[name].map((value) => ({ value, label: value })),
  })
  return [
    suggest('category', w.category),
    suggest('subcategory', w.subcategory),
    { name: 'impact', label: w.impact, kind: 'choice', choices: levels },
    { name: 'urgency', label: w.urgency, kind: 'choice', choices: levels },
    { name: 'location', label: w.location, kind: 'short' },
    { name: 'ci_id', label: w.ci, kind: 'lookup', to: 'ci' },
    { name: 'change_id', label: w.change, kind: 'lookup', to: 'change' },
  ]
}

export const useFields = (): FieldOf<CreateIncident>[] => [priority, group, assignee, ...useDetailFields()]

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
  { name: 'impact', label: w.impact, choices: levels },
  { name: 'urgency', label: w.urgency, choices: levels },
  { name: 'assignment_group', label: w.group },
  { name: 'location', label: w.location },
  { name: 'ci_id', label: w.ci },
  { name: 'change_id', label: w.change },
]
