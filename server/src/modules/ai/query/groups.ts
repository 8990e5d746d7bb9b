import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { countsBy, isCountedField } from '../../incidents/counts/store.ts'
import { resolutionTime } from '../../incidents/days/model.ts'
import { countedByDay, isDayFacet, resolvedBy } from '../../incidents/days/store.ts'
import { valueText } from '../../records/field-text.ts'
import { minutesText } from '../text/times.ts'
import { isPeriod, isResolutionTime, isTime } from './language/meaning.ts'
import type { Condition, GroupField, Meaning, Measure, Noun, Period, TimeField } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { beginnings } from './language/time-fields.ts'
import { plainAnswer, safeText, humanize } from './answer-text.ts'
import type { AnswerBody } from './model.ts'
import { tableOf } from './store.ts'
import { countedOf, daySpanOf, whereOf } from './where.ts'

export interface Group {
  value: string | null
  count: number
  /** The measured time; null for counts. */
  minutes: number | null
}

export const maxGroups = 20
const hoursOfDay = 24

/** Counts or times per value, the greatest first; periods in chronological order. Null for `most` means all values. */
export async function groupsOf(
  ctx: Ctx,
  { noun, conditions, group_by: by, measure = 'count' }: Omit<Meaning, 'intent'>,
  most: number | null = by === 'hour' ? hoursOfDay : maxGroups,
): Promise<{ groups: Group[]; total: number }> {
  const isTimed = isResolutionTime(measure) || measure === 'mean_age'
  const isAge = measure === 'mean_age'
  const known = measure === 'median_time' || isAge ? undefined : isTimed ? pretimed : precounted
  const source = known?.(ctx, noun, conditions, by) ?? {
    value: by ? valueOf(noun, by, conditions) : 'null::text',
    n: '1',
    minutes: isTimed ? `extract(epoch from ${isAge ? 'now() - created_at' : resolutionTime}) / 60` : 'null',
    rows: sql`${tableOf(noun)} where ${whereOf(ctx, noun, conditions)}${sql.raw(isTimed && !isAge ? ' and resolved_at is not null' : '')}`,
  }
  const columns = `${source.value} as value, ${source.n} as n, (${source.minutes})::float8 as minutes`
  const order =
    by && isConsecutive(by) ? 'value desc' : isTimed ? 'minutes desc nulls last, value' : 'count desc, value'
  const rows = await allRows(
    ctx.db,
    sql<Group & { total: number }>`
    select value, sum(n)::bigint as count, ${sql.raw(minutesOf(measure))} as minutes, sum(sum(n)) over ()::bigint as total
    from (select ${sql.raw(columns)} from ${source.rows}) as counted
    group by value having sum(n) > 0 order by ${sql.raw(order)} limit ${sql.lit(most)}`,
  )
  return {
    total: rows[0]?.total ?? 0,
    groups: rows.map(({ value, count, minutes }) => ({ value, count, minutes })),
  }
}

/** The ends of an incident. */
export const ends: Partial<Record<TimeField, string>> = {
  resolved_at: 'resolution',
  closed_at: 'closing',
  cancelled_at: 'cancellation',
}

/** The timestamp that periods are based on: for resolved, closed or cancelled incidents, that of the transition. */
export function periodTime(noun: Noun, conditions: Condition[]): TimeField {
  const states = conditions.flatMap((each) => (each.field === 'state' && !each.is_negated ? each.values : []))
  const state = states.includes('resolved') ? 'resolved' : states.join()
  const time = conditions.find(isTime)?.field ?? beginnings.incident![state]
  return noun === 'incident' && time && ends[time] ? time : 'created_at'
}

/** From the maintained counters or the daily totals; undefined if they do not cover the conditions. */
function precounted(ctx: Ctx, noun: Noun, conditions: Condition[], by: GroupField | undefined) {
  const counted = by && isCountedField(by) ? countedOf(noun, conditions, [by]) : undefined
  if (by && isCountedField(by) && counted) {
    const where = sql.join([sql`true`, ...counted.map(([, condition]) => condition)], sql` and `)
    const rows = sql`${countsBy([by, ...counted.map(([field]) => field)])} where ${where}`
    return { value: by as string, n: 'n', minutes: 'null', rows }
  }
  const isOfDays = by && isPeriod(by) && by !== 'hour' && periodTime(noun, conditions) === 'created_at'
  const span = isOfDays ? daySpanOf(ctx, noun, conditions, { column: 'created_at' }) : undefined
  const value = periodOf('date::timestamp', by as Period)
  return span && { value, n: 'n', minutes: 'null', rows: sql`(${countedByDay(span)}) as days` }
}

/** The same for times to resolve, from the daily totals. */
function pretimed(ctx: Ctx, noun: Noun, conditions: Condition[], by: GroupField | undefined) {
  if (by && !isDayFacet(by)) return undefined
  const span = daySpanOf(ctx, noun, conditions, { column: 'resolved_at', by })
  return span && { value: 'value', n: 'n', minutes: 'minutes', rows: sql`(${resolvedBy(span, by)}) as days` }
}

const periodOf = (time: string, by: Period) =>
  by === 'weekday' || by === 'hour'
    ? `to_char(${time}, '${by === 'hour' ? 'HH24:00' : 'FMDay'}')`
    : `to_char(date_trunc('${by}', ${time}), '${by === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}')`

const isConsecutive = (by: GroupField) => isPeriod(by) && by !== 'weekday' && by !== 'hour'

function valueOf(noun: Noun, by: GroupField, conditions: Condition[]): string {
  if (isPeriod(by)) return periodOf(`${periodTime(noun, conditions)} at time zone 'UTC'`, by)
  const column = schemas[noun].columnOf(by) ?? 'null::text'
  return column === 'ci_ids' ? 'unnest(ci_ids)' : column
}

const minutesOf = (measure: Measure) =>
  measure === 'count' || measure === 'share'
    ? 'null::float8'
    : measure === 'median_time'
      ? 'percentile_cont(0.5) within group (order by minutes)'
      : 'sum(minutes) / sum(n)::float8'

const groupNames: Partial<Record<GroupField, string>> = {
  assigned_to: 'assignee',
  opened_by: 'requester',
  ci_id: 'CI',
  hour: 'hour of the day (UTC)',
}
export const groupName = (field: GroupField) => groupNames[field] ?? humanize(field)

/** Groups with display names. */
export async function withLabels(ctx: Ctx, groups: Group[], by: GroupField | undefined) {
  const names = by === 'ci_id' ? await namesOf(ctx, groups) : new Map<string, string>()
  return groups.map((group) => ({
    ...group,
    minutes: group.minutes === null ? null : Math.round(group.minutes * 10) / 10,
    label: safeText(
      ctx,
      group.value === null ? 'none' : (names.get(group.value) ?? valueText(by ?? '', group.value)),
    ),
  }))
}

export const groupLine = ({ label, count, minutes }: Group & { label: string }) =>
  `- ${label}: ${minutes === null ? count.toLocaleString('en') : `${minutesText(minutes)} (${count.toLocaleString('en')})`}`

/** The answer of a statistic for which the lists have no filter. */
export const groupsAnswer = (
  lines: string[],
  { type, total, groups }: { type: Noun; total: number; groups: (Group & { label: string })[] },
): AnswerBody =>
  plainAnswer(lines.join('\n'), 'stats', { results: { type, total, query: null, records: [], groups } })

async function namesOf(ctx: Ctx, groups: Group[]): Promise<Map<string, string>> {
  const ids = groups.map(({ value }) => value)
  const rows = await allRows<{ id: string; name: string }>(
    ctx.db,
    sql`select id, name from cis where id = any(${ids}::text[]) and deleted_at is null`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
