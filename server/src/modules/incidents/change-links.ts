import { sql } from 'kysely'
import type { Ctx, Tx } from '../../db/ctx.ts'
import { allRows } from '../../db/rows.ts'
import { record } from '../../events/journal.ts'

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

/** A change shows the incidents that name it, so one that gains or loses an incident has a new version and history. */
export async function reviseChanges(
  ctx: Ctx<Tx>,
  incident_id: string,
  { from = null, to, edited }: Move,
): Promise<void> {
  if (from === to) return
  const ids = [from, to].filter((id) => id !== null && id !== edited)
  for (const { id, incident_ids } of await bumpVersions(ctx, ids)) {
    const others = incident_ids.filter((each) => each !== incident_id)
    const withIncident = [...others, incident_id].toSorted()
    const [before, after] = id === to ? [others, withIncident] : [withIncident, others]
    const changes = [{ field: 'incident_ids', from: before, to: after }]
    await record(ctx, id, { subject_type: 'change', action: 'updated', changes, events: [] })
  }
}

const bumpVersions = (
  ctx: Ctx<Tx>,
  ids: (string | null)[],
): Promise<{ id: string; incident_ids: string[] }[]> =>
  allRows(
    ctx.db,
    sql`update changes set version = version + 1, updated_at = greatest(updated_at, ${ctx.now})
      where id = any(${ids}::text[]) and deleted_at is null
      returning id, array(
        select incidents.id from incidents where change_id = changes.id and incidents.deleted_at is null order by 1) as incident_ids`,
  )
