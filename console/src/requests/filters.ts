import { createdFilters } from '../records/common-filters.ts'
import { choicesFrom } from '../records/choices-from.ts'
import type { Filter } from '../records/list-view.ts'
import { priorityChoices } from '../records/priorities.ts'
import { requests as w } from '../words/requests.ts'

export const filters: readonly Filter[] = [
  { name: 'state', label: w.state, kind: 'choice', choices: choicesFrom(w.states) },
  { name: 'priority', label: w.priority, kind: 'choice', choices: priorityChoices },
  { name: 'assigned_to', label: w.assignee, kind: 'person' },
  { name: 'assignment_group', label: w.group, kind: 'group' },
  { name: 'requested_for', label: w.requestedFor, kind: 'person' },
  { name: 'created_by', label: w.createdBy, kind: 'person' },
  { name: 'item', label: w.item, kind: 'text' },
  { name: 'item_id', label: w.itemId, kind: 'text' },
  { name: 'category', label: w.category, kind: 'text' },
  ...createdFilters,
]
