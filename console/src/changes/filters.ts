import { createdFilters } from '../records/common-filters.ts'
import { choicesFrom } from '../records/choices-from.ts'
import { dayFilters, type Filter } from '../records/list-view.ts'
import { priorityChoices } from '../records/priorities.ts'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'

export const filters: readonly Filter[] = [
  { name: 'state', label: w.state, kind: 'choice', choices: choicesFrom(w.states) },
  { name: 'risk', label: w.risk, kind: 'choice', choices: choicesFrom(records.levels) },
  { name: 'type', label: w.type, kind: 'choice', choices: choicesFrom(w.types) },
  { name: 'priority', label: w.priority, kind: 'choice', choices: priorityChoices },
  { name: 'assigned_to', label: w.assignee, kind: 'person' },
  { name: 'assignment_group', label: w.group, kind: 'group' },
  { name: 'requested_by', label: w.requestedBy, kind: 'person' },
  { name: 'category', label: w.category, kind: 'text' },
  { name: 'ci_id', label: w.cis, kind: 'text' },
  { name: 'planned_after', label: w.plannedFrom, kind: 'from' },
  { name: 'planned_before', label: w.plannedTo, kind: 'to' },
  { name: 'close_code', label: w.closeCode, kind: 'choice', choices: choicesFrom(w.closeCodes) },
  ...dayFilters('closed', w.closedFrom, w.closedTo),
  ...createdFilters,
]
