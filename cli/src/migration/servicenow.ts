import { choose, compact, incident, line, note, plain, prose, text, time } from './normalize.ts'
import type { MappedNote, MappedRecord, Mapping, Priority, Row, State } from './record.ts'

const states: Record<string, State> = {
  '1': 'new',
  new: 'new',
  '2': 'in_progress',
  in: 'in_progress',
  '3': 'on_hold',
  on: 'on_hold',
  awaiting: 'on_hold',
  '6': 'resolved',
  resolved: 'resolved',
  '7': 'closed',
  closed: 'closed',
  '8': 'cancelled',
  canceled: 'cancelled',
  cancelled: 'cancelled',
}
const priorities: Record<string, Priority> = { '1': 'P1', '2': 'P2', '3': 'P3', '4': 'P4', '5': 'P4' }
const levels: Record<string, string> = { '1': 'high', '2': 'medium', '3': 'low' }
const articleStates: Record<string, string> = { published: 'published', review: 'review' }

/** A value of the Table API may be an object with the value and what people see. Empty ones are ''. */
function valueOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const { value, display_value } = given as { value?: unknown; display_value?: unknown }
  return value || display_value
}
function shownOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const { value, display_value } = given as { value?: unknown; display_value?: unknown }
  return display_value || value
}

/** The activity stream of a list export: `2024-03-01 09:12:44 - Ada Marsh (Work notes)`, then the text. */
const entryHeader =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) - (.+?) \((Work notes|Additional comments|Comments)\)$/gm

function notesIn(stream: unknown): MappedNote[] {
  const given = text(stream)?.replaceAll('\r\n', '\n') ?? ''
  const headers = [...given.matchAll(entryHeader)]
  const notes = headers.flatMap((match, i) => {
    const [whole, at, author, kind] = match
    const body = prose(given.slice(match.index + whole.length, headers[i + 1]?.index))
    const made = note({
      external_id: `${at} ${author}`,
      body,
      author,
      created_at: at,
      visibility: kind === 'Work notes' ? 'team' : 'public',
    })
    return made ? [made] : []
  })
  return numberRepeated(notes)
}

/** Entries have no ID. Of those of one second and author the first keeps the ID that earlier imports gave it. */
function numberRepeated(notes: MappedNote[]): MappedNote[] {
  const counts = new Map<string, number>()
  return notes.map((given) => {
    const { external_id } = given
    const count = (counts.get(external_id) ?? 0) + 1
    counts.set(external_id, count)
    return count === 1 ? given : { ...given, external_id: `${external_id} ${count}` }
  })
}

/** Rows of the table sys_journal_field belong to the record with their element_id. */
const journalNote = (row: Row) =>
  note({
    external_id: valueOf(row.sys_id),
    body: prose(valueOf(row.value)),
    author: shownOf(row.sys_created_by),
    created_at: valueOf(row.sys_created_on),
    visibility: valueOf(row.element) === 'comments' ? 'public' : 'team',
  })

function toIncident(row: Row, journal: (MappedNote | undefined)[]): MappedRecord | undefined {
  const separate = [row.work_notes, row.comments].map((stream) => text(shownOf(stream)) ?? '').join('\n')
  const activity = notesIn(shownOf(row.comments_and_work_notes) || separate)
  return incident({
    external_id: valueOf(row.number),
    id: valueOf(row.number),
    title: valueOf(row.short_description),
    description: prose(valueOf(row.description)),
    state: choose(states, valueOf(row.state) || valueOf(row.incident_state)),
    priority: choose(priorities, valueOf(row.priority)),
    impact: choose(levels, valueOf(row.impact)),
    urgency: choose(levels, valueOf(row.urgency)),
    category: shownOf(row.category),
    subcategory: shownOf(row.subcategory),
    assignment_group: shownOf(row.assignment_group),
    assigned_to: shownOf(row['assigned_to.email']) || shownOf(row.assigned_to),
    location: shownOf(row.location),
    opened_by: shownOf(row['caller_id.email']) || shownOf(row.caller_id) || shownOf(row.opened_by),
    created_at: valueOf(row.opened_at) || valueOf(row.sys_created_on),
    updated_at: valueOf(row.sys_updated_on),
    resolved_at: valueOf(row.resolved_at),
    closed_at: valueOf(row.closed_at),
    ci: valueOf(row.cmdb_ci),
    notes: [...activity, ...journal],
  })
}

const toCi = (row: Row): MappedRecord | undefined => {
  const external_id = line(valueOf(row.sys_id), 255)
  const name = line(valueOf(row.name), 255)
  if (external_id === undefined || name === undefined) return undefined
  const fields = compact({
    name,
    class: line(valueOf(row.sys_class_name), 100)?.replace(/^cmdb_ci_/, ''),
    environment: line(shownOf(row.environment), 100),
    support_group: line(shownOf(row.support_group), 100),
    owner: line(shownOf(row.owned_by), 254),
    location: line(shownOf(row.location), 255),
    serial_number: line(valueOf(row.serial_number), 255),
    fqdn: line(valueOf(row.fqdn), 254),
  })
  return { type: 'ci', external_id, fields, ...compact({ created_at: time(valueOf(row.sys_created_on)) }) }
}

const toArticle = (row: Row): MappedRecord | undefined => {
  const external_id = line(valueOf(row.number), 255)
  const title = line(valueOf(row.short_description), 255)
  if (external_id === undefined || title === undefined) return undefined
  const fields = compact({
    title,
    body: plain(valueOf(row.text)) ?? '',
    category: line(shownOf(row.kb_category) || shownOf(row.category), 100),
    state: choose(articleStates, valueOf(row.workflow_state)) ?? 'draft',
  })
  const times = {
    created_at: time(valueOf(row.sys_created_on)),
    updated_at: time(valueOf(row.published) || valueOf(row.sys_updated_on)),
  }
  return {
    type: 'article',
    external_id,
    fields,
    ...compact({ author: line(shownOf(row.author), 254), ...times }),
  }
}

export const servicenow: Mapping = {
  title: 'ServiceNow',
  formats:
    'JSON of the Table API ({"result": []}) or of the JSON web service ({"records": []}), XML of a list, or CSV of a list with field names; tables incident, sys_journal_field, cmdb_ci_* and kb_knowledge',
  lists: ['result', 'records'],
  map: (rows) => {
    const journal = new Map<string | undefined, Row[]>()
    for (const row of rows) {
      const owner = text(valueOf(row.element_id))
      if (owner !== undefined) journal.set(owner, [...(journal.get(owner) ?? []), row])
    }
    return rows.flatMap((row) => {
      const number = text(valueOf(row.number)) ?? ''
      if (row.element_id !== undefined) return []
      if (number.startsWith('KB')) return toArticle(row) ?? []
      if (number === '' && row.name !== undefined) return toCi(row) ?? []
      return toIncident(row, journal.get(text(valueOf(row.sys_id)))?.map(journalNote) ?? []) ?? []
    })
  },
}
