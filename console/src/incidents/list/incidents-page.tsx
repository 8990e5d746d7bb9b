import { getRouteApi } from '@tanstack/react-router'
import type { UpdateIncident } from '../../api/schema.d.ts'
import { choicesFrom } from '../../records/choices-from.ts'
import type { FieldOf } from '../../records/field-input.tsx'
import { ListPage } from '../../records/list-page.tsx'
import { incidents as w } from '../../words/incidents.ts'
import { PersonName } from '../../records/person.tsx'
import { priorityChoices } from '../../records/priorities.ts'
import { columns } from './columns.tsx'
import { Countdown } from './countdown.tsx'
import { filtersFor, views } from './views.ts'

const route = getRouteApi('/incidents')

const fields: readonly FieldOf<UpdateIncident>[] = [
  { name: 'state', label: w.state, kind: 'choice', choices: choicesFrom(w.states) },
  { name: 'priority', label: w.priority, kind: 'choice', choices: priorityChoices },
  { name: 'assignment_group', label: w.group, kind: 'group' },
  { name: 'assigned_to', label: w.assignee, kind: 'person' },
  { name: 'category', label: w.category, kind: 'short' },
  { name: 'work_note', label: w.note, kind: 'long' },
]

export function IncidentsPage() {
  return (
    <ListPage
      words={w}
      noun="incidents"
      path="/incidents"
      to="/incidents"
      search={route.useSearch()}
      views={views}
      filters={filtersFor}
      columns={columns}
      textOf={({ description }) => description}
      summary={(incident) => (
        <span className="second-line">
          <span>
            {incident.id} · {w.states[incident.state]}
            {incident.assigned_to && ' · '}
            {incident.assigned_to && <PersonName email={incident.assigned_to} withoutInitials />}
          </span>
          <Countdown incident={incident} />
        </span>
      )}
      creators="agents"
      bulk={{ path: '/incidents/bulk', fields }}
    />
  )
}
