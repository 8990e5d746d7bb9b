import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Actor } from '../../kernel/actor.ts'
import { change } from '../changes/model.ts'
import type { Approval } from '../records/approval.ts'
import { request } from '../requests/model.ts'

export interface PendingApproval {
  id: string
  subject_type: string
  short_description: string
  priority: string
  requested_by: string
  approval: Approval
  version: number
  created_at: Date
}

/** The same rule as for a decision: not on one's own, not on what one has edited, and not twice, by any account. */
const pending = (noun: typeof change | typeof request, requester: string, { id, email }: Actor) => sql`
  select id, ${noun.subject_type}::text as subject_type, short_description, priority,
    ${sql.ref(requester)} as requested_by, approval, version, created_at
  from ${sql.table(`${noun.subject_type}s`)} as pending
  where deleted_at is null and state = 'submitted' and approval ->> 'status' = 'pending'
    and created_by_id <> ${id} and lower(${email}) not in (lower(created_by), lower(${sql.ref(requester)}))
    and not exists (
      select from jsonb_array_elements(approval -> 'decisions') as made
      where made ->> 'by_id' = ${id} or lower(made ->> 'by') = lower(${email}))
    and not exists (
      select from audit_entries as entry, jsonb_array_elements(entry.changes) as edit
      where entry.subject_type = ${noun.subject_type} and entry.subject_id = pending.id
        and (entry.actor_id = ${id} or lower(entry.actor) = lower(${email}))
        and edit ->> 'field' = any(${noun.approval_fields}::text[]))`

export const listPending = (db: Db, actor: Actor, list: PageRequest): Promise<Page<PendingApproval>> =>
  readPage<PendingApproval>(
    db,
    sql`${pending(change, 'requested_by', actor)} union all ${pending(request, 'requested_for', actor)}`,
    list,
  )
