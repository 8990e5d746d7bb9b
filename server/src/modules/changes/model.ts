import { Type, type Static } from 'typebox'
import type { Change as FieldChange } from '../../kernel/changes.ts'
import { invalidField } from '../../kernel/errors.ts'
import { idPattern } from '../../kernel/record-ids.ts'
import type { EventType } from '../../kernel/event-types.ts'
import { levels, priorities } from '../../kernel/priorities.ts'
import {
  Email,
  Enum,
  Named,
  NamedObject,
  Nullable,
  Pattern,
  SingleLine,
  Text,
  Timestamp,
} from '../../kernel/schema.ts'
import { Approval, askFor, checkEdit, notAsked, type ApprovalScope } from '../records/approval.ts'
import { endsAfter, isAfter, isBefore, overlaps, startsBefore } from '../records/filters.ts'
import type { NewRecord } from '../records/model.ts'
import { field } from '../records/field.ts'
import { noun, type RowOf } from '../records/noun.ts'
import { allowedTransitions, checkTransition, states, type State } from './transitions.ts'

const OneState = Named('ChangeState', Enum(states))

export const Conflict = NamedObject('ChangeConflict', {
  change_id: Type.String(),
  short_description: Type.String(),
  state: OneState,
  planned_start: Timestamp,
  planned_end: Timestamp,
  ci_ids: Type.Array(Type.String(), { description: 'The CIs that both affect' }),
})

const Ids = (pattern: string, form: string, options: { maxItems?: number; description?: string }) =>
  Type.Array(Pattern(pattern, form), { ...options, uniqueItems: true })
export const maxIds = 100
export const changeTypes = ['normal', 'standard', 'emergency'] as const
const closeCodes = ['successful', 'successful_with_issues', 'backed_out', 'failed'] as const
const Plan = Nullable(Text(100_000))

export const change = noun({
  subject_type: 'change',
  component: 'Change',
  path: '/changes',
  fields: {
    short_description: field(SingleLine(255), 'writable', 'required', 'approval', 'audited', 'event'),
    description: field(Nullable(Text(100_000, 'Markdown')), 'writable', 'approval', 'audited'),
    type: field(Enum(changeTypes), 'writable', 'approval', 'audited', 'event', 'filter'),
    risk: field(Enum(levels), 'writable', 'approval', 'audited', 'event', 'filter'),
    impact: field(Nullable(Enum(levels)), 'writable', 'approval', 'audited', 'event'),
    priority: field(Enum(priorities), 'writable', 'audited', 'event', 'filter', 'sort'),
    category: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    assignment_group: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    assigned_to: field(Nullable(Email), 'writable', 'audited', 'event', 'filter'),
    requested_by: field(Email, 'writable', 'audited', 'event', 'filter'),
    ci_ids: field(
      Ids(`^${idPattern('ci')}$`, 'an id such as CI0000042', { maxItems: maxIds }),
      'writable',
      'approval',
      'audited',
      'event',
    ),
    planned_start: field(Nullable(Timestamp), 'writable', 'approval', 'audited', 'event', 'sort'),
    planned_end: field(Nullable(Timestamp), 'writable', 'approval', 'audited', 'event'),
    implementation_plan: field(Plan, 'writable', 'approval', 'audited'),
    backout_plan: field(Plan, 'writable', 'approval', 'audited'),
    test_plan: field(Plan, 'writable', 'approval', 'audited'),
    state: field(OneState, 'writable', 'audited', 'event', 'filter'),
    close_code: field(Nullable(Enum(closeCodes)), 'writable', 'audited', 'filter'),
    close_notes: field(Plan, 'writable', 'audited'),
    closed_at: field(Nullable(Timestamp)),
    approval: field(Approval, 'audited', 'event'),
    created_by: field(Type.String(), 'audited'),
    created_by_id: field(Type.String(), 'hidden'),
    /** Stored in the incidents; in a row only during an update. */
    incident_ids: field(
      Ids(`^${idPattern('incident')}$`, 'an id such as INC0000042', {
        description: `At most ${maxIds} can be added at once`,
      }),
      'writable',
      'audited',
      'linked',
    ),
  },
  defaults: { type: 'normal', risk: 'medium', priority: 'P3' },
  create: { state: Enum(['draft', 'submitted']) },
  answer: { conflicts: Type.Array(Conflict, { description: 'Changes on the same CIs at the same time' }) },
  filters: {
    ci_id: overlaps('ci_ids'),
    planned_after: endsAfter('planned_end', 'planned_start'),
    planned_before: startsBefore('planned_start', 'planned_end'),
    closed_after: isAfter('closed_at'),
    closed_before: isBefore('closed_at'),
  },
  transitions: { states, allowedTransitions },
  open_states: states.filter((state) => allowedTransitions(state).length > 0),
})

export type ChangeRow = RowOf<typeof change>
export type CreateChange = Static<typeof change.create>
export type UpdateChange = Static<typeof change.update>

export const approvalScope: ApprovalScope<ChangeRow> = {
  fields: change.approval_fields,
  undecided: ['draft', 'submitted', 'rejected'],
  approved: ['approved', 'scheduled'],
}

interface Author {
  id: string
  email: string
}

export function draft(input: CreateChange, author: Author, required: number): NewRecord<ChangeRow> {
  const { state = 'submitted' } = input
  const drafted = {
    ...change.empty,
    ...fieldsIn({ requested_by: author.email, ...input }),
    state,
    approval: approvalAt(state, required),
    created_by: author.email,
    created_by_id: author.id,
  }
  checkWindow(drafted)
  checkResult(change.empty, drafted)
  return drafted
}

/** Requested whenever a change is submitted, and cleared when it returns to draft. */
const approvalAt = (state: State, required: number): Approval =>
  state === 'submitted' ? askFor(required) : notAsked(required)

export function revise(before: ChangeRow, patch: UpdateChange, required: number, now: Date): ChangeRow {
  const after: ChangeRow = { ...before, ...fieldsIn(patch) }
  checkTransition(before.state, after.state)
  checkRequester(before, after)
  checkEdit(approvalScope, before, after)
  const asksAnew = after.state !== before.state && ['draft', 'submitted'].includes(after.state)
  if (asksAnew) after.approval = approvalAt(after.state, required)
  checkWindow(after)
  checkResult(before, after)
  return { ...after, closed_at: after.state === 'closed' ? (before.closed_at ?? now) : null }
}

/** Only work that is complete has a result; it may be corrected afterwards. */
function checkResult(before: Result, after: Result & { state: State }): void {
  if (['review', 'closed'].includes(after.state)) return
  const field = (['close_code', 'close_notes'] as const).find((name) => after[name] !== before[name])
  if (field)
    throw invalidField(
      field,
      'too_early',
      `${field} can be set once the work is complete: in review or closed`,
    )
}
type Result = Pick<ChangeRow, 'close_code' | 'close_notes'>

/** The requester must not decide on a change, so the requester cannot be changed. */
function checkRequester(before: ChangeRow, after: ChangeRow): void {
  if (after.requested_by !== before.requested_by)
    throw invalidField(
      'requested_by',
      'read_only',
      'requested_by is set when a change is created and cannot change',
    )
}

function fieldsIn<Input extends UpdateChange>(input: Input) {
  const { incident_ids, ...fields } = change.toRow(input)
  return { ...fields, ...(incident_ids && { incident_ids: incident_ids.toSorted() }) }
}

function checkWindow({
  planned_start: start,
  planned_end: end,
}: Pick<ChangeRow, 'planned_start' | 'planned_end'>) {
  if (start && end && start >= end)
    throw invalidField('planned_end', 'range', 'planned_end must be later than planned_start')
}

/** No one decides on a change that they, or someone in their name, requested. */
export const ownersOf = (change: ChangeRow) => ({
  ids: [change.created_by_id],
  emails: [change.created_by, change.requested_by],
})

const eventsByState = {
  submitted: 'change.submitted',
  approved: 'change.approved',
  rejected: 'change.rejected',
} as const

export function eventsOf(after: ChangeRow, changes: FieldChange[]) {
  const entered = changes.some(({ field }) => field === 'state')
  const type: EventType | undefined = entered
    ? eventsByState[after.state as keyof typeof eventsByState]
    : undefined
  return type ? [{ type, data: change.eventData(after) }] : []
}
