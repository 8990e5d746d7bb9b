import { choicesFrom, type Field } from '../records/field-input.tsx'
import { words } from '../words.ts'
import { priorities } from './model.ts'

const { incidents: w, records } = words
const levels = choicesFrom(records.levels)

/** What people change of an incident, in place. */
export const editable: readonly Field[] = [
  { name: 'short_description', label: w.summary, required: true },
  {
    name: 'priority',
    label: w.priority,
    kind: 'choice',
    required: true,
    choices: priorities.map((value) => ({ value, label: value })),
  },
  { name: 'impact', label: w.impact, kind: 'choice', choices: levels },
  { name: 'urgency', label: w.urgency, kind: 'choice', choices: levels },
  { name: 'category', label: w.category },
  { name: 'subcategory', label: w.subcategory },
  { name: 'assignment_group', label: w.group },
  { name: 'assigned_to', label: w.assignee },
  { name: 'ci_id', label: w.ci },
  { name: 'change_id', label: w.change },
]
