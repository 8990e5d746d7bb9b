import { sql } from 'kysely'
import type { Tx } from '../../db/ctx.ts'

/** For a deleted account: what only its owner could use. Name and address stay, as in records and the audit log. */
export const removePersonalData = (tx: Tx, id: string) =>
  sql`with factors as (delete from second_factors where user_id = ${id}),
    enrolments as (delete from second_factor_enrolments where user_id = ${id}),
    failures as (delete from second_factor_failures where user_id = ${id}),
    codes as (delete from recovery_codes where user_id = ${id}),
    preferences as (delete from notification_preferences where user_id = ${id}),
    watched as (delete from watches where watcher_id = ${id}),
    own_views as (delete from views where owner_id = ${id} and not shared)
    update users set password_hash = null where id = ${id}`.execute(tx)
