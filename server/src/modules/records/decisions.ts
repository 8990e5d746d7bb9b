import type { Ctx } from '../../db/ctx.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import { decide, type Approval, type Owners, type Verdict } from './approval.ts'
import type { Shown } from './model.ts'
import { change, write, type Noun } from './service.ts'

interface Decidable {
  version: number
  updated_at: Date
  state: string
  approval: Approval
}

/** A noun that somebody other than its owner decides on. */
export interface DecidedNoun<Row extends Decidable> extends Noun<Row> {
  checkStep: (from: Row['state'], to: Row['state']) => void
  ownersOf: (row: Row) => Owners
}

export interface Ballot {
  verdict: Verdict
  comment: string | null
  if_match?: string | undefined
}

/** One at a time, so that each counts once and the one that settles it is the only one that tells. */
export const decideOn = <Row extends Decidable>(
  ctx: Ctx,
  noun: DecidedNoun<Row>,
  id: string,
  { verdict, comment, if_match }: Ballot,
): Promise<Shown> =>
  change(ctx, noun, id, async (ctx, before) => {
    checkIfMatch(if_match, before.version)
    noun.checkStep(before.state, verdict)
    const { id: by_id, email: by } = ctx.actor
    const decision = { decision: verdict, by, by_id, at: ctx.now.toISOString(), comment }
    const approval = decide(before.approval, decision, noun.ownersOf(before))
    const state = approval.status === 'pending' ? before.state : approval.status
    return write(ctx, noun, id, before, { ...before, state, approval }, verdict)
  })
