import { mapRows } from './map-rows.ts'
import { choose, incident, note, numberRepeated } from './normalize.ts'
import type { MappedRecord, Mapping, Priority, Row, State } from './record.ts'
import { line, prose } from './text.ts'
import { time } from './time.ts'

const priorities: Record<string, Priority> = { p1: 'P1', p2: 'P2', p3: 'P3', p4: 'P4', p5: 'P4' }

const stateOf = ({ status, acknowledged, snoozed }: Row): State => {
  if (status === 'closed') return 'resolved'
  if (snoozed === true) return 'on_hold'
  return acknowledged === true ? 'in_progress' : 'new'
}

interface Responder {
  id?: unknown
  type?: unknown
  name?: unknown
}

/** The API names the teams of an alert by their IDs only, and the answer for the teams has their names. */
function teamOf({ responders, ownerTeamId }: Row, teams: Map<unknown, unknown>) {
  const team = ((responders ?? []) as Responder[]).find(({ type }) => type === 'team')
  const id = line(team?.id ?? ownerTeamId, 100)
  const name = line(team?.name ?? teams.get(id), 100)
  const isMissing = name === undefined && id !== undefined
  return { name, message: isMissing ? `the name of its team ${id} is not in the export` : undefined }
}

function toIncident(row: Row, teams: Map<unknown, unknown>): MappedRecord {
  const state = stateOf(row)
  const team = teamOf(row, teams)
  const tags = ((row.tags ?? []) as unknown[]).join(', ')
  const details = Object.entries((row.details ?? {}) as Row).map(
    ([name, value]) => `${name}: ${String(value)}`,
  )
  const description = [row.description, ...details, tags && `Tags: ${tags}`].filter(Boolean).join('\n')
  return incident({
    external_id: row.id,
    title: row.message,
    description: prose(description),
    state,
    priority: choose(priorities, row.priority),
    priority_name: row.priority,
    category: 'monitoring',
    subcategory: row.entity,
    assignment_group: team.name,
    message: team.message,
    assigned_to: row.owner,
    opened_by: row.source,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    resolved_at: state === 'resolved' ? closedAt(row) : undefined,
    ci: row.entity,
    notes: numberRepeated(((row.notes ?? []) as Row[]).map(toNote)),
  })
}

const toNote = ({ offset, note: body, owner, createdAt }: Row) =>
  note({
    external_id: offset ?? `${String(createdAt)} ${String(owner)}`,
    body: prose(body),
    author: owner,
    created_at: createdAt,
  })

/** The report of an alert has the milliseconds until it was closed. */
function closedAt({ report, createdAt, updatedAt }: Row): unknown {
  const { closeTime } = (report ?? {}) as { closeTime?: unknown }
  const created = time(createdAt)
  if (typeof closeTime !== 'number' || created === undefined) return updatedAt
  const zone = created.endsWith('Z') ? 'Z' : ''
  const utc = new Date(Date.parse(zone === '' ? `${created}Z` : created) + closeTime).toISOString()
  return utc.replace('Z', zone)
}

const isTeam = ({ message, name }: Row) => message === undefined && name !== undefined

/** A configuration item for each entity, before the alerts that name it. */
const entities = (rows: Row[]): MappedRecord[] =>
  [...new Set(rows.map(({ entity }) => line(entity, 255)))].flatMap((name) =>
    name === undefined ? [] : [{ type: 'ci' as const, external_id: name, fields: { name } }],
  )

export const opsgenie: Mapping = {
  title: 'Opsgenie',
  formats:
    'JSON of the alerts API ({"data": []} or {"data": {}}), notes in the field notes, with the answer for the teams',
  lists: ['data', 'alerts'],
  map: (rows, completeTimes) => {
    const teams = new Map(rows.filter(isTeam).map(({ id, name }) => [id, name]))
    const { records, left_out } = mapRows(
      rows,
      ({ id }) => id,
      (row) => (isTeam(row) ? undefined : toIncident(row, teams)),
      completeTimes,
    )
    return { records: [...entities(rows), ...records], left_out }
  },
}
