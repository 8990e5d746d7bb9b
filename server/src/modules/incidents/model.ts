import { Type, type Static } from 'typebox'
import type { Change } from '../../kernel/changes.ts'
import {
  Email,
  Enum,
  Line,
  NamedBody,
  NamedObject,
  Nullable,
  Pattern,
  Prose,
  Text,
  Timestamp,
} from '../../kernel/schema.ts'
import { optional, readOnlyOf } from '../records/model.ts'
import { dueTimes, moveClock, startClock, type SlaClock, type Terms } from '../sla/clock.ts'
import { allowedTransitions, checkTransition, states, type State } from './transitions.ts'

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]

const levels = ['high', 'medium', 'low'] as const
const Level = Enum(levels)

/** What a client may write, with its form; all but these are optional on create. */
const writable = {
  short_description: Line(255, 'One-line summary'),
  description: Nullable(Text(100_000, 'Markdown')),
  priority: Enum(priorities),
  category: Nullable(Line(100)),
  subcategory: Nullable(Line(100)),
  impact: Nullable(Level),
  urgency: Nullable(Level),
  assignment_group: Nullable(Line(100)),
  assigned_to: Nullable(Email),
  ci_id: Nullable(Pattern('^CI\\d{1,18}$', 'an id such as CI0000042')),
  parent_problem_id: Nullable(Line(64)),
  change_id: Nullable(Pattern('^CHG[0-9A-Z]{7}$', 'an id such as CHG0000042')),
}

export const Incident = NamedObject('Incident', {
  id: Type.String(),
  number: Type.String(),
  url: Type.String({ format: 'uri' }),
  ...writable,
  state: Enum(states),
  sla_breach_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  opened_by: Type.String(),
  resolved_at: Nullable(Timestamp),
  closed_at: Nullable(Timestamp),
  work_notes_count: Type.Integer(),
  ai_suggested_resolution: Type.String(),
  version: Type.Integer(),
  reopen_count: Type.Integer(),
  allowed_transitions: Type.Array(Enum(states)),
  sla: Type.Object({
    target_minutes: Type.Integer(),
    clock: Enum(['running', 'paused', 'stopped']),
    cycle: Type.Integer(),
    warned: Type.Boolean(),
    breached: Type.Boolean(),
  }),
  deleted: Type.Boolean(),
  deleted_at: Type.Optional(Timestamp),
  deleted_by: Type.Optional(Type.String()),
})

const readOnly = readOnlyOf(Incident.properties, { ...writable, state: 0 })

export const CreateIncident = NamedBody(
  'CreateIncident',
  {
    ...optional(writable),
    short_description: writable.short_description,
    state: Type.Optional(Enum(['new'])),
    notify_stakeholders: Type.Optional(Type.Boolean()),
  },
  readOnly,
)

export const UpdateIncident = NamedBody(
  'UpdateIncident',
  { ...optional(writable), state: Type.Optional(Enum(states)), work_note: Type.Optional(Prose(100_000)) },
  readOnly,
)

export type CreateIncident = Static<typeof CreateIncident>
export type UpdateIncident = Static<typeof UpdateIncident>

/** The row that the rules work on. */
export interface IncidentRow {
  short_description: string
  description: string | null
  priority: Priority
  state: State
  category: string | null
  subcategory: string | null
  impact: string | null
  urgency: string | null
  assignment_group: string | null
  assigned_to: string | null
  ci_id: string | null
  parent_problem_id: string | null
  change_id: string | null
  opened_by: string
  opened_by_id: string
  created_at: Date
  updated_at: Date
  resolved_at: Date | null
  closed_at: Date | null
  work_notes_count: number
  reopen_count: number
  ai_suggested_resolution: string
  allowed_transitions: readonly State[]
  version: number
  sla: SlaClock
  sla_breach_at: Date
  sla_next_at: Date | null
}

/** The fields whose changes are told and audited. */
export const auditedFields = [
  ...Object.keys(writable),
  'state',
  'resolved_at',
  'closed_at',
  'work_notes_count',
] as (keyof IncidentRow)[]

export function draft(
  input: CreateIncident,
  opener: { id: string; email: string },
  now: Date,
  terms: Terms,
): IncidentRow {
  const { notify_stakeholders: _, ...fields } = input
  const state = 'new'
  const priority = input.priority ?? 'P3'
  const sla = startClock(now, { state, priority, terms })
  const { breach_at, next_at } = dueTimes(sla)
  return {
    ...empty,
    ...fields,
    priority,
    state,
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

const empty = {
  description: null,
  category: null,
  subcategory: null,
  impact: null,
  urgency: null,
  assignment_group: null,
  assigned_to: null,
  ci_id: null,
  parent_problem_id: null,
  change_id: null,
  resolved_at: null,
  closed_at: null,
  work_notes_count: 0,
  reopen_count: 0,
  ai_suggested_resolution: '',
  version: 1,
}

/** The incident after an update: its state may follow only the table, its clock follows state and priority. */
export function revise(
  before: IncidentRow,
  patch: UpdateIncident,
  now: Date,
  termsFor: (priority: Priority) => Terms,
): IncidentRow {
  const { work_note, ...fields } = patch
  const after: IncidentRow = { ...before, ...fields }
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

/** What a webhook learns of an incident; id and url are added where the id is known. */
export function eventData(incident: IncidentRow, changes?: Change[]): Record<string, unknown> {
  const { short_description, priority, state, category, subcategory, impact, urgency, assignment_group } =
    incident
  const { assigned_to, ci_id, opened_by, created_at, updated_at, sla_breach_at } = incident
  return {
    short_description,
    priority,
    state,
    category,
    subcategory,
    impact,
    urgency,
    assignment_group,
    assigned_to,
    ci_id,
    opened_by,
    created_at,
    updated_at,
    sla_breach_at,
    ...(changes && {
      changes: Object.fromEntries(changes.map(({ field, from, to }) => [field, { from, to }])),
    }),
  }
}

/** One update owes at most one event of each type. */
export function eventsOwed(after: IncidentRow, changes: Change[]) {
  const data = eventData(after, changes)
  const changed = (field: string) => changes.some((change) => change.field === field)
  return [
    { type: 'incident.updated' as const, data },
    ...(changed('state') && after.state === 'resolved' ? [{ type: 'incident.resolved' as const, data }] : []),
    ...(changed('priority') ? [{ type: 'incident.priority_changed' as const, data }] : []),
  ]
}
