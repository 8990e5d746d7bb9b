import type { Ctx } from '../../../db/ctx.ts'
import { approvers } from '../../../kernel/actor.ts'
import type { Approval } from '../../records/approval.ts'
import { callOn, stepRefusal, type Call, type Ordered } from './calls.ts'
import { schemas } from './language/schema.ts'
import { textOf, worded } from './telling.ts'

export function decision(ctx: Ctx, ordered: Ordered, verb: 'approve' | 'reject'): Call {
  const { text } = ordered.command
  const lacksReason = verb === 'reject' && !text ? 'Say why, behind "because".' : undefined
  const refusal = decisionRefusal(ctx, ordered, verb) ?? lacksReason
  return {
    ...callOn(ctx, ordered, verb, `/${verb}`),
    body: text ? { comment: text } : {},
    roles: approvers,
    refusal,
  }
}

/** Nobody decides what is their own, or twice. */
function decisionRefusal({ actor }: Ctx, { target, record }: Ordered, verb: 'approve' | 'reject') {
  if (target.type !== 'change' && target.type !== 'request')
    return 'Only changes and requests are decided on.'
  const isActor = (email: unknown) => textOf(email).toLowerCase() === actor.email.toLowerCase()
  const owners = [record.created_by, record.requested_by, record.requested_for]
  const { decisions } = record.approval as Approval
  const step = stepRefusal(target.type, record, verb === 'approve' ? 'approved' : 'rejected')
  if (step) return step
  if (owners.some(isActor)) return 'Nobody decides what is their own: ask somebody else.'
  const isDecided = decisions.some(({ by, by_id }) => by_id === actor.id || isActor(by))
  return isDecided ? 'You have decided on this already.' : undefined
}

/** Steps that have a call of their own: of what kind of record, and from which states. */
const ownCalls = {
  submit: { noun: 'change', participle: 'submitted', from: ['draft'] },
  fulfil: { noun: 'request', participle: 'fulfilled', from: ['approved', 'in_fulfillment'] },
} as const

export function verbCall(ctx: Ctx, ordered: Ordered, verb: keyof typeof ownCalls): Call {
  const { noun, participle, from } = ownCalls[verb]
  const state = textOf(ordered.record.state)
  const isFrom = (from as readonly string[]).includes(state)
  const early = isFrom
    ? undefined
    : `It is ${worded(state)}; it must be ${from.map(worded).join(' or ')} first.`
  const refusal = ordered.target.type === noun ? early : `Only ${schemas[noun].many} can be ${participle}.`
  return { ...callOn(ctx, ordered, verb, `/${verb}`), refusal }
}
