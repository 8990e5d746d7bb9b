import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'

export interface SecurityEntry {
  at: Date
  actor_id: string
  actor: string
  action: string
  subject_id: string
  details: Record<string, string | string[] | number>
}

/** All of them in one statement. */
export async function insertSecurityEntries(db: Db, entries: SecurityEntry[]): Promise<void> {
  const rows = entries.map(({ details, ...entry }) => ({
    ...entry,
    changes: [{ field: 'details', from: null, to: details }],
  }))
  await sql`insert into audit_entries (at, actor_id, actor, action, subject_type, subject_id, changes)
    select at, actor_id, actor, action, 'identity', subject_id, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      at timestamptz, actor_id text, actor text, action text, subject_id text, changes jsonb)`.execute(db)
}
