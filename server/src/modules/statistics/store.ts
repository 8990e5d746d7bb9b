import type { Db } from '../../db/ctx.ts'
import { sharing } from '../../db/gather.ts'
import { compose, runComposed } from '../../db/statement.ts'
import { isAtRisk, isBreached, isOpen } from '../incidents/store.ts'
import type { Counted } from './model.ts'

/** Several values of one field are alternatives. */
export interface Facets {
  priority?: string[] | undefined
  category?: string[] | undefined
  assignment_group?: string[] | undefined
}

type Place = (value: unknown) => string

/** One statement, so that all figures are of the same moment; whoever asks the same meanwhile shares the answer. */
export async function countIncidents(db: Db, dates: string[], facets: Facets): Promise<Counted> {
  const { text, values } = compose(($) => statement($, dates, facets))
  const [row] = await shared(db, `${text} ${JSON.stringify(values)}`, () =>
    runComposed<Counted>(db, text, values),
  )
  return row!
}

const shared = sharing<Counted[]>()

function statement($: Place, dates: string[], facets: Facets): string {
  const wanted = Object.entries(facets)
    .filter(([, values]) => values)
    .map(([column, values]) => ` and ${column} = any(${$(values)}::text[])`)
    .join('')
  // Day by day, each a piece of an index: to work out the date of every record would take three times as long.
  const days = `(select day::date as date, day at time zone 'UTC' as start, (day + interval '1 day') at time zone 'UTC' as over
    from generate_series(${$(dates[0])}::timestamp, ${$(dates.at(-1))}, interval '1 day') as day) as days`
  const among = (column: string) =>
    `from incidents where deleted_at is null and ${column} >= start and ${column} < over${wanted}`
  return `select
    ${listOf(`select state, priority, assignment_group, sum(n) as n from incident_counts
      where ${isOpen}${wanted} group by 1, 2, 3`)} as kinds,
    (select json_build_object(
        'unassigned', count(*) filter (where assigned_to is null),
        'breached', count(*) filter (where ${isBreached}),
        'at_risk', count(*) filter (where ${isAtRisk}))
      from incidents where deleted_at is null and ${isOpen}${wanted}) as open,
    ${listOf(`select date, (select count(*) ${among('created_at')}) as n from ${days}`)} as created,
    ${listOf(`select date, priority, n, extract(epoch from taken) / 60 as minutes from ${days} cross join lateral (
      select priority, count(*) as n, sum(resolved_at - created_at) as taken
      ${among('resolved_at')} group by priority) as resolved`)} as resolved`
}

const listOf = (query: string) => `(select coalesce(json_agg(listed), '[]') from (${query}) as listed)`
