import { sql } from 'kysely'
import type { Db } from '../../../db/ctx.ts'
import { asReference } from '../../../db/reference.ts'
import { allRows } from '../../../db/rows.ts'
import { isOpenNote, isResolved } from '../../incidents/where.ts'
import type { Case } from './model.ts'

/** An imported incident without `resolved_at` counts as resolved when it was closed. */
const end = sql`coalesce(resolved_at, closed_at, updated_at)`

/** A note written after the resolution is better than none. */
const resolution = sql`coalesce(incident_resolution(id, resolved_at), (
  select body from work_notes where incident_id = ${asReference('incidents.id')} and ${isOpenNote} order by seq limit 1), '')`

const columns = sql`id, version, short_description, description, category, ci_id, parent_problem_id, change_id,
  ${end} as resolved_at, greatest(0, round(extract(epoch from ${end} - created_at) / 60))::integer as minutes,
  ${resolution} as resolution`

const readable = sql`${isResolved} and deleted_at is null`

export const casesAmong = (db: Db, ids: string[]): Promise<Case[]> =>
  allRows(db, sql<Case>`select ${columns} from incidents where id = any(${ids}::text[]) and ${readable}`)

export const casesOn = (db: Db, ci_id: string, since: Date, limit: number): Promise<Case[]> =>
  allRows(
    db,
    sql<Case>`select ${columns} from incidents
      where ci_id = ${ci_id} and ${readable} and ${end} >= ${since}::timestamptz
      order by ${end} desc, id limit ${limit}`,
  )
