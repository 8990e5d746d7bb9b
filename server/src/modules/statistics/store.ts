import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { sharing } from '../../db/gather.ts'
import { onlyRow } from '../../db/rows.ts'
import { isAtRisk, isBreached, isOpen } from '../incidents/store.ts'
import type { IncidentCounts } from './model.ts'

/** Several values of one field are alternatives. */
export interface Facets {
  priority?: string[] | undefined
  category?: string[] | undefined
  assignment_group?: string[] | undefined
}

/** One statement, so that all figures are of the same moment; concurrent identical queries share its result. */
export const countIncidents = (db: Db, dates: string[], facets: Facets): Promise<IncidentCounts> =>
  shared(db, JSON.stringify([dates, facets]), () => onlyRow(db, counting(dates, facets)))

const shared = sharing<IncidentCounts>()

function counting(dates: string[], facets: Facets) {
  const filters = Object.entries(facets).filter(([, values]) => values)
  const wanted = sql.join(
    filters.map(([column, values]) => sql` and ${sql.ref(column)} = any(${values}::text[])`),
    sql``,
  )
  // One index range per day: computing the date of every record would take three times as long.
  const days = sql`(select day::date as date, day at time zone 'UTC' as start,
      (day + interval '1 day') at time zone 'UTC' as over
    from generate_series(${dates[0]}::timestamp, ${dates.at(-1)}, interval '1 day') as day) as days`
  const among = (column: 'created_at' | 'resolved_at') =>
    sql`from incidents where deleted_at is null and ${sql.ref(column)} >= start and ${sql.ref(column)} < over${wanted}`
  return sql<IncidentCounts>`select
    ${listOf(sql`select state, priority, assignment_group, sum(n) as n from incident_counts
      where ${isOpen}${wanted} group by 1, 2, 3`)} as kinds,
    (select json_build_object(
        'unassigned', count(*) filter (where assigned_to is null),
        'breached', count(*) filter (where ${isBreached}),
        'at_risk', count(*) filter (where ${isAtRisk}))
      from incidents where deleted_at is null and ${isOpen}${wanted}) as open,
    ${listOf(sql`select date, (select count(*) ${among('created_at')}) as n from ${days}`)} as created,
    ${listOf(sql`select date, priority, n, extract(epoch from taken) / 60 as minutes
      from ${days} cross join lateral (
        select priority, count(*) as n, sum(resolved_at - created_at) as taken
        ${among('resolved_at')} group by priority) as resolved`)} as resolved`
}

const listOf = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(listed), '[]') from (${query}) as listed)`
