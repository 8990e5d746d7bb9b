import { useRead } from '../api/records.ts'
import type { CreateIncident, Incident } from '../api/schema.d.ts'
import { choicesFrom, choicesOf } from '../records/choices-from.ts'
import { commonFields } from '../records/common-fields.ts'
import type { Field, FieldOf } from '../records/field-input.tsx'
import { incidents as w } from '../words/incidents.ts'
import { records } from '../words/records.ts'

const levels = choicesFrom(records.levels)

export const { summary, priority, group, assignee } = commonFields(w)

/** Not in the form of a new incident, which shows possible duplicates. */
export const duplicateOf: Field<'duplicate_of'> = {
  name: 'duplicate_of',
  label: w.duplicateOf,
  kind: 'lookup',
  to: 'incident',
}

const details: readonly FieldOf<Omit<CreateIncident, 'notify_stakeholders'>>[] = [
  { name: 'category', label: w.category, kind: 'suggest' },
  { name: 'subcategory', label: w.subcategory, kind: 'suggest' },
  { name: 'impact', label: w.impact, kind: 'choice', choices: levels },
  { name: 'urgency', label: w.urgency, kind: 'choice', choices: levels },
  { name: 'location', label: w.location, kind: 'short' },
  { name: 'ci_id', label: w.ci, kind: 'lookup', to: 'ci' },
  { name: 'change_id', label: w.change, kind: 'lookup', to: 'change' },
]

/** With the values of recent incidents as suggestions. */
export function useDetailFields(): FieldOf<CreateIncident>[] {
  const { data: recent = [] } = useRead('/incidents', {
    query: { limit: 100, sort: 'updated_at' },
    select: ({ data }) => data,
    staleTime: 300_000,
  })
  const choicesFor = (name: 'category' | 'subcategory') =>
    choicesOf(recent.map((incident) => incident[name]).toSorted())
  return details.map((field) =>
    field.name === 'category' || field.name === 'subcategory'
      ? { ...field, choices: choicesFor(field.name) }
      : field,
  )
}

const notify: Field<'notify_stakeholders'> = { name: 'notify_stakeholders', label: w.notify, kind: 'flag' }

export const useFields = (): FieldOf<CreateIncident>[] => [
  priority,
  group,
  assignee,
  ...useDetailFields(),
  notify,
]

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
  duplicateOf,
]
