import type { Ctx } from '../../../db/ctx.ts'
import { agents, approvers } from '../../../kernel/actor.ts'
import type { Approval } from '../../records/approval.ts'
import { nameOf, stepRefusal, type Call, type Ordered } from './calls.ts'
import type { Noun } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { pathOf, textOf, worded } from './telling.ts'

export function decision(ctx: Ctx, ordered: Ordered, verb: 'approve' | 'reject'): Call {
  const { target, command } = ordered
  const lacksReason = verb === 'reject' && !command.text
  return {
    type: `${verb}_${target.type}`,
    label: `${verb} ${nameOf(ctx, ordered)}`,
    method: 'POST',
    path: `${pathOf(target.type, target.id)}/${verb}`,
    body: command.text ? { comment: command.text } : {},
    roles: approvers,
    refusal: decisionRefusal(ctx, ordered, verb) ?? (lacksReason ? 'Say why, behind "because".' : undefined),
  }
}

/** Nobody decides what is their own, or twice. */
function decisionRefusal(
  { actor }: Ctx,
  { target, record }: Ordered,
  verb: 'approve' | 'reject',
): string | undefined {
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

/** A call that exists for one step of one kind of record. */
export function verbCall(
  ctx: Ctx,
  ordered: Ordered,
  verb: 'submit' | 'fulfil',
  noun: Noun,
  from: string[],
): Call {
  const { target, record } = ordered
  return {
    type: `${verb}_${target.type}`,
    label: `${verb} ${nameOf(ctx, ordered)}`,
    method: 'POST',
    path: `${pathOf(target.type, target.id)}/${verb}`,
    roles: agents,
    refusal:
      target.type !== noun
        ? `Only ${schemas[noun].many} can be ${verb === 'submit' ? 'submitted' : 'fulfilled'}.`
        : from.includes(textOf(record.state))
          ? undefined
          : `It is ${worded(record.state)}; it must be ${from.map(worded).join(' or ')} first.`,
  }
}
