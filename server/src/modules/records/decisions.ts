import type { Ctx, Tx } from '../../db/ctx.ts'
import { actorsOf } from '../audit/store.ts'
import { decide, type ApprovalScope, type Decidable, type Owners, type Verdict } from './approval.ts'
import type { NoticeDetails } from './change-notice.ts'
import type { RecordJson } from './model.ts'
import { change, write, type StoredNoun, type Versioned } from './service.ts'

/** A noun that needs a decision of someone other than its owner. */
export interface DecidedNoun<Row extends Decidable & Versioned> extends StoredNoun<Row> {
  checkStep: (from: Row['state'], to: Row['state']) => void
  ownersOf: (row: Row) => Owners
  approval_scope: ApprovalScope<Row>
}

export interface DecisionInput {
  verdict: Verdict
  comment: string | null
  if_match?: string | undefined
}

/** Serialised, so that each decision counts once and only the settling one publishes an event. */
export const decideOn = <Row extends Decidable & Versioned>(
  ctx: Ctx,
  noun: DecidedNoun<Row>,
  id: string,
  { verdict, comment, if_match }: DecisionInput,
): Promise<RecordJson> =>
  change(ctx, noun, { id, ifMatch: if_match }, async (ctx, before) => {
    noun.checkStep(before.state, verdict)
    const { id: by_id, email: by } = ctx.actor
    const decision = { decision: verdict, by, by_id, at: ctx.now.toISOString(), comment }
    const approval = decide(before.approval, decision, await ownersOf(ctx, noun, id, before))
    if (approval.status === 'pending')
      return write(ctx, noun, { before, after: { ...before, approval }, action: verdict })
    const after = { ...before, state: approval.status, approval }
    const settled = { verdict, comment, owners: noun.ownersOf(before) }
    return write(ctx, noun, { before, after, action: verdict, details: { decision: settled } })
  })

/** Everyone who edited the approved content counts as an owner too; the audit log has them. */
async function ownersOf<Row extends Decidable & Versioned>(
  ctx: Ctx,
  noun: DecidedNoun<Row>,
  subject_id: string,
  row: Row,
): Promise<Owners> {
  const { subject_type, approval_scope } = noun
  const editors = await actorsOf(ctx.db, { subject_type, subject_id, fields: approval_scope.fields })
  const { ids, emails } = noun.ownersOf(row)
  return {
    ids: [...ids, ...editors.map(({ actor_id }) => actor_id)],
    emails: [...emails, ...editors.map(({ actor }) => actor)],
  }
}

/**
 * Writes an edit; the history marks one that revoked an approval. A step back to submitted is an event, of which every
 * approver is notified; without that step, those whose approvals were revoked are notified of the edit.
 */
export const writeEdit = <Row extends Decidable & Versioned>(
  ctx: Ctx<Tx>,
  noun: DecidedNoun<Row>,
  before: Row,
  after: Row,
): Promise<RecordJson> => {
  const hasEnded = after.approval.ended !== undefined && after.approval.ended !== before.approval.ended
  if (!hasEnded) return write(ctx, noun, { before, after, details: endOf(noun, before, after) })
  const asked_again = before.approval.decisions.map(({ by_id }) => by_id)
  const details = after.state === before.state ? { asked_again } : {}
  return write(ctx, noun, { before, after, action: 'approval_ended', details })
}

/** Whoever asked for a change or a request is notified once no work remains. */
function endOf<Row extends Decidable & Versioned>(
  { open_states = [], ownersOf }: DecidedNoun<Row>,
  before: Row,
  after: Row,
): NoticeDetails {
  const ends = open_states.includes(before.state) && !open_states.includes(after.state)
  return ends ? { end: { state: after.state, owners: ownersOf(after) } } : {}
}
