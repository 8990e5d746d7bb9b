import { sql } from 'kysely'
import type { Ctx, Tx } from '../../db/ctx.ts'
import { countAffected } from '../../db/rows.ts'
import type { Change } from '../../kernel/changes.ts'
import { isAssignment, withoutText } from './model.ts'

export const notifyOfChangeJob = 'notify-of-change'

/** A change of a record, for those who are notified of it. */
export interface ChangeNotice {
  subject_id: string
  version: number
  /** Null for records whose title not everyone may read. */
  title: string | null
  url: string
  changes: Change[]
  actor_id: string
  actor: string
}

/** Schedules the notifications, unless nobody is assigned by the change and nobody watches the record. */
export async function scheduleNotice(ctx: Ctx<Tx>, notice: ChangeNotice): Promise<void> {
  if (ctx.is_history) return
  const payload = { ...notice, changes: notice.changes.map(withoutText) }
  const added = await countAffected(
    ctx.db,
    sql`insert into jobs (type, payload)
      select ${notifyOfChangeJob}, ${JSON.stringify(payload)}::jsonb
      where ${notice.changes.some(isAssignment)} or exists (select from watches where subject_id = ${notice.subject_id})`,
  )
  if (added > 0) ctx.wake('jobs')
}
