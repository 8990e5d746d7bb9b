import { sql, type RawBuilder } from 'kysely'
import { firstMatches } from '../../db/first-matches.ts'
import { maxCounted } from '../../kernel/totals.ts'
import { allOf, type Condition } from '../records/store.ts'
import type { ListOrder } from './list-order.ts'
import { firstMatchesByPart, type IndexedFilters } from './words/store.ts'

/** A word with more matches than are counted is met soon in any order, unless it was only used at one time. */
const maxWalked = 20_000

export interface PageSource {
  /** Common table expressions; the last one is `found`: the rows of the page in their order, and one more if there is one. */
  parts: RawBuilder<unknown>
  total: RawBuilder<unknown>
  total_is_exact: RawBuilder<unknown>
}

interface Search {
  matches: Condition
  /** The other filters. */
  others: Condition[]
  /** The same, if the index of words knows all of them. */
  indexed: IndexedFilters | undefined
  order: ListOrder
}

/**
 * The matches up to the limit are read once, by the index of words, for the page and the total. With more of them, the page is
 * looked for in the order of the list; if that takes too long, it is sorted out of all matches.
 */
export function searchPage({ matches, others, indexed, order }: Search): PageSource {
  const { sort, start, sorted, end, limit, firstRows } = order
  const columns = sql`id, ${sort}`
  const isMany = sql`(select count(*) from matching) > ${sql.lit(maxCounted)}`
  const isWalked = sql`(select count(*) from walked) > ${sql.lit(limit)}`
  return {
    parts: sql`
      matching as materialized (
        ${indexed ? firstMatchesByPart({ columns, matches, filters: indexed }) : firstMatches(columns, sql`incidents where ${allOf([...others, matches])}`)}),
      walked as materialized (
        select id, ${sort} from (${firstRows(sql`id, ${sort}, search`, others, maxWalked)}) as incidents
        where ${isMany} and ${matches} ${end}),
      all_matching as materialized (
        select id, ${sort} from incidents
        where ${isMany} and not ${isWalked} and ${allOf([...others, matches, ...start])}),
      chosen as materialized (
        select id from walked where ${isWalked}
        union all (
          select id from (
            select id, ${sort} from all_matching
            union all select id, ${sort} from matching where ${allOf([sql`not ${isMany}`, ...start])}) as either
          where not ${isWalked} ${end})),
      found as (select id, ${sort}, body from incidents where id in (select id from chosen) ${sorted})`,
    total: sql`select least(count(*), ${sql.lit(maxCounted)}) from matching`,
    total_is_exact: sql`not ${isMany}`,
  }
}
