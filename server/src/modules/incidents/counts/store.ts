import { sql, type RawBuilder } from 'kysely'

/** Fields of the counters, which are maintained with every write so that a total reads no incidents. */
const fields = [
  'state',
  'priority',
  'category',
  'assignment_group',
  'is_unassigned',
  'sla_mark',
  'assigned_to',
] as const
export type CountedField = (typeof fields)[number]

/** A condition on the counters, and the field that it needs. */
export type CountedCondition = [field: CountedField, condition: RawBuilder<unknown>]

/** The levels of detail of the counters, the coarsest first. */
const levels: [level: string, known: readonly CountedField[]][] = [
  ['state', ['state', 'priority']],
  ['group', ['state', 'priority', 'assignment_group']],
  ['assignee', ['state', 'priority', 'assigned_to']],
  ['mark', ['state', 'priority', 'assignment_group', 'is_unassigned', 'sla_mark']],
  ['kind', ['state', 'priority', 'category', 'assignment_group', 'is_unassigned', 'sla_mark']],
]

const fieldList = sql.raw(fields.join(', '))

/** The level of a row of the grouping sets, by the fields that it has. */
const levelOfGroup = sql`case 0 when grouping(category) then 'kind' when grouping(sla_mark) then 'mark'
  when grouping(assignment_group) then 'group' when grouping(assigned_to) then 'assignee' else 'state' end`

const levelOf = (asked: CountedField[]) =>
  levels.find(([, known]) => asked.every((field) => known.includes(field)))

/** Whether one level has all of these fields. */
export const areCounted = (asked: CountedField[]): boolean => levelOf(asked) !== undefined

/** The counters of the coarsest level with these fields, and the increments that are not added up yet. */
export const countsBy = (asked: CountedField[]): RawBuilder<unknown> =>
  sql`(select ${fieldList}, n from incident_totals where level = ${sql.lit(levelOf(asked)![0])}
    union all select ${fieldList}, n from incident_counts) as counts`

/** The number of incidents that meet all conditions. */
export const totalFrom = (conditions: CountedCondition[]): RawBuilder<unknown> =>
  sql`select coalesce(sum(n), 0)::bigint from ${countsBy(conditions.map(([field]) => field))}
    where ${sql.join([sql`true`, ...conditions.map(([, condition]) => condition)], sql` and `)}`

export const isCountedField = (name: string): name is CountedField =>
  (fields as readonly string[]).includes(name)

/** Computed conditions and "assigned" as conditions on the counters. None of them is ever null. */
export const countedConditions: Readonly<Record<string, CountedCondition>> = {
  breached: ['sla_mark', sql`sla_mark is not distinct from 'breached'`],
  at_risk: ['sla_mark', sql`sla_mark is not distinct from 'at_risk'`],
  unassigned: ['is_unassigned', sql`is_unassigned`],
}

/** Adds the increments of writers to the counters of every level. */
export const foldCounts = sql`
  with taken as (delete from incident_counts returning ${fieldList}, n)
  insert into incident_totals (level, ${fieldList}, n)
  select ${levelOfGroup}, ${fieldList}, sum(n) from taken
  group by grouping sets (${sql.raw(levels.map(([, known]) => `(${known.join(', ')})`).join(', '))})
  having sum(n) <> 0
  on conflict (level, ${fieldList}) do update set n = incident_totals.n + excluded.n`
