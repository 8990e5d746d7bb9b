import { sql } from 'kysely'
import { allRows, allValues } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/ctx.ts'
import type { StoredRow } from '../../kernel/schema.ts'
import { tableOf } from '../records/store.ts'
import { change, type ChangeRow, type Conflict } from './model.ts'
import { occupying } from './transitions.ts'

export const changes = tableOf<ChangeRow>({
  table: 'changes',
  next_id: `record_id('CHG', nextval('change_numbers'))`,
  ...change,
})

export type ConflictRow = StoredRow<typeof Conflict> & { id: string }

/** Two changes on one of the same CIs whose windows overlap. */
export const isInConflict = sql<boolean>`other.ci_ids && mine.ci_ids and other.id <> mine.id
  and other.planned_start < mine.planned_end and other.planned_end > mine.planned_start
  and other.state = any(${occupying}) and other.deleted_at is null`

/** For each of these changes, the others on one of its CIs whose windows overlap. */
export const conflictsOf = (db: Db, ids: string[]): Promise<ConflictRow[]> =>
  allRows(
    db,
    sql<ConflictRow>`
    select mine.id, other.id as change_id, other.short_description, other.state, other.planned_start, other.planned_end,
      array(select unnest(mine.ci_ids) intersect select unnest(other.ci_ids) order by 1) as ci_ids
    from changes mine join changes other on ${isInConflict}
    where mine.id = any(${ids}::text[]) and mine.state = any(${occupying}) and mine.deleted_at is null
    order by other.planned_start, other.id`,
  )

/** The incidents that name these changes; the link is stored only with the incident. */
export const incidentsOf = (db: Db, ids: string[]): Promise<{ change_id: string; id: string }[]> =>
  allRows(
    db,
    sql`select change_id, id from incidents where change_id = any(${ids}::text[]) and deleted_at is null order by id`,
  )

export const lockIncidentsOf = (tx: Tx, id: string): Promise<string[]> =>
  allValues(
    tx,
    sql`select id from incidents where change_id = ${id} and deleted_at is null order by id for update`,
  )

/** For the history of the incidents when the change is deleted. */
export const incidentsNaming = (id: string) =>
  ({
    subject_type: 'incident',
    table: 'incidents',
    field: 'change_id',
    where: sql<boolean>`change_id = ${id}`,
  }) as const
