import { sql } from 'kysely'
import type { Ctx, Tx } from '../db/ctx.ts'
import type { Change } from '../kernel/changes.ts'
import { randomId } from '../kernel/ids.ts'
import type { EventType } from '../kernel/event-types.ts'

/** A key of another system's, such as that of its alert, that belongs to one record at a time. */
export interface Claim {
  key: string
  expires_at: Date | null
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
  /** Facts of other systems that belong to the subject from now on; one that is taken refuses the change. */
  claims?: Claim[]
}

/** An entry as the statement takes it: who, when, and an id for each event. */
export function toJournal(ctx: Ctx, entry: Entry) {
  const { subject_type, action, changes, link = '', claims = [] } = entry
  const { events, jobs = [] } = ctx.is_history ? { events: [], jobs: [] } : entry
  return {
    at: ctx.now,
    actor_id: ctx.actor.id,
    actor: ctx.actor.email,
    subject_type,
    action,
    changes,
    link,
    events: events.map((event) => ({ id: randomId('evt_'), ...event })),
    jobs,
    claims,
  }
}

export type Journal = ReturnType<typeof toJournal>

/**
 * The parts of a statement that write entries, their events and their jobs, for the subjects that the earlier part
 * `source` yields with their journals. On their own they cost one round trip; behind the insert of the subjects, none.
 */
export const journalParts = (source: string) =>
  sql.raw(`
  audited as (
    insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    select (journal ->> 'at')::timestamptz, journal ->> 'actor_id', journal ->> 'actor', journal ->> 'action',
      journal ->> 'subject_type', id, journal -> 'changes' from ${source}),
  told as (
    insert into outbox (id, type, subject_id, actor_id, occurred_at, data)
    select event ->> 'id', event ->> 'type', source.id, journal ->> 'actor_id', (journal ->> 'at')::timestamptz,
      (event -> 'data') || jsonb_build_object('id', source.id, 'url', (journal ->> 'link') || source.id)
    from ${source} as source, jsonb_array_elements(journal -> 'events') as event),
  claimed as (
    insert into claims (key, subject_id, expires_at)
    select claim ->> 'key', source.id, (claim ->> 'expires_at')::timestamptz
    from ${source} as source, jsonb_array_elements(journal -> 'claims') as claim),
  scheduled as (
    insert into jobs (type, payload)
    select caused, jsonb_build_object('id', source.id)
    from ${source} as source, jsonb_array_elements_text(journal -> 'jobs') as caused)`)

/** Writes an entry for a record that exists already, in the transaction of its change. Without a change there is nothing to write. */
export async function record(ctx: Ctx<Tx>, subject_id: string, entry: Entry): Promise<void> {
  if (entry.changes.length === 0) return
  await sql`
    with subject as (
      select ${subject_id}::text as id, ${JSON.stringify(toJournal(ctx, entry))}::jsonb as journal),
    ${journalParts('subject')} select`.execute(ctx.db)
}

/** The record is deleted: from now on its events are for audit alone. */
export const withdraw = (ctx: Ctx<Tx>, subject_id: string) =>
  sql`insert into withdrawn (subject_id) values (${subject_id}) on conflict do nothing`.execute(ctx.db)
