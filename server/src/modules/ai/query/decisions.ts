import type { Ctx } from '../../../db/ctx.ts'
import { approvers } from '../../../kernel/actor.ts'
import type { Approval } from '../../records/approval.ts'
import { humanize, textOf } from './answer-text.ts'
import { callOn, stepRefusal, withText, type Call, type RecordCommand } from './calls.ts'
import { schemas } from './language/schema.ts'

export function decision(ctx: Ctx, recordCommand: RecordCommand, verb: 'approve' | 'reject'): Call {
  const { text } = recordCommand.command
  const lacksReason = verb === 'reject' && !text ? 'Add the reason after "because".' : undefined
  const refusal = decisionRefusal(ctx, recordCommand, verb) ?? lacksReason
  const call = callOn(ctx, recordCommand, verb, `/${verb}`)
  return {
    ...call,
    label: `${call.label}${withText('with the comment', text)}`,
    body: text ? { comment: text } : {},
    roles: approvers,
    refusal,
  }
}

/** No one decides on their own record, or twice. */
function decisionRefusal({ actor }: Ctx, { target, record }: RecordCommand, verb: 'approve' | 'reject') {
  if (target.type !== 'change' && target.type !== 'request')
    return 'Only changes and requests can be approved or rejected.'
  const isActor = (email: unknown) => textOf(email).toLowerCase() === actor.email.toLowerCase()
  const owners = [record.created_by, record.requested_by, record.requested_for]
  const { decisions } = record.approval as Approval
  const step = stepRefusal(target.type, record, verb === 'approve' ? 'approved' : 'rejected')
  if (step) return step
  if (owners.some(isActor)) return 'You created or requested this, so someone else must decide.'
  const isDecided = decisions.some(({ by, by_id }) => by_id === actor.id || isActor(by))
  return isDecided ? 'You have decided on this already.' : undefined
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
