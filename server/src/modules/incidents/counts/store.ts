import { sql, type RawBuilder } from 'kysely'

/** Incidents are counted by these fields as they are written, so that a total of them reads no incidents. */
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

/** A condition that the counts can check, and the field that they need for it. */
export type CountedCondition = [field: CountedField, condition: RawBuilder<unknown>]

/** The counts are kept at these levels of detail, the coarsest first. */
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

/** Whether one level knows all of these fields. */
export const areCounted = (asked: CountedField[]): boolean => levelOf(asked) !== undefined

/** The counts at the coarsest level that knows these fields, and those that are not added up yet. */
export const countsBy = (asked: CountedField[]): RawBuilder<unknown> =>
  sql`(select ${fieldList}, n from incident_totals where level = ${sql.lit(levelOf(asked)![0])}
    union all select ${fieldList}, n from incident_counts) as counts`

/** How many incidents fulfil all conditions. */
export const totalFrom = (conditions: CountedCondition[]): RawBuilder<unknown> =>
  sql`select coalesce(sum(n), 0)::bigint from ${countsBy(conditions.map(([field]) => field))}
    where ${sql.join([sql`true`, ...conditions.map(([, condition]) => condition)], sql` and `)}`

export const isCountedField = (name: string): name is CountedField =>
  (fields as readonly string[]).includes(name)

/** Conditions over several fields, and whether it is assigned, in terms of the counts. None of them is ever null. */
export const countedConditions: Readonly<Record<string, CountedCondition>> = {
  breached: ['sla_mark', sql`sla_mark is not distinct from 'breached'`],
  at_risk: ['sla_mark', sql`sla_mark is not distinct from 'at_risk'`],
  unassigned: ['is_unassigned', sql`is_unassigned`],
}

/** Adds up what writers have appended, at every level. */
export const foldCounts = sql`
  with taken as (delete from incident_counts returning ${fieldList}, n)
  insert into incident_totals (level, ${fieldList}, n)
  select ${levelOfGroup}, ${fieldList}, sum(n) from taken
  group by grouping sets (${sql.raw(levels.map(([, known]) => `(${known.join(', ')})`).join(', '))})
  having sum(n) <> 0
  on conflict (level, ${fieldList}) do update set n = incident_totals.n + excluded.n`
