import { Type, type Static } from 'typebox'
import type { Change as FieldChange } from '../../kernel/changes.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { EventType } from '../../kernel/event-types.ts'
import {
  Email,
  Enum,
  Line,
  NamedBody,
  NamedObject,
  Nullable,
  Pattern,
  Text,
  Timestamp,
} from '../../kernel/schema.ts'
import { Approval, askFor, checkEdit, notAsked, type ApprovalScope } from '../records/approval.ts'
import { optional, readOnlyOf, recordFields, type Draft, type RecordRow } from '../records/model.ts'
import { checkTransition, states, type State } from './transitions.ts'

export const types = ['normal', 'standard', 'emergency'] as const
const levels = ['low', 'medium', 'high'] as const
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const

const idsOf = (pattern: string, form: string) =>
  Type.Array(Pattern(pattern, form), { maxItems: 100, uniqueItems: true })

const writable = {
  short_description: Line(255),
  description: Nullable(Text(100_000, 'Markdown')),
  type: Enum(types),
  risk: Enum(levels),
  impact: Nullable(Enum(levels)),
  priority: Enum(priorities),
  category: Nullable(Line(100)),
  assignment_group: Nullable(Line(100)),
  assigned_to: Nullable(Email),
  requested_by: Email,
  ci_ids: idsOf('^CI\\d{1,18}$', 'an id such as CI0000042'),
  incident_ids: idsOf('^INC[0-9A-Z]{7}$', 'an id such as INC0000042'),
  planned_start: Nullable(Timestamp),
  planned_end: Nullable(Timestamp),
  implementation_plan: Nullable(Text(100_000)),
  backout_plan: Nullable(Text(100_000)),
  test_plan: Nullable(Text(100_000)),
}

export const Conflict = NamedObject('ChangeConflict', {
  change_id: Type.String(),
  short_description: Type.String(),
  state: Enum(states),
  planned_start: Timestamp,
  planned_end: Timestamp,
  ci_ids: Type.Array(Type.String(), { description: 'Those that both touch' }),
})

export const Change = NamedObject('Change', {
  id: Type.String(),
  number: Type.String(),
  url: Type.String({ format: 'uri' }),
  ...writable,
  state: Enum(states),
  approval: Approval,
  allowed_transitions: Type.Array(Enum(states)),
  conflicts: Type.Array(Conflict, { description: 'Changes on the same CIs at the same time' }),
  created_by: Type.String(),
  ...recordFields,
})

const readOnly = readOnlyOf(Change.properties, { ...writable, state: 0 })

export const CreateChange = NamedBody(
  'CreateChange',
  {
    ...optional(writable),
    short_description: writable.short_description,
    state: Type.Optional(Enum(['draft', 'submitted'])),
  },
  readOnly,
)
export const UpdateChange = NamedBody(
  'UpdateChange',
  { ...optional(writable), state: Type.Optional(Enum(states)) },
  readOnly,
)

export type CreateChange = Static<typeof CreateChange>
export type UpdateChange = Static<typeof UpdateChange>

export interface ChangeRow extends RecordRow {
  short_description: string
  description: string | null
  type: string
  risk: string
  impact: string | null
  priority: string
  category: string | null
  assignment_group: string | null
  assigned_to: string | null
  requested_by: string
  ci_ids: string[]
  planned_start: Date | null
  planned_end: Date | null
  implementation_plan: string | null
  backout_plan: string | null
  test_plan: string | null
  state: State
  approval: Approval
  created_by: string
  created_by_id: string
  /** They stand in the incidents; here only while they are being changed. */
  incident_ids?: string[]
}

export const columns =
  `short_description description type risk impact priority category assignment_group assigned_to requested_by ci_ids
  planned_start planned_end implementation_plan backout_plan test_plan state approval created_by created_by_id`.split(
    /\s+/,
  )

export const auditedFields = [
  ...columns.filter((name) => name !== 'created_by_id'),
  'incident_ids',
] as (keyof ChangeRow)[]

/** Who does the work, how urgent it is and what it is linked to may change without a new approval. */
export const approvalScope: ApprovalScope<ChangeRow> = {
  fields: [
    'short_description',
    'description',
    'type',
    'risk',
    'impact',
    'ci_ids',
    'planned_start',
    'planned_end',
    'implementation_plan',
    'backout_plan',
    'test_plan',
  ],
  undecided: ['draft', 'submitted', 'rejected'],
  approved: ['approved', 'scheduled'],
}

interface Author {
  id: string
  email: string
}

export function draft(input: CreateChange, author: Author, required: number): Draft<ChangeRow> {
  const { state = 'submitted' } = input
  const change = {
    ...empty,
    requested_by: author.email,
    ...fieldsIn(input),
    state,
    approval: approvalAt(state, required),
    created_by: author.email,
    created_by_id: author.id,
  }
  checkWindow(change)
  return change
}

const empty = {
  description: null,
  type: 'normal',
  risk: 'medium',
  impact: null,
  priority: 'P3',
  category: null,
  assignment_group: null,
  assigned_to: null,
  ci_ids: [],
  planned_start: null,
  planned_end: null,
  implementation_plan: null,
  backout_plan: null,
  test_plan: null,
}

/** Asked anew whenever a change is submitted, forgotten when it goes back to its author. */
const approvalAt = (state: State, required: number): Approval =>
  state === 'submitted' ? askFor(required) : notAsked(required)

export function revise(before: ChangeRow, patch: UpdateChange, required: number): ChangeRow {
  const after: ChangeRow = { ...before, ...fieldsIn(patch) }
  checkTransition(before.state, after.state)
  checkRequester(before, after)
  checkEdit(approvalScope, before, after)
  const asksAnew = after.state !== before.state && ['draft', 'submitted'].includes(after.state)
  if (asksAnew) after.approval = approvalAt(after.state, required)
  checkWindow(after)
  return after
}

/** Whoever asked for a change must not decide on it, so nobody can become another requester. */
function checkRequester(before: ChangeRow, after: ChangeRow): void {
  if (after.requested_by !== before.requested_by)
    throw invalidField(
      'requested_by',
      'read_only',
      'requested_by is set when a change is created and cannot change',
    )
}

/** What goes into the row. Times as points in time: the same one may be written in many ways. */
function fieldsIn<Input extends UpdateChange>(input: Input) {
  const { incident_ids, planned_start, planned_end, ...fields } = input
  const toDate = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...fields,
    ...(incident_ids && { incident_ids: incident_ids.toSorted() }),
    ...(planned_start !== undefined && { planned_start: toDate(planned_start) }),
    ...(planned_end !== undefined && { planned_end: toDate(planned_end) }),
  }
}

function checkWindow({
  planned_start: start,
  planned_end: end,
}: Pick<ChangeRow, 'planned_start' | 'planned_end'>) {
  if (start && end && start >= end)
    throw invalidField('planned_end', 'range', 'planned_end must be later than planned_start')
}

/** Nobody decides what they asked for, or what was asked in their name. */
export const ownersOf = (change: ChangeRow) => ({
  ids: [change.created_by_id],
  emails: [change.created_by, change.requested_by],
})

const tellingStates = {
  submitted: 'change.submitted',
  approved: 'change.approved',
  rejected: 'change.rejected',
} as const

export function eventsOwed(after: ChangeRow, changes: FieldChange[]) {
  const entered = changes.some(({ field }) => field === 'state')
  const type: EventType | undefined = entered
    ? tellingStates[after.state as keyof typeof tellingStates]
    : undefined
  return type ? [{ type, data: eventData(after) }] : []
}

function eventData(change: ChangeRow): Record<string, unknown> {
  const { short_description, type, risk, impact, priority, state, category, assignment_group } = change
  const { assigned_to, requested_by, ci_ids, planned_start, planned_end, approval } = change
  return {
    short_description,
    type,
    risk,
    impact,
    priority,
    state,
    category,
    assignment_group,
    assigned_to,
    requested_by,
    ci_ids,
    planned_start,
    planned_end,
    approval,
  }
}
