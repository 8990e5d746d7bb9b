import { sql } from 'kysely'
import type { Ctx, Tx } from '../../db/ctx.ts'
import { countAffected } from '../../db/rows.ts'
import type { Role } from '../../kernel/actor.ts'
import type { Change } from '../../kernel/changes.ts'
import type { Owners, Verdict } from './approval.ts'
import { isAssignment, withoutText } from './model.ts'

export const notifyOfChangeJob = 'notify-of-change'

/** A change of a record, for those who are notified of it. */
export interface ChangeNotice {
  subject_id: string
  version: number
  /** Null for records whose title not everyone may read. */
  title: string | null
  priority?: string | undefined
  url: string
  changes: Change[]
  /** Whoever has the record; notified when it is reopened. */
  assigned_to?: string | null
  /** Notified of an assignment to someone without an active account. */
  group?: string | null
  /** No work remains, so nobody is notified of an assignment. */
  is_over?: true
  actor_id: string
  actor: string
  /** A decision that settles an approval, of which the owners are notified. */
  decision?: SettledDecision
  /** Account IDs of those whose approvals the change has ended, although its state is still submitted. */
  asked_again?: string[]
  /** The state in which a change or request has ended, of which its owners are notified. */
  end?: { state: string; owners: Owners }
  /** The start of a note that came with the change. */
  note?: string | undefined
  /** Watchers need one of these roles to be notified; by default none. */
  readers?: readonly Role[] | undefined
}

export interface SettledDecision {
  verdict: Verdict
  comment: string | null
  owners: Owners
}

export const assignmentsIn = ({ changes, is_over }: ChangeNotice): Change[] =>
  is_over ? [] : changes.filter(isAssignment)

/** A resolved record is open again, so whoever has it has work again. */
export const isReopened = ({ changes }: ChangeNotice): boolean =>
  changes.some(({ field, to }) => field === 'state' && to === 'reopened')

/** What a notice says besides the change. */
export type NoticeDetails = Pick<ChangeNotice, 'decision' | 'asked_again' | 'end' | 'note' | 'readers'>

/** Schedules the notifications, unless the change assigns, settles, ends and reopens nothing and nobody watches the record. */
export async function scheduleNotice(ctx: Ctx<Tx>, notice: ChangeNotice): Promise<void> {
  if (ctx.is_history) return
  const { decision, asked_again, end, changes } = notice
  const hasRecipients =
    [decision, asked_again, end].some((detail) => detail !== undefined) ||
    assignmentsIn(notice).length > 0 ||
    isReopened(notice)
  const payload = { ...notice, changes: changes.map(withoutText) }
  const added = await countAffected(
    ctx.db,
    sql`insert into jobs (type, payload)
      select ${notifyOfChangeJob}, ${JSON.stringify(payload)}::jsonb
      where ${hasRecipients} or exists (select from watches where subject_id = ${notice.subject_id})`,
  )
  if (added > 0) ctx.wake('jobs')
}
