import { sql } from 'kysely'
import type { Ctx, Tx } from '../db/ctx.ts'
import type { Change } from '../kernel/changes.ts'
import { randomId } from '../kernel/ids.ts'
import type { EventType } from '../kernel/event-types.ts'

/** A key of another system, such as an alert key, that belongs to one record at a time. */
export interface Claim {
  key: string
  expires_at: Date | null
}

/** What a change writes: one audit entry, and its events if it has any. */
export interface Entry {
  subject_type: string
  action: string
  changes: Change[]
  events?: { type: EventType; data: Record<string, unknown> }[] | undefined
  /** URL of the subject without its ID; it is part of the events. */
  link?: string
  /** Additional jobs of the change; each gets the ID of the subject. */
  jobs?: string[]
  /** Keys of other systems that belong to the subject from now on; a key that another record holds refuses the change. */
  claims?: Claim[]
}

/** The parameters of the statement: actor, time, and an ID for each event. */
export function toJournal(ctx: Ctx, entry: Entry) {
  const { subject_type, action, changes, link = '', claims = [] } = entry
  const { events = [], jobs = [] } = ctx.is_history ? {} : entry
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

/** Wakes the loops of what the journal adds. */
export function wakeFor(ctx: Ctx, { events, jobs }: Journal): void {
  if (events.length > 0) ctx.wake('events')
  if (jobs.length > 0) ctx.wake('jobs')
}

/**
 * The parts of a statement that write entries, their events and their jobs, for the subjects that the earlier part
 * `subject` yields with their journals. On their own they cost one round trip; behind the insert of the subjects, none.
 */
export const journalParts = sql.raw(`
  audited as (
    insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    select (journal ->> 'at')::timestamptz, journal ->> 'actor_id', journal ->> 'actor', journal ->> 'action',
      journal ->> 'subject_type', id, journal -> 'changes' from subject),
  published as (
    insert into outbox (id, type, subject_id, actor_id, occurred_at, data)
    select event ->> 'id', event ->> 'type', subject.id, journal ->> 'actor_id', (journal ->> 'at')::timestamptz,
      (event -> 'data') || jsonb_build_object('id', subject.id, 'url', (journal ->> 'link') || subject.id)
    from subject, jsonb_array_elements(journal -> 'events') as event),
  claimed as (
    insert into claims (key, subject_id, expires_at)
    select claim ->> 'key', subject.id, (claim ->> 'expires_at')::timestamptz
    from subject, jsonb_array_elements(journal -> 'claims') as claim),
  scheduled as (
    insert into jobs (type, payload)
    select caused, jsonb_build_object('id', subject.id)
    from subject, jsonb_array_elements_text(journal -> 'jobs') as caused)`)

/** Writes an entry for an existing record, in the transaction of its change. Without a change nothing is written. */
export async function record(ctx: Ctx<Tx>, subject_id: string, entry: Entry): Promise<void> {
  if (entry.changes.length === 0) return
  const journal = toJournal(ctx, entry)
  await sql`
    with subject as (
      select ${subject_id}::text as id, ${JSON.stringify(journal)}::jsonb as journal),
    ${journalParts} select`.execute(ctx.db)
  wakeFor(ctx, journal)
  ctx.wake('index')
}

/** For a deleted record: from now on nobody reads its events; what happened to it is in the audit log. */
export const withdraw = (ctx: Ctx<Tx>, subject_id: string) =>
  sql`insert into withdrawn (subject_id) values (${subject_id}) on conflict do nothing`.execute(ctx.db)
