import type { Incident } from '../../api/schema.d.ts'
import { createdFilters, updatedFilters } from '../../records/common-filters.ts'
import { choicesFrom, choicesOf } from '../../records/choices-from.ts'
import { dayFilters, type Filter, type NamedView } from '../../records/list-view.ts'
import { incidents as w } from '../../words/incidents.ts'
import { lists } from '../../words/lists.ts'
import { priorityChoices } from '../../records/priorities.ts'
import { openIncidentStates } from '../../records/open-states.ts'

const state = openIncidentStates.join(',')

export const views: readonly [NamedView, ...NamedView[]] = [
  { name: lists.views.open, values: { state } },
  { name: lists.views.mine, values: { state, assigned_to: lists.me } },
  { name: w.views.unassigned, values: { state, unassigned: true } },
  { name: w.views.urgent, values: { state, priority: 'P1,P2', sort: 'priority', order: 'asc' } },
  { name: w.views.atRisk, values: { sla: 'at_risk', sort: 'sla_breach_at', order: 'asc' } },
  { name: w.views.breached, values: { sla: 'breached', sort: 'sla_breach_at', order: 'asc' } },
  { name: lists.views.all, values: {} },
]

/** Categories and locations of the loaded rows are suggested. */
export function filtersFor(rows: readonly Incident[]): readonly Filter[] {
  const offered = (name: 'category' | 'location') => choicesOf(rows.map((row) => row[name]))
  return [
    { name: 'state', label: w.state, kind: 'choice', choices: choicesFrom(w.states) },
    { name: 'priority', label: w.priority, kind: 'choice', choices: priorityChoices },
    { name: 'assigned_to', label: w.assignee, kind: 'person' },
    { name: 'unassigned', label: lists.unassigned, kind: 'flag' },
    { name: 'assignment_group', label: w.group, kind: 'group' },
    { name: 'without_group', label: w.noGroup, kind: 'flag' },
    { name: 'sla', label: w.sla.title, kind: 'choice', choices: choicesFrom(w.slaFilters) },
    { name: 'category', label: w.category, kind: 'text', choices: offered('category') },
    { name: 'location', label: w.location, kind: 'text', choices: offered('location') },
    { name: 'ci_id', label: w.ci, kind: 'text' },
    { name: 'duplicate_of', label: w.duplicateOf, kind: 'text' },
    ...createdFilters,
    ...dayFilters('resolved', w.resolvedFrom, w.resolvedTo),
    ...dayFilters('cancelled', w.cancelledFrom, w.cancelledTo),
    ...updatedFilters,
  ]
}
