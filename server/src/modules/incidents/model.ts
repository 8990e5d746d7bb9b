import { Type, type Static } from 'typebox'
import type { Change } from '../../kernel/changes.ts'
import { levels, priorities, type Priority } from '../../kernel/priorities.ts'
import { idPattern } from '../../kernel/record-ids.ts'
import {
  Email,
  Enum,
  Named,
  Nullable,
  Pattern,
  Prose,
  SingleLine,
  Text,
  Timestamp,
} from '../../kernel/schema.ts'
import { CiId } from '../cmdb/model.ts'
import { condition, isAfter, isBefore, isNull } from '../records/filters.ts'
import { field } from '../records/field.ts'
import { isOneOf, noun, type RowOf } from '../records/noun.ts'
import { clockStates, dueTimes, moveClock, startClock, type SlaClock, type Terms } from '../sla/clock.ts'
import { mark } from './days/model.ts'
import { allowedTransitions, checkTransition, isOpenState, states, type State } from './transitions.ts'

export { priorities, type Priority } from '../../kernel/priorities.ts'

const Summary = Type.Object({
  target_minutes: Type.Integer(),
  clock: Enum(clockStates),
  cycle: Type.Integer(),
  warned: Type.Boolean(),
  breached: Type.Boolean(),
})

const isOpen = isOneOf('state', states.filter(isOpenState))

const OneState = Named('IncidentState', Enum(states))

export const incident = noun({
  subject_type: 'incident',
  component: 'Incident',
  path: '/incidents',
  fields: {
    short_description: field(SingleLine(255, 'One-line summary'), 'writable', 'required', 'audited', 'event'),
    description: field(Nullable(Text(100_000, 'Markdown')), 'writable', 'audited'),
    priority: field(Enum(priorities), 'writable', 'audited', 'event', 'filter', 'sort'),
    category: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    subcategory: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event'),
    impact: field(Nullable(Enum(levels)), 'writable', 'audited', 'event'),
    urgency: field(Nullable(Enum(levels)), 'writable', 'audited', 'event'),
    assignment_group: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    assigned_to: field(Nullable(Email), 'writable', 'audited', 'event', 'filter'),
    ci_id: field(Nullable(CiId), 'writable', 'audited', 'event', 'filter'),
    parent_problem_id: field(Nullable(SingleLine(64)), 'writable', 'audited'),
    change_id: field(
      Nullable(Pattern(`^${idPattern('change')}$`, 'an id such as CHG0000042')),
      'writable',
      'audited',
    ),
    duplicate_of: field(
      Nullable(Pattern(`^${idPattern('incident')}$`, 'an id such as INC0000042')),
      'writable',
      'audited',
      'event',
      'filter',
    ),
    location: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    state: field(OneState, 'writable', 'audited', 'event', 'filter'),
    resolved_at: field(Nullable(Timestamp), 'audited'),
    closed_at: field(Nullable(Timestamp), 'audited'),
    work_notes_count: field(Type.Integer(), 'audited'),
    reopen_count: field(Type.Integer()),
    opened_by: field(Type.String(), 'event'),
    opened_by_id: field(Type.String(), 'hidden'),
    ai_suggested_resolution: field(Type.String()),
    allowed_transitions: field(Type.Array(OneState), 'hidden'),
    sla: field(Type.Unsafe<SlaClock>({}), 'hidden'),
    sla_breach_at: field(Timestamp, 'event', 'sort'),
    sla_next_at: field(Nullable(Timestamp), 'hidden'),
    created_at: field(Timestamp, 'event', 'sort'),
    updated_at: field(Timestamp, 'event', 'sort'),
  },
  defaults: {
    priority: 'P3',
    state: 'new',
    work_notes_count: 0,
    reopen_count: 0,
    ai_suggested_resolution: '',
  },
  create: { state: Enum(['new']), notify_stakeholders: Type.Boolean() },
  update: { work_note: Prose(100_000) },
  answer: { sla: Summary },
  filters: {
    unassigned: isNull('assigned_to', 'true: only unassigned ones; false: only assigned ones'),
    without_group: isNull('assignment_group', 'true: only those without a group; false: only those with one'),
    sla: condition(
      ['at_risk', 'breached', 'resolved_late'],
      'at_risk: open, has used 75 % of its time, and the clock runs; breached: open, has used it all; resolved_late: resolved after that',
    ),
    resolved_after: isAfter('resolved_at'),
    resolved_before: isBefore('resolved_at'),
    cancelled_after: isAfter('cancelled_at'),
    cancelled_before: isBefore('cancelled_at'),
    updated_after: isAfter('updated_at'),
    updated_before: isBefore('updated_at'),
  },
  transitions: { states, allowedTransitions },
  open_states: states.filter(isOpenState),
  conditions: {
    breached: `${isOpen} and ${mark('breached')}`,
    at_risk: `${isOpen} and sla -> 'summary' ->> 'clock' = 'running' and ${mark('warned')} and not ${mark('breached')}`,
    resolved_late: `resolved_at is not null and ${mark('breached')}`,
    /** Whether open or not. */
    breached_once: mark('breached'),
    reopened: 'reopen_count > 0',
  },
})

export type IncidentRow = RowOf<typeof incident>
export type NewIncident = Omit<IncidentRow, 'id' | 'deleted_at' | 'deleted_by'>
export type CreateIncident = Static<typeof incident.create>
export type UpdateIncident = Static<typeof incident.update>

export function draft(
  input: CreateIncident,
  opener: { id: string; email: string },
  now: Date,
  terms: Terms,
): NewIncident {
  const { notify_stakeholders: _, ...fields } = input
  const drafted = { ...incident.empty, ...incident.toRow(fields) }
  const { state, priority } = drafted
  const sla = startClock(now, { state, priority, terms })
  const { breach_at, next_at } = dueTimes(sla)
  return {
    ...drafted,
    version: 1,
    opened_by: opener.email,
    opened_by_id: opener.id,
    created_at: now,
    updated_at: now,
    allowed_transitions: allowedTransitions(state),
    sla,
    sla_breach_at: breach_at,
    sla_next_at: next_at,
  }
}

const storedFields = [
  ...incident.shown_fields.filter((name) => name !== 'duplicate_of'),
  'version',
  'allowed_transitions',
  'created_at',
  'updated_at',
] as (keyof NewIncident)[]

/** A new incident as the API returns it, without what follows from its ID and without what is stored apart. */
export function storedAnswer(row: NewIncident): Record<string, unknown> {
  const answer: Record<string, unknown> = { sla: row.sla.summary, deleted: false }
  for (const name of storedFields) answer[name] = row[name]
  return answer
}

/**
 * The incident after an update: its state follows the transition table, its clock follows state and priority.
 */
export function revise(
  before: IncidentRow,
  patch: UpdateIncident,
  now: Date,
  termsFor: (priority: Priority) => Terms,
): IncidentRow {
  const { work_note, ...fields } = patch
  const after: IncidentRow = { ...before, ...incident.toRow(fields) }
  checkTransition(before.state, after.state)
  if (work_note !== undefined) after.work_notes_count++
  if (after.state !== before.state) Object.assign(after, timesOf(before, after.state, now))
  if (after.state !== before.state || after.priority !== before.priority) {
    const terms = after.priority === before.priority ? before.sla.terms : termsFor(after.priority)
    after.sla = moveClock(before.sla, now, { state: after.state, priority: after.priority, terms })
    const { breach_at, next_at } = dueTimes(after.sla)
    after.sla_breach_at = breach_at
    after.sla_next_at = next_at
  }
  return after
}

const timesOf = (before: IncidentRow, state: State, now: Date) => ({
  resolved_at: state === 'resolved' ? now : state === 'reopened' ? null : before.resolved_at,
  closed_at: state === 'closed' ? now : state === 'reopened' ? null : before.closed_at,
  reopen_count: before.reopen_count + (state === 'reopened' ? 1 : 0),
  allowed_transitions: allowedTransitions(state),
})

/** One update publishes at most one event of each type. */
export function eventsOf(after: IncidentRow, changes: Change[]) {
  const data = {
    ...incident.eventData(after),
    changes: Object.fromEntries(changes.map(({ field, from, to }) => [field, { from, to }])),
  }
  const changed = (field: string) => changes.some((change) => change.field === field)
  return [
    { type: 'incident.updated' as const, data },
    ...(changed('state') && after.state === 'resolved' ? [{ type: 'incident.resolved' as const, data }] : []),
    ...(changed('priority') ? [{ type: 'incident.priority_changed' as const, data }] : []),
  ]
}
