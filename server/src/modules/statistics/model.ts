import { Type, type Static } from 'typebox'
import { day } from '../../kernel/durations.ts'
import { NamedObject, Nullable } from '../../kernel/schema.ts'
import { priorities, type Priority } from '../incidents/model.ts'
import { isOpenState, states, type State } from '../incidents/transitions.ts'

export const longestDays = 365
/** Maximum range in days: three years. */
export const longestRange = 1096
const maxGroups = 10

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ format: 'date', description: 'In UTC' })
const Minutes = Nullable(
  Type.Number({ description: 'From opening to resolution; null when none was resolved' }),
)
const Compliance = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'resolved_within_sla / resolved; null when none was resolved',
  }),
)
const Resolved = NamedObject('ResolvedCount', {
  resolved: Count,
  resolved_within_sla: Count,
  sla_compliance: Compliance,
  mean_minutes_to_resolve: Minutes,
})
const openStates = states.filter(isOpenState)
const each = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

export const IncidentStatistics = NamedObject('IncidentStatistics', {
  from: Day,
  to: Day,
  open: Type.Object(
    {
      total: Count,
      by_priority: Type.Object(each(priorities, () => Count)),
      by_state: Type.Object(each(openStates, () => Count)),
      unassigned: Count,
    },
    { description: 'Neither resolved, closed nor cancelled, whenever they were opened' },
  ),
  breached: Type.Integer({ minimum: 0, description: 'Open ones; see sla=breached of the list' }),
  at_risk: Type.Integer({ minimum: 0, description: 'Open ones; see sla=at_risk of the list' }),
  groups: Type.Array(Type.Object({ assignment_group: Nullable(Type.String()), open: Count }), {
    description: `With open incidents, the busiest first, at most ${maxGroups}`,
  }),
  created: Type.Integer({ minimum: 0, description: 'In these days' }),
  resolved: Type.Integer({ minimum: 0, description: 'In these days, and not reopened since' }),
  resolved_within_sla: Type.Integer({
    minimum: 0,
    description: 'Of the resolved, those that met their SLA target',
  }),
  sla_compliance: Compliance,
  cancelled: Type.Integer({ minimum: 0, description: 'In these days' }),
  backlog_change: Type.Integer({ description: 'created - resolved - cancelled' }),
  mean_minutes_to_resolve: Minutes,
  by_priority: Type.Object(each(priorities, () => Resolved)),
  days: Type.Array(
    Type.Object({
      date: Day,
      created: Count,
      resolved: Count,
      resolved_within_sla: Count,
      sla_compliance: Compliance,
      cancelled: Count,
      mean_minutes_to_resolve: Minutes,
    }),
    { description: 'Every day, oldest first' },
  ),
})
export type IncidentStatistics = Static<typeof IncidentStatistics>

/** The counts from the database; days are dates in UTC. */
export interface IncidentCounts {
  kinds: { state: State; priority: Priority; assignment_group: string | null; n: number }[]
  open: { unassigned: number; breached: number; at_risk: number }
  created: { date: string; n: number }[]
  resolved: { date: string; priority: Priority; n: number; minutes: number; within_sla: number }[]
  cancelled: { date: string; n: number }[]
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The last `count` days, oldest first, including today. */
export const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, place) => dateOf(now.getTime() - (count - 1 - place) * day))

/** How many days a range has, both ends included. */
export const daysBetween = (from: string, to: string): number =>
  1 + Math.round((Date.parse(to) - Date.parse(from)) / day)

/** All dates of a range, both ends included. */
export const datesBetween = (from: string, to: string): string[] =>
  lastDays(new Date(to), daysBetween(from, to))

export function summarise(dates: string[], counted: IncidentCounts): IncidentStatistics {
  const { kinds, created, resolved, cancelled } = counted
  const { unassigned, breached, at_risk } = counted.open
  const resolvedOn = grouped(resolved, ({ date }) => date)
  const createdOn = new Map(created.map(({ date, n }) => [date, n]))
  const cancelledOn = new Map(cancelled.map(({ date, n }) => [date, n]))
  return {
    from: dates[0]!,
    to: dates.at(-1)!,
    open: {
      total: sum(kinds),
      by_priority: each(priorities, (name) => sum(kinds.filter(({ priority }) => priority === name))),
      by_state: each(openStates, (name) => sum(kinds.filter(({ state }) => state === name))),
      unassigned,
    },
    breached,
    at_risk,
    groups: busiest(kinds),
    created: sum(created),
    ...timeOf(resolved),
    cancelled: sum(cancelled),
    backlog_change: sum(created) - sum(resolved) - sum(cancelled),
    by_priority: each(priorities, (name) => timeOf(resolved.filter(({ priority }) => priority === name))),
    days: dates.map((date) => ({
      date,
      created: createdOn.get(date) ?? 0,
      cancelled: cancelledOn.get(date) ?? 0,
      ...timeOf(resolvedOn.get(date) ?? []),
    })),
  }
}

const sum = (rows: { n: number }[]) => rows.reduce((total, { n }) => total + n, 0)

function grouped<Row, Key>(rows: Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** The mean is rounded to a tenth of a minute. */
function timeOf(rows: IncidentCounts['resolved']) {
  const resolved = sum(rows)
  const minutes = rows.reduce((total, row) => total + row.minutes, 0)
  const resolved_within_sla = rows.reduce((total, row) => total + row.within_sla, 0)
  return {
    resolved,
    resolved_within_sla,
    sla_compliance: resolved === 0 ? null : resolved_within_sla / resolved,
    mean_minutes_to_resolve: resolved === 0 ? null : Math.round((10 * minutes) / resolved) / 10,
  }
}

const busiest = (kinds: IncidentCounts['kinds']): IncidentStatistics['groups'] =>
  [...grouped(kinds, ({ assignment_group }) => assignment_group)]
    .map(([assignment_group, rows]) => ({ assignment_group, open: sum(rows) }))
    .filter(({ open }) => open > 0)
    .toSorted((a, b) => b.open - a.open || (a.assignment_group ?? '').localeCompare(b.assignment_group ?? ''))
    .slice(0, maxGroups)
