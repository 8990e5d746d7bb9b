import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Tx } from '../../../db/ctx.ts'
import { allValues } from '../../../db/rows.ts'
import { allOf, type Condition } from '../../records/store.ts'
import { mark, resolutionTime } from './model.ts'

/** Fields of the daily totals: the priority, and one of these at a time. Several values of one field are alternatives. */
const facets = ['state', 'category', 'assignment_group'] as const
export type DayFacet = (typeof facets)[number] | 'priority'
export const isDayFacet = (name: string): name is DayFacet =>
  name === 'priority' || (facets as readonly string[]).includes(name)
export type DayFacets = Partial<Record<DayFacet, string[] | undefined>>

const isStale = sql`exists (select from stale_days where stale_days.date = counted_days.date)`

/** Days whose totals are up to date. */
const freshDays = sql`select date, date::timestamp at time zone 'UTC' as start, (date + 1)::timestamp at time zone 'UTC' as over
  from counted_days where not ${isStale}`

/**
 * The rows of the daily totals for these facets; undefined if there are none. When grouped by a facet, also the overall
 * rows, to compute how many incidents have no value.
 */
export function dayRowsOf(asked: DayFacets, by?: DayFacet): RawBuilder<unknown> | undefined {
  const [facet, ...more] = facets.filter((name) => asked[name])
  const isByFacet = by !== undefined && by !== 'priority'
  if (more.length > 0 || (isByFacet && facet)) return undefined
  const ofFacet = isByFacet
    ? sql`facet in ('all', ${sql.lit(by)})`
    : facet
      ? sql`facet = ${sql.lit(facet)} and value = any(${asked[facet]}::text[])`
      : sql`facet = 'all'`
  if (asked.priority) return sql`incident_days where ${ofFacet} and priority = any(${asked.priority}::text[])`
  return sql`${sql.ref(by === 'priority' ? 'incident_days' : 'incident_day_totals')} where ${ofFacet}`
}

/** Dates with their bounds, and whether their totals are up to date. */
export const daysFrom = (first: string, last: string, isKnown: boolean) => sql`
  select date, day at time zone 'UTC' as start, (day + interval '1 day') at time zone 'UTC' as over,
    ${isKnown ? sql`exists (select from counted_days where counted_days.date = days.date and not ${isStale})` : sql`false`} as is_counted
  from (select day, day::date as date
    from generate_series(${first}::timestamp, ${last}, interval '1 day') as day) as days`

/** A span of time, as a condition on days and on incidents. */
export interface DaySpan {
  column: 'created_at' | 'resolved_at'
  /** On `start` and `over` of a day: whether the whole day is in the span. */
  isInside: Condition
  dayRows: RawBuilder<unknown>
  /** The same as conditions on incidents. */
  conditions: Condition[]
}

interface DayColumns {
  /** The select over the daily totals. */
  ofDays: (dayRows: RawBuilder<unknown>) => RawBuilder<unknown>
  ofIncidents: RawBuilder<unknown>
}

/** Daily totals for whole days, and single incidents for the rest of the span. */
const byDay = (
  { column, isInside, dayRows, conditions }: DaySpan,
  { ofDays, ofIncidents }: DayColumns,
): RawBuilder<unknown> => sql`
  with fresh as materialized (select * from (${freshDays}) as days where ${isInside}),
  gaps as (
    select over as since, lead(start, 1, 'infinity') over (order by start) as until
    from (select start, over from fresh union all select '-infinity', '-infinity') as bounds)
  ${ofDays(sql`${dayRows} and date in (select date from fresh)`)}
  union all
  select around.* from gaps cross join lateral (
    select ${ofIncidents} from incidents
    where ${allOf(conditions)} and ${sql.ref(column)} >= since and ${sql.ref(column)} < until group by 1) as around
  where since < until`

/** The number of created or resolved incidents by date. */
export const countedByDay = (span: DaySpan): RawBuilder<unknown> =>
  byDay(span, {
    ofDays: (dayRows) =>
      sql`select date, ${sql.ref(span.column === 'created_at' ? 'created' : 'resolved')} as n from ${dayRows}`,
    ofIncidents: sql`(${sql.ref(span.column)} at time zone 'UTC')::date as date, count(*) as n`,
  })

export const countedIn = (span: DaySpan): RawBuilder<unknown> =>
  sql`select coalesce(sum(n), 0)::bigint from (${countedByDay(span)}) as days`

/** Resolved incidents and their total minutes, by value of a facet. */
export function resolvedBy(span: DaySpan, by: DayFacet | undefined): RawBuilder<unknown> {
  const field = by ? sql.ref(by) : sql`null::text`
  const isFacet = by !== undefined && by !== 'priority'
  // Incidents without a value: all, minus those with one.
  const withoutValue = sql`, (null, case when value is null then 0 else -n end, case when value is null then 0 else -ms end)`
  return byDay(span, {
    ofDays: (dayRows) => sql`
      select counts.value, counts.n, counts.ms / 60000 as minutes
      from (select ${isFacet ? sql`value` : field} as value, sum(resolved) as n, sum(resolution_ms) as ms
        from ${dayRows} group by 1) as counted
      cross join lateral (values (value, n, ms)${isFacet ? withoutValue : sql``}) as counts(value, n, ms)`,
    ofIncidents: sql`${field} as value, count(*) as n,
      sum(extract(epoch from ${sql.raw(resolutionTime)})) / 60 as minutes`,
  })
}

const maxDays = 100

/**
 * The last day that may be counted at a time: the one before yesterday. A transaction that began before midnight did not mark
 * that day as stale, so it has an hour to end.
 */
export const lastCountable = (at: RawBuilder<unknown>) =>
  sql`date_trunc('day', (${at} - interval '1 hour') at time zone 'UTC') - interval '2 days'`

/**
 * Takes the days to count. A later change marks its day again, so that stale totals are not used. Days after the last that
 * may be counted were counted with a clock that was ahead, and are forgotten.
 */
export async function takeDue({ db }: Ctx<Tx>, at: RawBuilder<unknown> = sql`now()`): Promise<string[]> {
  // A worker that was frozen may still be counting.
  await sql`select pg_advisory_xact_lock(hashtext('count incident days'))`.execute(db)
  return allValues(
    db,
    sql`with bounds as (select ${lastCountable(at)} as last),
      ahead as (delete from counted_days using bounds where date > last),
      changed as (
        delete from stale_days where date in (
          select distinct date from stale_days, bounds where date <= last order by date desc limit ${sql.lit(maxDays)})
        returning date),
      ended as (
        select day::date as date
        from bounds, generate_series(
          coalesce((select max(date) + 1 from counted_days where date <= last)::timestamp, last), last, interval '1 day') as day)
      select date::text from changed union select date::text from ended`,
  )
}

export async function countDays({ db }: Ctx<Tx>, dates: string[]): Promise<void> {
  await sql`delete from incident_days where date = any(${dates}::date[])`.execute(db)
  const on = (column: 'created_at' | 'resolved_at') =>
    sql`from incidents where deleted_at is null and ${sql.ref(column)} >= start and ${sql.ref(column)} < over`
  await sql`insert into incident_days
    select date,
      case 0 when grouping(state) then 'state' when grouping(category) then 'category'
        when grouping(assignment_group) then 'assignment_group' else 'all' end,
      coalesce(state, category, assignment_group), priority, sum(created), sum(resolved), sum(ms), sum(within_sla)
    from (select date, date::timestamp at time zone 'UTC' as start, (date + 1)::timestamp at time zone 'UTC' as over
      from unnest(${dates}::date[]) as date) as days
    cross join lateral (
      select priority, state, category, assignment_group, 1 as created, 0 as resolved, 0 as ms, 0 as within_sla ${on('created_at')}
      union all
      select priority, state, category, assignment_group, 0, 1, 1000 * extract(epoch from ${sql.raw(resolutionTime)}),
        case when ${sql.raw(mark('breached'))} then 0 else 1 end ${on('resolved_at')}
    ) as counted
    group by grouping sets ((date, priority), (date, priority, state), (date, priority, category), (date, priority, assignment_group))
    having grouping(state, category, assignment_group) = 7 or coalesce(state, category, assignment_group) is not null`.execute(
    db,
  )
  await sql`insert into counted_days select unnest(${dates}::date[]) on conflict do nothing`.execute(db)
}
