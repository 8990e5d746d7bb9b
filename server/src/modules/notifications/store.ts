import { sql } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { allRows, allValues, countAffected, firstRow, isFound } from '../../db/rows.ts'
import type { Event } from '../../kernel/event.ts'
import type { Actor, Role } from '../../kernel/actor.ts'
import { isHiddenFrom } from '../records/watches/store.ts'
import type { Notification, UpdatePreferences } from './model.ts'

const columns = sql`id, kind, title, message, subject_id, url, read_at, created_at`

type NewNotification = Omit<Notification, 'read_at' | 'created_at'> & {
  recipient_id: string
  cause: string | null
  readers?: readonly Role[] | undefined
}

/** The recipients who had not been notified of the same cause before. */
export async function insert(tx: Tx, notifications: NewNotification[]): Promise<Set<string>> {
  const recipients = await allValues<string>(
    tx,
    sql`insert into notifications (id, recipient_id, kind, title, message, subject_id, url, cause, readers)
      select id, recipient_id, kind, title, message, subject_id, url, cause, readers
      from jsonb_populate_recordset(null::notifications, ${JSON.stringify(notifications)}::jsonb)
      on conflict (recipient_id, cause) where cause is not null do nothing
      returning recipient_id`,
  )
  return new Set(recipients)
}

/**
 * Those of the caller, except what their present roles, or those of their API key, may not read, and those of records that
 * have been deleted or that the caller cannot open any more: their titles are in no other list either.
 */
const readableBy = (recipient: Actor) => {
  const { id, roles } = recipient
  return sql<boolean>`recipient_id = ${id} and (readers is null or readers && ${roles}::text[])
    and not ${isHiddenFrom(recipient, sql`subject_id`)}`
}

export function list(
  db: Db,
  recipient: Actor,
  unread: boolean | undefined,
  request: PageRequest,
): Promise<Page<Notification>> {
  const isWanted =
    unread === undefined ? sql`` : unread ? sql`and read_at is null` : sql`and read_at is not null`
  return readPage<Notification>(
    db,
    sql`select ${columns} from notifications where ${readableBy(recipient)} ${isWanted}`,
    request,
  )
}

export const markRead = (tx: Tx, recipient: Actor, id: string): Promise<Notification | undefined> =>
  firstRow(
    tx,
    sql<Notification>`
      update notifications set read_at = coalesce(read_at, now())
      where id = ${id} and ${readableBy(recipient)} returning ${columns}`,
  )

export const markAllRead = (tx: Tx, recipient: Actor): Promise<number> =>
  countAffected(
    tx,
    sql`update notifications set read_at = now() where ${readableBy(recipient)} and read_at is null`,
  )

export async function preferencesOf(db: Db, user_ids: string[]): Promise<Map<string, UpdatePreferences>> {
  const rows = await allRows<{ user_id: string; channels: UpdatePreferences }>(
    db,
    sql`select user_id, channels from notification_preferences where user_id = any(${user_ids})`,
  )
  return new Map(rows.map(({ user_id, channels }) => [user_id, channels]))
}

export const savePreferences = (tx: Tx, user_id: string, changes: UpdatePreferences) =>
  sql`insert into notification_preferences (user_id, channels)
    values (${user_id}, ${JSON.stringify(changes)}::jsonb)
    on conflict (user_id) do update set channels = notification_preferences.channels || excluded.channels`.execute(
    tx,
  )

/** Whether an edit made the assignment of a submitted record, or the record was submitted before. */
export const wasAssignedBefore = (
  db: Db,
  { type, subject_id, occurred_at }: Event,
  { assigned_to }: { assigned_to: string | null },
): Promise<boolean> =>
  isFound(
    db,
    sql`select from audit_entries as entry, jsonb_array_elements(entry.changes) as edit
      where entry.subject_type = ${type.split('.')[0]} and entry.subject_id = ${subject_id}
        and entry.action <> 'created' and entry.at <= ${occurred_at} and (
          edit ->> 'field' = ${assigned_to === null ? 'assignment_group' : 'assigned_to'}
          or (edit ->> 'field' = 'state' and edit ->> 'from' <> 'draft' and entry.at < ${occurred_at}))`,
  )
