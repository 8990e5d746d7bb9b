import { mapRows, required } from './map-rows.ts'
import { choose, compact, incident, note, titleOf } from './normalize.ts'
import type { MappedRecord, Mapping, Priority, Row, State } from './record.ts'
import { line, plain, text } from './text.ts'
import { time } from './time.ts'

const states: Record<string, State> = {
  '1': 'new',
  new: 'new',
  '2': 'in_progress',
  'processing (assigned)': 'in_progress',
  '3': 'in_progress',
  'processing (planned)': 'in_progress',
  '4': 'on_hold',
  pending: 'on_hold',
  '5': 'resolved',
  solved: 'resolved',
  '6': 'closed',
  closed: 'closed',
}
const priorities: Record<string, Priority> = {
  '6': 'P1',
  major: 'P1',
  '5': 'P1',
  very: 'P1',
  'very low': 'P4',
  '4': 'P2',
  high: 'P2',
  '3': 'P3',
  medium: 'P3',
  '2': 'P4',
  low: 'P4',
  '1': 'P4',
}
const levels: Record<string, string> = { '5': 'high', '4': 'high', '3': 'medium', '2': 'low', '1': 'low' }

const fromJson = (row: Row): MappedRecord =>
  incident({
    external_id: row.id,
    title: plain(row.name),
    description: plain(row.content),
    state: choose(states, row.status),
    status: row.status,
    priority: choose(priorities, row.priority),
    priority_name: row.priority,
    impact: choose(levels, row.impact),
    urgency: choose(levels, row.urgency),
    category: row.itilcategories_id === 0 ? undefined : row.itilcategories_id,
    location: row.locations_id === 0 ? undefined : row.locations_id,
    assignment_group: row._groups_id_assign,
    assigned_to: row._users_id_assign,
    opened_by: row.users_id_recipient,
    created_at: row.date,
    updated_at: row.date_mod,
    resolved_at: row.solvedate,
    closed_at: row.closedate,
    ci: row._item,
    notes: ((row._followups ?? []) as Row[]).map((followup) =>
      note({
        external_id: followup.id,
        body: plain(followup.content),
        author: followup.users_id,
        created_at: followup.date,
        visibility: ['1', 'true'].includes(text(followup.is_private) ?? '') ? 'internal' : 'public',
      }),
    ),
  })

const fromCsv = (row: Row): MappedRecord =>
  incident({
    external_id: row.ID,
    title: row.Title,
    description: plain(row.Description),
    state: choose(states, row.Status),
    status: row.Status,
    priority: choose(priorities, row.Priority),
    priority_name: row.Priority,
    category: row.Category,
    location: row.Location,
    assignment_group: row['Assigned to - Technician group'],
    assigned_to: row['Assigned to - Technician'],
    opened_by: row['Requester - Requester'],
    created_at: row['Opening date'],
    updated_at: row['Last update'],
    resolved_at: row['Resolution date'],
    closed_at: row['Closing date'],
  })

const toCi = (row: Row): MappedRecord => {
  const fields = compact({
    name: required(row.name, 'name'),
    class: 'server',
    serial_number: line(row.serial, 255),
    location: row.locations_id === 0 ? undefined : line(row.locations_id, 255),
    support_group: row.groups_id_tech === 0 ? undefined : line(row.groups_id_tech, 100),
  })
  return {
    type: 'ci',
    external_id: `Computer ${required(row.id, 'ID')}`,
    fields,
    ...compact({ created_at: time(row.date_creation) }),
  }
}

const toArticle = (row: Row): MappedRecord => {
  const external_id = `KnowbaseItem ${required(row.id, 'ID')}`
  const body = plain(row.answer)
  const fields = { title: titleOf(plain(row.name), body, external_id), body: body ?? '', state: 'published' }
  const times = { created_at: time(row.date_creation ?? row.date), updated_at: time(row.date_mod) }
  return { type: 'article', external_id, fields, ...compact(times) }
}

export const glpi: Mapping = {
  title: 'GLPI',
  formats:
    'JSON of the REST API (?expand_dropdowns=true) for Ticket (follow-ups in _followups), Computer and KnowbaseItem, or CSV of a ticket search in English',
  lists: ['data', 'tickets'],
  map: (rows, completeTimes) =>
    mapRows(
      rows,
      (row) => row.id ?? row.ID,
      (row) => {
        if (row.Title !== undefined) return fromCsv(row)
        if (row.serial !== undefined) return toCi(row)
        return row.answer === undefined ? fromJson(row) : toArticle(row)
      },
      completeTimes,
    ),
}
