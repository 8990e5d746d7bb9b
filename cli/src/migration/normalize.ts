import { required, UnusableRow } from './map-rows.ts'
import type { MappedNote, MappedRecord, Priority, State } from './record.ts'
import { line, prose, text } from './text.ts'
import { time } from './time.ts'

/** Looks a word up without regard to case; numbers such as `1 - Critical` by their first word too. */
export const choose = <Value>(table: Record<string, Value>, value: unknown): Value | undefined => {
  const word = text(value)?.trim().toLowerCase()
  if (word === undefined) return undefined
  const known = [word, word.split(/[ -]/, 1)[0]!].find((each) => Object.hasOwn(table, each))
  return known === undefined ? undefined : table[known]
}

/** Without the values that are undefined. */
export const compact = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Value

interface GivenIncident {
  external_id: unknown
  /** Its number, where it may stay the same. */
  id?: unknown
  url?: unknown
  title: unknown
  description?: string | undefined
  state: State | undefined
  /** What the other system calls its state, for one that is unknown. */
  status?: unknown
  priority?: Priority | undefined
  /** What the other system calls its priority, for one that is unknown. */
  priority_name?: unknown
  impact?: string | undefined
  urgency?: string | undefined
  category?: unknown
  subcategory?: unknown
  assignment_group?: unknown
  assigned_to?: unknown
  location?: unknown
  opened_by?: unknown
  created_at: unknown
  updated_at?: unknown
  resolved_at?: unknown
  closed_at?: unknown
  ci?: unknown
  parent_problem_id?: unknown
  notes?: (MappedNote | undefined)[]
  /** What is missing, for people. */
  message?: string | undefined
}

/** An incident within the bounds of the service. */
export function incident(given: GivenIncident): MappedRecord {
  const external_id = required(given.external_id, 'ID')
  const id = text(given.id)?.trim()
  const { state = endedAs(given), priority, impact, urgency } = given
  const assignee = line(given.assigned_to, 254)
  const isAddress = assignee !== undefined && emailAddress.test(assignee)
  const fields = compact({
    // No others than those that the service accepts: it would refuse the record.
    id: id !== undefined && /^INC[0-9A-Y][0-9A-Z]{6}$/.test(id) ? id : undefined,
    short_description: titleOf(given.title, given.description, external_id),
    // An assignee is an e-mail address here; a mere name is kept in the text.
    description: isAddress ? given.description : withAssignee(given.description, assignee),
    state,
    priority,
    impact,
    urgency,
    category: line(given.category, 100),
    subcategory: line(given.subcategory, 100),
    assignment_group: line(given.assignment_group, 100),
    assigned_to: isAddress ? assignee : undefined,
    location: line(given.location, 100),
    parent_problem_id: line(given.parent_problem_id, 64),
    opened_by: line(given.opened_by, 254),
    created_at: time(given.created_at),
    updated_at: time(given.updated_at),
    resolved_at: ['resolved', 'closed'].includes(state) ? time(given.resolved_at) : undefined,
    closed_at: state === 'closed' ? time(given.closed_at) : undefined,
  })
  const notes = given.notes?.filter((note) => note !== undefined) ?? []
  return compact({
    type: 'incident' as const,
    external_id,
    url: address(given.url),
    fields,
    ci_external_id: line(given.ci, 255),
    notes: notes.length > 0 ? notes : undefined,
    message: remarksOn(given, state),
  }) as MappedRecord
}

/** An unknown state of an incident that has ended: as a new one it would breach its SLA. */
function endedAs({ closed_at, resolved_at }: GivenIncident): State {
  if (time(closed_at) !== undefined) return 'closed'
  return time(resolved_at) === undefined ? 'new' : 'resolved'
}

function remarksOn(given: GivenIncident, state: State): string | undefined {
  const status = given.state === undefined ? line(given.status, 100) : undefined
  const priority = given.priority === undefined ? line(given.priority_name, 100) : undefined
  return line(
    [
      status && `status ${status} is unknown, so its state is ${state}`,
      priority && `priority ${priority} is unknown, so it is P3`,
      given.message,
    ]
      .filter(Boolean)
      .join('; '),
    1000,
  )
}

/** A record without a title is called by its first line or its ID. */
export const titleOf = (title: unknown, body: string | undefined, external_id: string): string =>
  line(title, 255) ?? line(body?.split('\n', 1)[0], 255) ?? external_id

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** No others than those that the service accepts: it would refuse the whole record. */
const emailAddress = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, 'i')

const withAssignee = (description: string | undefined, assignee: string | undefined) =>
  assignee === undefined
    ? description
    : prose([description, `Assignee: ${assignee}`].filter(Boolean).join('\n\n'))

interface GivenNote {
  external_id: unknown
  body: string | undefined
  author?: unknown
  created_at?: unknown
  visibility?: MappedNote['visibility']
}

export function note({
  external_id,
  body,
  author,
  created_at,
  visibility,
}: GivenNote): MappedNote | undefined {
  if (body === undefined) return undefined
  const id = line(external_id, 200)
  if (id === undefined) throw new UnusableRow('one of its notes has no ID')
  return compact({
    external_id: id,
    body,
    author: line(author, 254),
    created_at: time(created_at),
    visibility,
  }) as MappedNote
}

/** Notes without an ID are known by time and author. Of those that share both, the first has no number. */
export function numberRepeated(notes: (MappedNote | undefined)[]): MappedNote[] {
  const counts = new Map<string, number>()
  return notes
    .filter((note) => note !== undefined)
    .map((given) => {
      const { external_id } = given
      const count = (counts.get(external_id) ?? 0) + 1
      counts.set(external_id, count)
      return count === 1 ? given : { ...given, external_id: `${external_id} ${count}` }
    })
}

/** Only links that a browser may open. */
export function address(value: unknown): string | undefined {
  const given = text(value)?.trim()
  return given !== undefined && given.length <= 2000 && /^https?:\/\/\S+$/.test(given) ? given : undefined
}
