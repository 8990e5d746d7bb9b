import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../db/page.ts'
import { isOneOf } from '../records/noun.ts'
import { allOf, type Condition } from '../records/store.ts'
import { statesOf, type IncidentFilters } from './list-conditions.ts'
import { isOpenState, states } from './transitions.ts'

/** The order of a list, and where its page starts. */
export interface ListOrder {
  sort: RawBuilder<unknown>
  limit: number
  /** The condition for rows after the cursor. */
  start: Condition[]
  sorted: RawBuilder<unknown>
  /** Order, offset and limit of the page, with one more row to know whether another page follows. */
  end: RawBuilder<unknown>
  /** The first rows from the start, by an index. */
  firstRows: (columns: RawBuilder<unknown>, conditions: Condition[], limit: number) => RawBuilder<unknown>
}

export const typeOf = (sort: string) => (sort.endsWith('_at') ? 'timestamptz' : 'text')

export function orderOf(request: PageRequest, filters: IncidentFilters): ListOrder {
  const { order, limit, after, page } = request
  const sort = sql.ref(request.sort)
  const direction = sql.raw(order)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start: Condition[] = after
    ? [sql`(${sort}, id) ${beyond} (${after[0]}::${sql.raw(typeOf(request.sort))}, ${after[1]})`]
    : []
  const sorted = sql`order by ${sort} ${direction}, id ${direction}`
  const end = sql`${sorted} limit ${sql.lit(limit + 1)} offset ${sql.lit(after ? 0 : (page - 1) * limit)}`
  const firstRows: ListOrder['firstRows'] = (columns, conditions, most) => {
    const firstAmong = (among: Condition[]) =>
      sql`select ${columns} from incidents where ${allOf([...conditions, ...start, ...among])}
        ${sorted} limit ${sql.lit(most)}`
    if (request.sort !== 'sla_breach_at') return firstAmong([])
    const parts = halvesOf(filters).map((half) => sql`(${firstAmong([sql.raw(isOneOf('state', half))])})`)
    return sql`select * from (${sql.join(parts, sql` union all `)}) as incidents ${sorted} limit ${sql.lit(most)}`
  }
  return { sort, limit, start, sorted, end, firstRows }
}

const halves = [states.filter(isOpenState), states.filter((state) => !isOpenState(state))]

/** The order by SLA has one index for open incidents and one for the others; returns those that the list needs. */
function halvesOf(filters: IncidentFilters) {
  const asked = statesOf(filters) ?? states
  return halves.filter((half) => half.some((each) => asked.includes(each)))
}
