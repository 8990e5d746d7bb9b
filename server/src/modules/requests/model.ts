import { Type, type Static } from 'typebox'
import type { Change } from '../../kernel/changes.ts'
import { Email, Enum, Line, NamedBody, NamedObject, Nullable, Text } from '../../kernel/schema.ts'
import { Approval, askFor, checkEdit, type ApprovalScope } from '../records/approval.ts'
import { optional, readOnlyOf, recordFields, type Draft, type RecordRow } from '../records/model.ts'
import type { CatalogItemRow } from './catalog/model.ts'
import { checkTransition, states, type State } from './transitions.ts'

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const

const Variables = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'What the catalogue item asks for besides; at most 200 values in 16,384 characters of JSON',
})

const writable = {
  short_description: Line(255),
  description: Nullable(Text(100_000, 'Markdown')),
  item: Nullable(Line(255, 'Id or name of a catalogue item, or free text')),
  category: Nullable(Line(100)),
  requested_for: Email,
  quantity: Type.Integer({ minimum: 1, maximum: 1000 }),
  variables: Variables,
  priority: Enum(priorities),
  assignment_group: Nullable(Line(100)),
  assigned_to: Nullable(Email),
}

export const ServiceRequest = NamedObject('ServiceRequest', {
  id: Type.String(),
  number: Type.String(),
  url: Type.String({ format: 'uri' }),
  ...writable,
  item_id: Nullable(Type.String({ description: 'The catalogue item that `item` names' })),
  state: Enum(states),
  approval: Approval,
  allowed_transitions: Type.Array(Enum(states)),
  created_by: Type.String(),
  ...recordFields,
})

const readOnly = readOnlyOf(ServiceRequest.properties, { ...writable, state: 0 })

export const CreateRequest = NamedBody(
  'CreateServiceRequest',
  {
    ...optional(writable),
    short_description: writable.short_description,
    state: Type.Optional(Enum(['submitted'])),
  },
  readOnly,
)
export const UpdateRequest = NamedBody(
  'UpdateServiceRequest',
  { ...optional(writable), state: Type.Optional(Enum(states)) },
  readOnly,
)

export type CreateRequest = Static<typeof CreateRequest>
export type UpdateRequest = Static<typeof UpdateRequest>

export interface RequestRow extends RecordRow {
  short_description: string
  description: string | null
  item: string | null
  item_id: string | null
  category: string | null
  requested_for: string
  quantity: number
  variables: Record<string, unknown>
  priority: string
  assignment_group: string | null
  assigned_to: string | null
  state: State
  approval: Approval
  created_by: string
  created_by_id: string
}

export const columns =
  `short_description description item item_id category requested_for quantity variables priority assignment_group
  assigned_to state approval created_by created_by_id`.split(/\s+/)

export const auditedFields = columns.filter((name) => name !== 'created_by_id') as (keyof RequestRow)[]

/** `item` is what the request names in the catalogue, if it does; free text always needs an approval. */
export function draft(
  input: CreateRequest,
  author: { id: string; email: string },
  item?: CatalogItemRow,
): Draft<RequestRow> {
  const approval = askFor(requiredFor(item))
  return {
    ...empty,
    requested_for: author.email,
    ...input,
    item: item?.name ?? input.item ?? null,
    item_id: item?.id ?? null,
    category: input.category ?? item?.category ?? null,
    assignment_group: input.assignment_group ?? item?.assignment_group ?? null,
    state: approval.status === 'approved' ? ('approved' as const) : ('submitted' as const),
    approval,
    created_by: author.email,
    created_by_id: author.id,
  }
}

export const requiredFor = (item?: CatalogItemRow) => (item?.approval_required === false ? 0 : 1)

const empty = {
  description: null,
  quantity: 1,
  variables: {},
  priority: 'P3',
  assigned_to: null,
}

export function revise(before: RequestRow, patch: UpdateRequest): RequestRow {
  const after: RequestRow = { ...before, ...patch }
  checkTransition(before.state, after.state)
  checkEdit(approvalScope, before, after)
  return after
}

/** Who does the work and how urgent it is may change without a new approval. */
export const approvalScope: ApprovalScope<RequestRow> = {
  fields: ['short_description', 'description', 'item', 'requested_for', 'quantity', 'variables'],
  undecided: ['submitted'],
  approved: ['approved'],
}

/** Nobody decides what they asked for, or what they are to get. */
export const ownersOf = (request: RequestRow) => ({
  ids: [request.created_by_id],
  emails: [request.created_by, request.requested_for],
})

/** A request that needs no approval is submitted and approved in one; one whose approval has ended is submitted again. */
export function eventsOwed(after: RequestRow, changes: Change[]) {
  const step = changes.find(({ field }) => field === 'state')
  if (!step) return []
  const pending = { ...after.approval, status: 'pending' as const }
  const submitted = { ...after, state: 'submitted' as const, approval: pending }
  return [
    ...(step.from === null || after.state === 'submitted'
      ? [{ type: 'request.submitted' as const, data: eventData(submitted) }]
      : []),
    ...(after.state === 'approved' ? [{ type: 'request.approved' as const, data: eventData(after) }] : []),
  ]
}

function eventData(request: RequestRow): Record<string, unknown> {
  const { short_description, item, item_id, category, requested_for, quantity, variables } = request
  const { priority, state, assignment_group, assigned_to, approval, created_by } = request
  return {
    short_description,
    item,
    item_id,
    category,
    requested_for,
    quantity,
    variables,
    priority,
    state,
    assignment_group,
    assigned_to,
    approval,
    created_by,
  }
}
