import { mapRows, UnusableRow } from './map-rows.ts'
import { choose, incident } from './normalize.ts'
import type { MappedRecord, Mapping, Priority, Row, State } from './record.ts'
import { currentVersions, toArticle } from './servicenow-articles.ts'
import { toCi } from './servicenow-cis.ts'
import { notesOf, resolutionOf } from './servicenow-notes.ts'
import { referenceOf, shownOf, valueOf } from './servicenow-values.ts'
import { prose, text } from './text.ts'

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

function stateOf(row: Row): State | undefined {
  const given = [row.state, row.incident_state].flatMap((one) => [valueOf(one), shownOf(one)])
  return given.map((one) => choose(states, one)).find((state) => state !== undefined)
}

const toIncident = (row: Row, journal: Row[]): MappedRecord =>
  incident({
    external_id: valueOf(row.number),
    id: valueOf(row.number),
    title: valueOf(row.short_description),
    description: prose(valueOf(row.description)),
    state: stateOf(row),
    status: shownOf(row.state) || shownOf(row.incident_state),
    priority: choose(priorities, valueOf(row.priority)),
    priority_name: shownOf(row.priority),
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
    ci: referenceOf(row.cmdb_ci),
    parent_problem_id: shownOf(row.problem_id),
    notes: [...notesOf(row, journal), resolutionOf(row)],
  })

const sysIdOf = (row: Row) => text(valueOf(row.sys_id))
const ownerOf = (row: Row) => text(valueOf(row.element_id))

const otherNumber = /^(CHG|CTASK|PRB|PTASK|REQ|RITM|SCTASK)/
/** With the tables that a customer derived, such as `u_cmdb_ci_label_printer`. */
const ciTable = /(^|_)cmdb_ci|^service_offering$/

/** The table of a row: by its number where that is clear, else by its class if that is a table's name and not a label. */
function kindOf(row: Row): 'incident' | 'ci' | 'article' | 'note' | 'other' {
  if (row.element_id !== undefined) return 'note'
  const number = text(valueOf(row.number)) ?? ''
  if (number.startsWith('KB')) return 'article'
  if (/^INC\d/.test(number)) return 'incident'
  const table = /^[a-z0-9_]+$/.exec(text(valueOf(row.sys_class_name)) ?? '')?.[0]
  if (number === '' && row.name !== undefined)
    return row.user_name === undefined && (table === undefined || ciTable.test(table)) ? 'ci' : 'other'
  return (table === undefined ? !otherNumber.test(number) : table === 'incident') ? 'incident' : 'other'
}

export const servicenow: Mapping = {
  title: 'ServiceNow',
  formats:
    'JSON of the Table API ({"result": []}) or of the JSON web service ({"records": []}), XML of a list, or CSV of a list with field names; tables incident, sys_journal_field, cmdb_ci_* and kb_knowledge',
  lists: ['result', 'records'],
  map: (rows, completeTimes) => {
    const journal = new Map<string | undefined, Row[]>()
    for (const row of rows) if (kindOf(row) === 'incident') journal.set(sysIdOf(row), [])
    // An incident without an ID owns no row.
    journal.delete(undefined)
    for (const row of rows) if (kindOf(row) === 'note') journal.get(ownerOf(row))?.push(row)
    const articles = currentVersions(rows.filter((row) => kindOf(row) === 'article'))
    return mapRows(
      rows,
      (row) => valueOf(row.number) || valueOf(row.sys_id),
      (row) => {
        const kind = kindOf(row)
        if (kind === 'article' && !articles.has(row))
          throw new UnusableRow('another version of it is imported')
        if (kind === 'article') return toArticle(row)
        if (kind === 'ci') return toCi(row)
        if (kind === 'incident') return toIncident(row, journal.get(sysIdOf(row)) ?? [])
        if (kind === 'other') throw new UnusableRow('it is a row of another table')
        if (!journal.has(ownerOf(row))) throw new UnusableRow('its incident is not in this file')
        return undefined
      },
      completeTimes,
    )
  },
}
