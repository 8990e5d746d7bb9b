import { sql, type RawBuilder } from 'kysely'
import { firstMatches } from '../../db/first-matches.ts'
import { maxCounted } from '../../kernel/totals.ts'
import { allOf, type Condition } from '../records/store.ts'
import type { ListOrder } from './list-order.ts'
import { jsonColumns } from './store.ts'
import { firstMatchesByPart, type IndexedFilters } from './words/store.ts'

/** Rows to scan in list order for a word with many matches, before all matches are sorted instead. */
const maxWalked = 20_000

export interface PageSource {
  /** Common table expressions; the last one is `found`: the rows of the page in order, and one more if there is one. */
  parts: RawBuilder<unknown>
  total: RawBuilder<unknown>
  total_is_exact: RawBuilder<unknown>
}

interface Search {
  matches: Condition
  others: Condition[]
  /** The same filters, if the word index covers all of them. */
  indexed: IndexedFilters | undefined
  order: ListOrder
  without_total: boolean | undefined
}

/**
 * The matches up to the limit are read once, from the word index, for the page and the total. With more matches, the page is
 * found by scanning in list order; if that takes too long, all matches are sorted. Without a total, nothing reads `matching`,
 * so PostgreSQL does not evaluate it.
 */
export function searchPage({ matches, others, indexed, order, without_total }: Search): PageSource {
  const { sort, start, sorted, end, limit, firstRows } = order
  const columns = sql`id, ${sort}`
  const isMany = without_total ? sql`true` : sql`(select count(*) from matching) > ${sql.lit(maxCounted)}`
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
      found as (select id, ${sort}, ${jsonColumns} from incidents where id in (select id from chosen) ${sorted})`,
    total: without_total ? sql`0` : sql`select least(count(*), ${sql.lit(maxCounted)}) from matching`,
    total_is_exact: without_total ? sql`true` : sql`not ${isMany}`,
  }
}
