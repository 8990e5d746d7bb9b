import { Type, type Static } from 'typebox'
import { conflict, Problem } from '../../kernel/errors.ts'
import { Body, Enum, Nullable, Prose, Text, Timestamp } from '../../kernel/schema.ts'

const Verdict = Enum(['approved', 'rejected'])
export type Verdict = Static<typeof Verdict>

const Decision = Type.Object({
  decision: Verdict,
  by: Type.String(),
  by_id: Type.String(),
  at: Timestamp,
  comment: Nullable(Type.String()),
})
export type Decision = Static<typeof Decision>

export const Approval = Type.Object({
  status: Enum(['not_requested', 'pending', 'approved', 'rejected']),
  required: Type.Integer({ description: 'So many approvals are needed' }),
  decisions: Type.Array(Decision),
})
export type Approval = Static<typeof Approval>

export const Approve = Body({ comment: Type.Optional(Nullable(Text(10_000))) })
export const Reject = Body({ comment: Prose(10_000) })

/** From now on somebody has to decide, unless no approval is needed at all. */
export const askFor = (required: number): Approval => ({
  status: required > 0 ? 'pending' : 'approved',
  required,
  decisions: [],
})

export const notAsked = (required: number): Approval => ({ status: 'not_requested', required, decisions: [] })

/** Whose record it is: by the accounts, and by the addresses that stand in it. */
export interface Owners {
  ids: string[]
  emails: string[]
}

/** One decision more; the last approval that is needed settles it, or the first rejection. */
export function decide(before: Approval, decision: Decision, { ids, emails }: Owners): Approval {
  if (ids.includes(decision.by_id) || emails.some((email) => isSame(email, decision.by)))
    throw new Problem(403, 'own_record', 'Nobody decides what is their own: ask somebody else')
  if (before.decisions.some(({ by, by_id }) => by_id === decision.by_id || isSame(by, decision.by)))
    throw conflict('already_decided', 'You have decided on this already')
  const decisions = [...before.decisions, decision]
  const isSettled = decision.decision === 'rejected' || decisions.length >= before.required
  return { ...before, status: isSettled ? decision.decision : before.status, decisions }
}

/** One person may have several accounts with one address. */
const isSame = (email: string, other: string) => email.toLowerCase() === other.toLowerCase()
