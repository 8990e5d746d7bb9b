import { Type, type Static } from 'typebox'
import type { Change } from '../../kernel/changes.ts'
import { priorities } from '../../kernel/priorities.ts'
import { Email, Enum, Named, Nullable, SingleLine, Text } from '../../kernel/schema.ts'
import { Approval, askFor, checkEdit, type ApprovalScope } from '../records/approval.ts'
import type { NewRecord } from '../records/model.ts'
import { field } from '../records/field.ts'
import { noun, type RowOf } from '../records/noun.ts'
import type { CatalogItemRow } from './catalog/model.ts'
import { allowedTransitions, checkTransition, states } from './transitions.ts'

const Variables = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Values for the fields of the catalogue item; at most 200 values in 16,384 characters of JSON',
})

const OneState = Named('ServiceRequestState', Enum(states))

export const request = noun({
  subject_type: 'request',
  component: 'ServiceRequest',
  path: '/requests',
  fields: {
    short_description: field(SingleLine(255), 'writable', 'required', 'approval', 'audited', 'event'),
    description: field(Nullable(Text(100_000, 'Markdown')), 'writable', 'approval', 'audited'),
    item: field(
      Nullable(SingleLine(255, 'Id or name of a catalogue item, or free text')),
      'writable',
      'approval',
      'audited',
      'event',
      'filter',
    ),
    item_id: field(
      Nullable(Type.String({ description: 'The catalogue item that `item` names' })),
      'approval',
      'audited',
      'event',
      'filter',
    ),
    category: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    requested_for: field(Email, 'writable', 'approval', 'audited', 'event', 'filter'),
    quantity: field(Type.Integer({ minimum: 1, maximum: 1000 }), 'writable', 'approval', 'audited', 'event'),
    variables: field(Variables, 'writable', 'approval', 'audited', 'event'),
    priority: field(Enum(priorities), 'writable', 'audited', 'event', 'filter', 'sort'),
    assignment_group: field(Nullable(SingleLine(100)), 'writable', 'audited', 'event', 'filter'),
    assigned_to: field(Nullable(Email), 'writable', 'audited', 'event', 'filter'),
    state: field(OneState, 'writable', 'audited', 'event', 'filter'),
    approval: field(Approval, 'audited', 'event'),
    created_by: field(Email, 'audited', 'event', 'filter'),
    created_by_id: field(Type.String(), 'hidden'),
  },
  defaults: { quantity: 1, variables: {}, priority: 'P3' },
  create: { state: Enum(['submitted']) },
  transitions: { states, allowedTransitions },
  open_states: ['submitted', 'approved', 'in_fulfillment'],
})

export type RequestRow = RowOf<typeof request>
export type CreateRequest = Static<typeof request.create>
export type UpdateRequest = Static<typeof request.update>

/** `item` is the catalogue item of the request, if any; free text always needs approval. */
export function draft(
  input: CreateRequest,
  author: { id: string; email: string },
  item?: CatalogItemRow,
): NewRecord<RequestRow> {
  const approval = askFor(requiredFor(item))
  return {
    ...request.empty,
    ...request.toRow({ requested_for: author.email, created_by: author.email, ...input }),
    item: item?.name ?? input.item ?? null,
    item_id: item?.id ?? null,
    category: input.category ?? item?.category ?? null,
    assignment_group: input.assignment_group ?? item?.assignment_group ?? null,
    state: approval.status === 'approved' ? ('approved' as const) : ('submitted' as const),
    approval,
    created_by_id: author.id,
  }
}

export const requiredFor = (item?: CatalogItemRow) => (item?.approval_required === false ? 0 : 1)

/**
 * `item` is the offered catalogue item that the update names, if any, and `former` the one of the request so far. Another
 * item has its own approval rule; the same one, by its ID or its name in any case, is no edit, also once it is retired.
 */
export function revise(
  before: RequestRow,
  patch: UpdateRequest,
  { item, former }: { item?: CatalogItemRow | undefined; former?: CatalogItemRow | undefined },
): RequestRow {
  const { item: wanted = before.item, ...fields } = request.toRow(patch)
  const isSame =
    wanted === before.item || (item !== undefined && item.id === before.item_id) || names(wanted, before)
  const named = { item: item?.name ?? wanted, item_id: item?.id ?? null }
  const after: RequestRow = { ...before, ...fields, ...(!isSame && named) }
  if (!isSame && item) Object.assign(after, providedBy(item, { before, fields, former }))
  checkTransition(before.state, after.state)
  checkEdit(approvalScope, before, after)
  const awaitsNone = !isSame && after.state === 'submitted' && requiredFor(item) === 0
  return awaitsNone ? { ...after, state: 'approved', approval: askFor(0) } : after
}

/** Whether the text is the ID or the name of the request's catalogue item. */
function names(text: string | null, { item, item_id }: RequestRow): boolean {
  if (text === null || item_id === null) return false
  return text.toUpperCase() === item_id || text.toLowerCase() === item?.toLowerCase()
}

type Provided = Pick<RequestRow, 'category' | 'assignment_group'>

/** As in a new request. What the former item provided is none of the request's own. */
function providedBy(
  item: Provided,
  { before, fields, former }: { before: Provided; fields: Partial<Provided>; former: Provided | undefined },
): Provided {
  const valueOf = (name: keyof Provided) => {
    const kept = before[name] === former?.[name] ? null : before[name]
    return (fields[name] === undefined ? kept : fields[name]) ?? item[name]
  }
  return { category: valueOf('category'), assignment_group: valueOf('assignment_group') }
}

/** Assignee and priority may change without a new approval. */
export const approvalScope: ApprovalScope<RequestRow> = {
  fields: request.approval_fields,
  undecided: ['submitted'],
  approved: ['approved'],
}

/** No one decides on a request that they made, or that is for them. */
export const ownersOf = ({ created_by_id, created_by, requested_for }: RequestRow) => ({
  ids: [created_by_id],
  emails: [created_by, requested_for],
})

/**
 * A request without approval is submitted and approved immediately; one whose approval was revoked is submitted
 * again.
 */
export function eventsOf(after: RequestRow, changes: Change[]) {
  const step = changes.find(({ field }) => field === 'state')
  if (!step) return []
  const pending = { ...after.approval, status: 'pending' as const }
  const submitted = { ...after, state: 'submitted' as const, approval: pending }
  return [
    ...(step.from === null || after.state === 'submitted'
      ? [{ type: 'request.submitted' as const, data: request.eventData(submitted) }]
      : []),
    ...(after.state === 'approved'
      ? [{ type: 'request.approved' as const, data: request.eventData(after) }]
      : []),
  ]
}
