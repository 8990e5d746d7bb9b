import { Type, type Static } from 'typebox'
import { changesBetween } from '../../kernel/changes.ts'
import { conflict, Problem } from '../../kernel/errors.ts'
import { Enum, NamedBody, NamedObject, Nullable, Prose, Text, Timestamp } from '../../kernel/schema.ts'

const Verdict = Enum(['approved', 'rejected'])
export type Verdict = Static<typeof Verdict>

const Decision = NamedObject('ApprovalDecision', {
  decision: Verdict,
  by: Type.String(),
  by_id: Type.String(),
  at: Timestamp,
  comment: Nullable(Type.String()),
})
export type Decision = Static<typeof Decision>

const EndedApproval = Type.Object(
  {
    by: Type.String(),
    by_id: Type.String(),
    at: Timestamp,
    fields: Type.Array(Type.String()),
  },
  { description: 'The edit that ended earlier approvals; the history has those' },
)

export const Approval = NamedObject('Approval', {
  status: Enum(['not_requested', 'pending', 'approved', 'rejected']),
  required: Type.Integer({ description: 'Number of required approvals' }),
  decisions: Type.Array(Decision),
  ended: Type.Optional(EndedApproval),
})
export type Approval = Static<typeof Approval>

export const Approve = NamedBody('Approve', { comment: Type.Optional(Nullable(Text(10_000))) })
export const Reject = NamedBody('Reject', { comment: Prose(10_000) })

/** Requests a decision, unless no approval is needed. */
export const askFor = (required: number): Approval => ({
  status: required > 0 ? 'pending' : 'approved',
  required,
  decisions: [],
})

export const notAsked = (required: number): Approval => ({ status: 'not_requested', required, decisions: [] })

/** The fields that an approval covers, and the states in which they can be edited. */
export interface ApprovalScope<Row extends Decidable> {
  /** Editing one of these fields revokes an approval; its editor may not decide. */
  fields: readonly (keyof Row & string)[]
  /** Not approved yet, or to be submitted again: edits are free. */
  undecided: readonly Row['state'][]
  /**
   * Approved, and the work has not started: an edit returns it to `submitted`. In all other states edits are
   * refused.
   */
  approved: readonly Row['state'][]
}

export interface Decidable {
  state: string
  approval: Approval
}

interface Editor {
  id: string
  email: string
}

const editedFields = <Row extends Decidable>(scope: ApprovalScope<Row>, before: Row, after: Row) =>
  changesBetween(before, after, scope.fields).map(({ field }) => field)

/** Approved content cannot change once the work has started, nor together with a transition. */
export function checkEdit<Row extends Decidable>(scope: ApprovalScope<Row>, before: Row, after: Row): void {
  const [field] = editedFields(scope, before, after)
  if (field === undefined || scope.undecided.includes(before.state)) return
  const { state: current_state } = before
  if (!scope.approved.includes(current_state))
    throw conflict(
      'already_decided',
      `${field} is part of what was decided on: it cannot change while the state is ${current_state}`,
      { field, current_state },
    )
  if (after.state !== current_state)
    throw conflict(
      'approval_required',
      `${field} is part of what was approved: editing it ends the approval, so the state cannot become ${after.state} in the same update`,
      { field, current_state, requested_state: after.state },
    )
}

/** Decisions on edited content no longer count: it is submitted for approval again. */
export function endApproval<Row extends Decidable>(
  scope: ApprovalScope<Row>,
  before: Row,
  after: Row,
  required: number,
  { actor, now }: { actor: Editor; now: Date },
): Row {
  const fields = editedFields(scope, before, after)
  const isApproved = scope.approved.includes(before.state)
  const isPartlyApproved = after.state === 'submitted' && after.approval.decisions.length > 0
  if (fields.length === 0 || !(isApproved || isPartlyApproved)) return after
  const approval = askFor(required)
  if (approval.status === 'approved') return { ...after, approval }
  const ended = { by: actor.email, by_id: actor.id, at: now.toISOString(), fields }
  return { ...after, state: 'submitted', approval: { ...approval, ended } }
}

/** The owners of a record: account IDs, and email addresses in its fields. */
export interface Owners {
  ids: string[]
  emails: string[]
}

/** Adds a decision; the last required approval settles it, or the first rejection. */
export function decide(before: Approval, decision: Decision, { ids, emails }: Owners): Approval {
  if (ids.includes(decision.by_id) || emails.some((email) => isSame(email, decision.by)))
    throw new Problem(403, 'own_record', 'You cannot decide on your own record: ask another approver')
  if (before.decisions.some(({ by, by_id }) => by_id === decision.by_id || isSame(by, decision.by)))
    throw conflict('already_decided', 'You have decided on this already')
  const decisions = [...before.decisions, decision]
  const isSettled = decision.decision === 'rejected' || decisions.length >= before.required
  if (!isSettled) return { ...before, decisions }
  return { status: decision.decision, required: before.required, decisions }
}

/** One person may have several accounts with one email address. */
const isSame = (email: string, other: string) => email.toLowerCase() === other.toLowerCase()
