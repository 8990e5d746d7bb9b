import { sql } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { sharing } from '../../db/gather.ts'
import { readPage, type Page, type PageRequest } from '../../db/page.ts'
import { allRows, onlyValue } from '../../db/rows.ts'
import type { Event } from '../../kernel/event.ts'

export interface EventFilters {
  types?: string[] | undefined
  subject_id?: string | undefined
  after?: number | undefined
}

/** Most events have one of these; for a search without them there is an index. */
const frequentTypes = ['incident.created', 'incident.updated']
const isRare = sql`type not in (${sql.join(frequentTypes.map((type) => sql.lit(type)))})`

/** The log, without what belongs to deleted records. */
export function list(db: Db, filters: EventFilters, request: PageRequest): Promise<Page<Event>> {
  const conditions = [sql`not exists (select from withdrawn w where w.subject_id = events.subject_id)`]
  if (filters.types) conditions.push(sql`type = any(${filters.types}::text[])`)
  if (filters.types && !filters.types.some((type) => frequentTypes.includes(type))) conditions.push(isRare)
  if (filters.subject_id) conditions.push(sql`subject_id = ${filters.subject_id}`)
  if (filters.after !== undefined) conditions.push(sql`seq > ${filters.after}`)
  return readPage<Event>(
    db,
    sql`select seq, id, type, subject_id, actor_id, occurred_at, data from events
      where ${sql.join(conditions, sql` and `)}`,
    { ...request, has_bounded_total: true },
  )
}

export const lastSeq = (db: Db): Promise<number> =>
  onlyValue(db, sql`select coalesce(max(seq), 0) from events`)

export interface StreamEvent {
  seq: number
  type: string
  /** Null when it belongs to a deleted record. */
  json: string | null
}

const batch = 200
const shareQuery = sharing<StreamEvent[]>()

/**
 * The events after a sequence number, of all types: streams at the same position share one query, and a stream with few
 * types does not scan the others again.
 */
export const eventsAfter = (db: Db, seq: number): Promise<StreamEvent[]> =>
  shareQuery(db, String(seq), () =>
    allRows(
      db,
      sql<StreamEvent>`
        select seq, type, case when w.subject_id is null then jsonb_build_object('seq', seq, 'id', id,
          'type', type, 'subject_id', e.subject_id, 'actor_id', actor_id, 'occurred_at', iso(occurred_at),
          'data', data)::text end as json
        from events e left join withdrawn w on w.subject_id = e.subject_id
        where seq > ${seq} order by seq limit ${sql.lit(batch)}`,
    ),
  )
