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
  const from = `${$(dates[0])}::timestamp at time zone 'UTC'`
  const to = `(${$(dates.at(-1))}::timestamp + interval '1 day') at time zone 'UTC'`
  const wanted = Object.entries(facets)
    .filter(([, values]) => values)
    .map(([column, values]) => ` and ${column} = any(${$(values)}::text[])`)
    .join('')
  const within = (column: string) =>
    `deleted_at is null and ${column} >= ${from} and ${column} < ${to}${wanted}`
  return `select
    ${listOf(`select state, priority, assignment_group, sum(n) as n from incident_counts
      where ${isOpen}${wanted} group by 1, 2, 3`)} as kinds,
    (select json_build_object(
        'unassigned', count(*) filter (where assigned_to is null),
        'breached', count(*) filter (where ${isBreached}),
        'at_risk', count(*) filter (where ${isAtRisk}))
      from incidents where deleted_at is null and ${isOpen}${wanted}) as open,
    ${listOf(`select ${dateOf('created_at')} as date, count(*) as n from incidents
      where ${within('created_at')} group by 1`)} as created,
    ${listOf(`select ${dateOf('resolved_at')} as date, priority, count(*) as n,
        sum(extract(epoch from resolved_at - created_at)) / 60 as minutes from incidents
      where ${within('resolved_at')} group by 1, 2`)} as resolved`
}

const listOf = (query: string) => `(select coalesce(json_agg(listed), '[]') from (${query}) as listed)`
const dateOf = (column: string) => `(${column} at time zone 'UTC')::date`
