import { sql } from 'kysely'
import type { Ctx, Tx } from '../../db/ctx.ts'
import { allRows } from '../../db/rows.ts'
import type { TableRow } from '../../db/tables.ts'
import { record } from '../../events/journal.ts'
import { scheduleNotice } from '../records/change-notice.ts'

/**
 * A link belongs to an incident and to a change. Who moves one locks an incident and up to two changes, in an order that
 * is known only once the incident is locked: one at a time, before any of these locks, so that none wait for each other.
 */
export const lockChangeLinks = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('links of changes'))`.execute(tx)

interface Move {
  from?: string | null
  to: string | null
  /** A change that writes its own version and history. */
  edited?: string | undefined
}

/**
 * A change shows the incidents that name it, so one that gains or loses an incident has a new version and history. The
 * entry has only the difference: with complete lists, the log would grow with the square of the number of incidents.
 */
export async function reviseChanges(
  ctx: Ctx<Tx>,
  incident_id: string,
  { from = null, to, edited }: Move,
): Promise<void> {
  if (from === to) return
  const ids = [from, to].filter((id) => id !== null && id !== edited)
  for (const { id, version, updated_at, short_description: title } of await bumpVersions(ctx, ids)) {
    const [removed, added] = id === to ? [[], [incident_id]] : [[incident_id], []]
    const changes = [{ field: 'incident_ids', from: removed, to: added }]
    // Not that of the request, which may be older than the last entry of the change.
    await record({ ...ctx, now: updated_at }, id, { subject_type: 'change', action: 'updated', changes })
    const { id: actor_id, name: actor } = ctx.actor
    const url = `${ctx.config.base_url}/changes/${id}`
    await scheduleNotice(ctx, { subject_id: id, version, title, url, changes, actor_id, actor })
  }
}

type RevisedChange = TableRow<'changes', 'id' | 'version' | 'updated_at' | 'short_description'>

const bumpVersions = (ctx: Ctx<Tx>, ids: (string | null)[]): Promise<RevisedChange[]> =>
  allRows(
    ctx.db,
    sql`update changes set version = version + 1, updated_at = greatest(updated_at, ${ctx.now})
      where id = any(${ids}::text[]) and deleted_at is null
      returning id, version, updated_at, short_description`,
  )
