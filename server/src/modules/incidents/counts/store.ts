import { sql, type RawBuilder } from 'kysely'

/** Incidents are counted by these fields as they are written, so that a total of them reads no incidents. */
const fields = ['state', 'priority', 'category', 'assignment_group', 'is_unassigned', 'sla_mark'] as const
export type CountedField = (typeof fields)[number]

/** A condition that the counts can check, and the field that they need for it. */
export type CountedCondition = [field: CountedField, condition: RawBuilder<unknown>]

/** The counts are kept at these levels of detail, the coarsest first. */
const levels: [level: string, known: readonly CountedField[]][] = [
  ['state', ['state', 'priority']],
  ['group', ['state', 'priority', 'assignment_group']],
  ['kind', fields],
]

const fieldList = sql.raw(fields.join(', '))

/** The counts at the coarsest level that knows these fields, and those that are not added up yet. */
export function countsBy(asked: CountedField[]): RawBuilder<unknown> {
  const [level] = levels.find(([, known]) => asked.every((field) => known.includes(field)))!
  return sql`(select ${fieldList}, n from incident_totals where level = ${sql.lit(level)}
    union all select ${fieldList}, n from incident_counts) as counts`
}

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
  select case when grouping(category) = 0 then 'kind' when grouping(assignment_group) = 0 then 'group' else 'state' end,
    ${fieldList}, sum(n)
  from taken
  group by grouping sets ((state, priority), (state, priority, assignment_group), (${fieldList}))
  having sum(n) <> 0
  on conflict (level, ${fieldList}) do update set n = incident_totals.n + excluded.n`
