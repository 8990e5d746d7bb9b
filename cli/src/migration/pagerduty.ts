import { mapRows } from './map-rows.ts'
import { choose, incident, note } from './normalize.ts'
import type { MappedRecord, Mapping, Priority, Row, State } from './record.ts'
import { line, prose, text } from './text.ts'

const states: Record<string, State> = { triggered: 'new', acknowledged: 'in_progress', resolved: 'resolved' }
/** Both of the schemes that an account can choose. */
const priorities: Record<string, Priority> = {
  p1: 'P1',
  p2: 'P2',
  p3: 'P3',
  p4: 'P4',
  p5: 'P4',
  'sev-1': 'P1',
  'sev-2': 'P2',
  'sev-3': 'P3',
  'sev-4': 'P4',
  'sev-5': 'P4',
}
const urgencies: Record<string, string> = { high: 'high', low: 'low' }
const fallback: Record<string, Priority> = { high: 'P2', low: 'P4' }

interface Reference {
  id?: string
  summary?: string
  email?: string
}
const nameOf = (given: unknown) => (given as Reference | null)?.email ?? (given as Reference | null)?.summary

function fromJson(row: Row): MappedRecord {
  const service = row.service as Reference | undefined
  const [assignment] = (row.assignments ?? []) as { assignee?: Reference }[]
  const [team] = (row.teams ?? []) as Reference[]
  return incident({
    external_id: row.id,
    url: row.html_url,
    title: row.title ?? row.summary,
    description: prose((row.body as { details?: unknown } | undefined)?.details ?? row.description),
    state: choose(states, row.status),
    status: row.status,
    priority:
      choose(priorities, (row.priority as Reference | null)?.summary) ?? choose(fallback, row.urgency),
    urgency: choose(urgencies, row.urgency),
    category: 'monitoring',
    assignment_group: team?.summary ?? (row.escalation_policy as Reference | undefined)?.summary,
    assigned_to: nameOf(assignment?.assignee),
    opened_by: service?.summary,
    created_at: row.created_at,
    updated_at: row.last_status_change_at ?? row.updated_at,
    resolved_at: row.resolved_at ?? (row.status === 'resolved' ? row.last_status_change_at : undefined),
    ci: service?.id,
    notes: ((row.notes ?? []) as Row[]).map((given) =>
      note({
        external_id: given.id,
        body: prose(given.content),
        author: nameOf(given.user),
        created_at: given.created_at,
      }),
    ),
  })
}

/** Rows of a report have a column where an incident of the API has an object. Empty cells are ''. */
const isReport = ({ created_on, service_id }: Row) => (created_on ?? service_id) !== undefined

function stateInReport(row: Row, resolved_at: unknown): State {
  if (text(resolved_at) !== undefined) return 'resolved'
  return row.seconds_to_first_ack === undefined || text(row.seconds_to_first_ack) ? 'in_progress' : 'new'
}

/** The incidents report, the one of Insights, or the answer of the Analytics API. */
function fromReport(row: Row): MappedRecord {
  const created_at = row.created_on ?? row.created_at
  const resolved_at = row.resolved_on ?? row.resolved_at
  return incident({
    external_id: idOf(row),
    title: row.description,
    state: choose(states, row.status) ?? stateInReport(row, resolved_at),
    priority: choose(priorities, row.priority_name) ?? choose(fallback, row.urgency),
    urgency: choose(urgencies, row.urgency),
    category: 'monitoring',
    assignment_group: row.team_name || row.escalation_policy_name,
    assigned_to: row.resolved_by_user_name,
    opened_by: row.service_name,
    created_at,
    updated_at: resolved_at || created_at,
    resolved_at,
    ci: row.service_id,
  })
}

const idOf = ({ id, incident_id }: Row) => id ?? incident_id

const serviceOf = (row: Row): Reference => {
  const service = row.service as Reference | undefined
  return service ?? { id: text(row.service_id)!, summary: text(row.service_name)! }
}

/** A configuration item for each service, before the incidents that name it. */
function services(rows: Row[]): MappedRecord[] {
  const known = new Map(rows.map(serviceOf).map(({ id, summary }) => [id, summary]))
  return [...known].flatMap(([id, summary]) => {
    const [external_id, name] = [line(id, 255), line(summary, 255)]
    if (external_id === undefined || name === undefined) return []
    return [{ type: 'ci' as const, external_id, fields: { name, class: 'service' } }]
  })
}

export const pagerduty: Mapping = {
  title: 'PagerDuty',
  formats:
    'JSON of the incidents API ({"incidents": []}, notes in the field notes) or of the Analytics API ({"data": []}), or CSV of the incidents report',
  lists: ['incidents', 'data'],
  map: (rows, completeTimes) => {
    const toIncident = (row: Row) => (isReport(row) ? fromReport(row) : fromJson(row))
    const { records, left_out } = mapRows(rows, idOf, toIncident, completeTimes)
    return { records: [...services(rows), ...records], left_out }
  },
}
