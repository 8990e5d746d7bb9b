import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import { sharing } from '../../db/gather.ts'
import { onlyRow } from '../../db/rows.ts'
import { countsBy } from '../incidents/counts/store.ts'
import { resolutionTime } from '../incidents/days/model.ts'
import { dayRowsOf, daysFrom, type DayFacets } from '../incidents/days/store.ts'
import { incident } from '../incidents/model.ts'
import { isOpen } from '../incidents/store.ts'
import type { IncidentCounts } from './model.ts'

/** One statement, so that all figures are consistent; concurrent identical queries share the result. */
export const countIncidents = (db: Db, dates: string[], facets: DayFacets): Promise<IncidentCounts> =>
  shared(db, JSON.stringify([dates, facets]), () => onlyRow(db, counting(dates, facets)))

const shared = sharing<IncidentCounts>()

function counting(dates: string[], facets: DayFacets) {
  const filters = Object.entries(facets).filter(([, values]) => values)
  const wanted = sql.join(
    filters.map(([column, values]) => sql` and ${sql.ref(column)} = any(${values}::text[])`),
    sql``,
  )
  const dayRows = dayRowsOf(facets, 'priority')
  // Other days are read by index ranges; computing the date of every record would take three times as long.
  const among = (column: 'created_at' | 'resolved_at' | 'cancelled_at') =>
    sql`from incidents where deleted_at is null and ${sql.ref(column)} >= start and ${sql.ref(column)} < over${wanted}`
  return sql<IncidentCounts>`with days as materialized (${daysFrom(dates[0]!, dates.at(-1)!, dayRows !== undefined)}),
    known as materialized (
      select date, priority, created, resolved, resolution_ms, resolved_within_sla
      from ${dayRows ?? sql`incident_days where false`} and date in (select date from days where is_counted)),
    kinds as materialized (
      select state, priority, assignment_group, sum(n) as n, sum(n) filter (where is_unassigned) as unassigned,
        sum(n) filter (where sla_mark = 'breached') as breached, sum(n) filter (where sla_mark = 'at_risk') as at_risk
      from ${countsBy([...(facets.category ? (['category'] as const) : []), 'assignment_group', 'is_unassigned', 'sla_mark'])}
      where ${isOpen}${wanted} group by 1, 2, 3)
    select ${listOf(sql`select state, priority, assignment_group, n from kinds`)} as kinds,
    (select json_build_object('unassigned', coalesce(sum(unassigned), 0), 'breached', coalesce(sum(breached), 0),
      'at_risk', coalesce(sum(at_risk), 0)) from kinds) as open,
    ${listOf(sql`select date, sum(created) as n from known group by date
      union all select date, (select count(*) ${among('created_at')}) from days where not is_counted`)} as created,
    ${listOf(sql`select date, priority, sum(resolved) as n, sum(resolution_ms) / 60000.0 as minutes,
        sum(resolved_within_sla) as within_sla
        from known group by 1, 2
      union all select date, priority, sum(n), extract(epoch from sum(taken)) / 60, sum(n) - sum(late)
        from days cross join lateral (
          select priority, count(*) as n, sum(${sql.raw(resolutionTime)}) as taken, 0 as late
          ${among('resolved_at')} group by priority
          union all select priority, 0, null, count(*)
          ${among('resolved_at')} and ${sql.raw(incident.conditions.breached_once)} group by priority) as resolved
        where not is_counted group by 1, 2`)} as resolved,
    ${listOf(sql`select date, n from days cross join lateral (
      select count(*) as n ${among('cancelled_at')}) as cancelled where n > 0`)} as cancelled`
}

const listOf = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(listed), '[]') from (${query}) as listed)`
