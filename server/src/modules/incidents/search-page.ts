import { sql, type RawBuilder } from 'kysely'
import { mostCounted } from '../../http/list.ts'
import { allOf, type Condition } from '../records/store.ts'

/** A word with more matches than that is met soon in any order, unless it was only used at one time. */
const mostWalked = 20_000

export interface PageSource {
  /** Common table expressions; the last one is `found`: the rows of the page in their order, and one more if there is one. */
  parts: RawBuilder<unknown>
  total: RawBuilder<unknown>
  total_is_exact: RawBuilder<unknown>
}

interface Search {
  /** The incidents, so that the order of the list has an index. */
  rows: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** All filters, and those besides the text. */
  conditions: Condition[]
  others: Condition[]
  matches: Condition
  start: Condition[]
  order: RawBuilder<unknown>
  /** The order with limit and offset. */
  end: RawBuilder<unknown>
  limit: number
}

/**
 * The matches up to the limit are read once, by the index of words, for the page and the total. With more of them, the page is
 * looked for in the order of the list; if that takes too long, it is sorted out of all matches.
 */
export function searchPage(search: Search): PageSource {
  const { rows, columns, conditions, others, matches, start, order, end, limit } = search
  const most = sql.lit(mostCounted)
  const isMany = sql`(select count(*) from matching) > ${most}`
  const isWalked = sql`(select count(*) from walked) > ${sql.lit(limit)}`
  return {
    parts: sql`
      matching as materialized (
        select id from incidents where ${allOf(conditions)} limit ${sql.lit(mostCounted + 1)}),
      walked as materialized (
        select ${columns} from (
          select ${columns}, search from ${rows} where ${allOf([...others, ...start])}
          ${order} limit ${sql.lit(mostWalked)}) as incidents
        where ${isMany} and ${matches} ${end}),
      sorted as materialized (
        select id from incidents where ${isMany} and not ${isWalked} and ${allOf([...conditions, ...start])}),
      chosen as (
        select ${columns} from incidents
        where id in (select id from matching where not ${isMany} union all select id from sorted)
          and ${allOf([sql`not ${isWalked}`, ...start])} ${end}),
      found as (
        select * from (select * from walked where ${isWalked} union all select * from chosen) as either ${order})`,
    total: sql`select least(count(*), ${most}) from matching`,
    total_is_exact: sql`not ${isMany}`,
  }
}
