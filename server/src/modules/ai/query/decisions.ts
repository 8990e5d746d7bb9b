import type { Ctx } from '../../../db/ctx.ts'
import { approvers } from '../../../kernel/actor.ts'
import { Problem } from '../../../kernel/errors.ts'
import { actorsOf } from '../../audit/store.ts'
import { approvalScope as changeScope } from '../../changes/model.ts'
import { checkEdit, type Approval, type ApprovalScope, type Decidable } from '../../records/approval.ts'
import { approvalScope as requestScope } from '../../requests/model.ts'
import { humanize, textOf } from './answer-text.ts'
import { callOn, stepRefusal, withText, type Call, type RecordCommand } from './calls.ts'
import { capital } from './language/describe.ts'
import type { Noun } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import type { LoadedRecord } from './records.ts'

export async function decision(
  ctx: Ctx,
  recordCommand: RecordCommand,
  verb: 'approve' | 'reject',
): Promise<Call> {
  const { text } = recordCommand.command
  const lacksReason = verb === 'reject' && !text ? 'Add the reason after "because".' : undefined
  const refusal = (await decisionRefusal(ctx, recordCommand, verb)) ?? lacksReason
  const call = callOn(ctx, recordCommand, verb, `/${verb}`)
  return {
    ...call,
    label: `${call.label}${withText('with the comment', text)}`,
    body: text ? { comment: text } : {},
    roles: approvers,
    refusal,
  }
}

/** No one decides on their own record, on what they edited themselves, or twice. */
async function decisionRefusal(
  { actor, db }: Ctx,
  { target, record }: RecordCommand,
  verb: 'approve' | 'reject',
) {
  if (target.type !== 'change' && target.type !== 'request')
    return 'Only changes and requests can be approved or rejected.'
  const isActor = (email: unknown) => textOf(email).toLowerCase() === actor.email.toLowerCase()
  const owners = [record.created_by, record.requested_by, record.requested_for]
  const { decisions } = record.approval as Approval
  const step = stepRefusal(target.type, record, verb === 'approve' ? 'approved' : 'rejected')
  if (step) return step
  if (owners.some(isActor)) return 'You created or requested this, so someone else must decide.'
  const { subject_type, approval_fields: fields } = schemas[target.type]
  const editors = await actorsOf(db, { subject_type, subject_id: target.id, fields })
  if (editors.some((each) => each.actor_id === actor.id || isActor(each.actor)))
    return 'You edited what is to be approved, so someone else must decide.'
  const isDecided = decisions.some(({ by, by_id }) => by_id === actor.id || isActor(by))
  return isDecided ? 'You have decided on this already.' : undefined
}

type Decided = Decidable & Record<string, unknown>
const scopes: Partial<Record<Noun, ApprovalScope<Decided>>> = {
  change: { ...changeScope },
  request: { ...requestScope },
}

/** The same call, refused if it edits what is decided already. */
export function checkedEdit({ target, record }: RecordCommand, call: Call): Call {
  const scope = scopes[target.type]
  if (!scope || call.refusal !== undefined) return call
  try {
    const before = record as LoadedRecord & Decidable
    checkEdit(scope, before, { ...before, ...call.body })
    return call
  } catch (error) {
    if (error instanceof Problem) return { ...call, refusal: `${capital(error.message)}.` }
    throw error
  }
}

/** Verbs with an action endpoint: for which kind of record, and from which states. */
const actionEndpoints = {
  submit: { noun: 'change', participle: 'submitted', from: ['draft'] },
  fulfil: { noun: 'request', participle: 'fulfilled', from: ['approved', 'in_fulfillment'] },
} as const

export function verbCall(ctx: Ctx, recordCommand: RecordCommand, verb: keyof typeof actionEndpoints): Call {
  const { noun, participle, from } = actionEndpoints[verb]
  const state = textOf(recordCommand.record.state)
  const isFrom = (from as readonly string[]).includes(state)
  const early = isFrom
    ? undefined
    : `It is ${humanize(state)}; it must be ${from.map(humanize).join(' or ')} first.`
  const refusal =
    recordCommand.target.type === noun ? early : `Only ${schemas[noun].many} can be ${participle}.`
  return { ...callOn(ctx, recordCommand, verb, `/${verb}`), refusal }
}
