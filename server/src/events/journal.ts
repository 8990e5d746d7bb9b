import { sql, type ColumnType, type Generated, type RawBuilder } from 'kysely'
import type { Ctx, Tx } from '../db/ctx.ts'
import type { Change } from '../kernel/changes.ts'
import { randomId } from '../kernel/ids.ts'
import type { EventType } from './catalog.ts'
import { dispatchJob } from './outbox.ts'

declare module '../db/tables.ts' {
  interface Tables {
    audit_entries: {
      seq: Generated<number>
      at: Date
      actor_id: string
      actor: string
      action: string
      subject_type: string
      subject_id: string
      changes: ColumnType<Change[], string, never>
      xid: Generated<string>
    }
  }
}

/** What a change leaves behind: one audit entry, and the events it owes. */
export interface Entry {
  subject_type: string
  action: string
  changes: Change[]
  events: { type: EventType; data: Record<string, unknown> }[]
  /** Where people find the subject, less its id; the events carry it. */
  link?: string
  /** Jobs that the change causes besides; each gets the subject's id. */
  jobs?: string[]
}

/**
 * The parts of a statement that write an entry, its events and their jobs, for the subject whose id the earlier part
 * `source` yields. On their own they cost one round trip; behind the insert of the subject itself, none.
 */
export function journalParts(ctx: Ctx, entry: Entry, source: string): RawBuilder<unknown> {
  const { subject_type, action, changes, events, link = '', jobs = [] } = entry
  const subject = sql.table(source)
  const types = events.map((event) => event.type)
  const ids = events.map(() => randomId('evt_'))
  const data = events.map((event) => JSON.stringify(event.data))
  return sql`
    audited as (
      insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
      select ${ctx.now}::timestamptz, ${ctx.actor.id}, ${ctx.actor.email}, ${action}, ${subject_type}, id,
        ${JSON.stringify(changes)}::jsonb from ${subject}),
    told as (
      insert into events (id, type, subject_id, actor_id, occurred_at, data)
      select told.id, told.type, source.id, ${ctx.actor.id}, ${ctx.now}::timestamptz,
        told.data::jsonb || jsonb_build_object('id', source.id, 'url', ${link}::text || source.id)
      from ${subject} as source, unnest(${ids}::text[], ${types}::text[], ${data}::text[]) as told(id, type, data)
      returning seq),
    scheduled as (
      insert into jobs (type, payload)
      select ${dispatchJob}, jsonb_build_object('seq', seq) from told
      union all select caused.type, jsonb_build_object('id', source.id)
      from ${subject} as source, unnest(${jobs}::text[]) as caused(type))`
}

/** Writes an entry for a record that exists already, in the transaction of its change. Without a change there is nothing to write. */
export async function record(ctx: Ctx<Tx>, subject_id: string, entry: Entry): Promise<void> {
  if (entry.changes.length === 0) return
  await sql`with subject as (select ${subject_id}::text as id), ${journalParts(ctx, entry, 'subject')} select`.execute(
    ctx.db,
  )
}
