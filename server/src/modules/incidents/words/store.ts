import { sql, type RawBuilder } from 'kysely'
import { firstMatches } from '../../../db/first-matches.ts'
import { maxCounted } from '../../../kernel/totals.ts'

/** The filters that the word index covers. */
export interface IndexedFilters {
  state?: readonly string[] | undefined
  priority?: readonly string[] | undefined
  /** Further conditions, which the index does not cover. */
  rest?: RawBuilder<unknown> | undefined
}

interface Search {
  columns: RawBuilder<unknown>
  matches: RawBuilder<unknown>
  filters: IndexedFilters
}

/** The same as in the index; a test compares them with the model. */
const openStates = ['new', 'in_progress', 'on_hold', 'reopened']

/** PostgreSQL uses the index only for the same expression. */
const keys = sql`(array[left(id, 6), left(id, 5), left(id, 5) || state, left(id, 5) || priority]
  || case when state in (${sql.join(openStates.map((state) => sql.lit(state)))})
    then array[left(id, 5) || 'open', left(id, 5) || 'open' || priority] else '{}' end)`

/** Partitions of the incidents by id prefix, newest first, with 10,000 or 100,000 incidents each. */
const partsOf = (name: string, length: number) => {
  const part = sql`left(id, ${sql.lit(length)})`
  return sql`${sql.raw(name)}(part) as (
    (select ${part} from incidents order by id desc limit 1)
    union all
    select (select ${part} from incidents where id < part order by id desc limit 1)
    from ${sql.raw(name)} where part is not null)`
}
const parts = sql`recursive ${partsOf('small_parts', 6)}, ${partsOf('large_parts', 5)}`

/** Index keys of the filters, without the id prefix; one of each list must match. */
function wantedKeys({ state, priority }: IndexedFilters): (readonly string[])[] {
  const isOpen = state?.toSorted().join() === openStates.toSorted().join()
  if (isOpen) return [priority?.map((each) => `open${each}`) ?? ['open']]
  return [state, priority].filter((each) => each !== undefined)
}

const hasOneOf = (wanted: readonly string[]) =>
  sql`${keys} && array[${sql.join(wanted.map((key) => sql`left(part, 5) || ${key}::text`))}]`

/** Searches partition by partition. The offset prevents a join, for which PostgreSQL might collect all matches first. */
function byPart(name: 'small_parts' | 'large_parts', { columns, matches, filters }: Search) {
  const wanted = wantedKeys(filters)
  // These keys contain the large partition.
  const isPlain = wanted.length === 0 || name === 'small_parts'
  const { rest } = filters
  const among = [
    ...(isPlain ? [sql`${keys} && array[part]`] : []),
    ...wanted.map(hasOneOf),
    ...(rest ? [rest] : []),
  ]
  return sql`${sql.raw(name)} cross join lateral (select ${columns} from incidents
    where deleted_at is null and ${matches} and ${sql.join(among, sql` and `)} offset 0) as of_part`
}

/** Matches in the two newest small partitions from which words count as common, and as very common. */
const common = 100
const veryCommon = 1500

/**
 * The first matches of a search. For common words, only as many partitions are read as needed; for others all matches at
 * once, which is cheaper. The newest partitions show which case it is; the choice affects only the cost.
 */
export function firstMatchesByPart(search: Search): RawBuilder<unknown> {
  const { columns, matches, filters } = search
  const hasAtLeast = (count: number) => sql`(select n from newest) >= ${sql.lit(count)}`
  const newest = sql`select count(*) as n from (
    select row_number() over () as n
    from (select part from small_parts limit 2) as small_parts
    cross join lateral (select from incidents where ${matches} and ${keys} && array[part] offset 0) as of_part) as counted
    where n <= ${sql.lit(veryCommon)}`
  const ofSmall = sql`select ${columns} from ${byPart('small_parts', search)} where ${hasAtLeast(veryCommon)}`
  const ofLarge = sql`select ${columns} from ${byPart('large_parts', search)} where not ${hasAtLeast(veryCommon)}`
  const parted = sql`with ${parts}, newest as materialized (${newest})`
  // Partitions use the index in any case, so a limit is safe, and cheaper than numbers.
  if (filters.state ?? filters.priority)
    return sql`${parted} select ${columns} from (${ofSmall} union all ${ofLarge}) as matching
      limit ${sql.lit(maxCounted + 1)}`
  const atOnce = sql`select ${columns} from incidents
    where not ${hasAtLeast(common)} and deleted_at is null and ${matches}`
  return sql`${parted} ${firstMatches(
    columns,
    sql`(${ofSmall} union all ${ofLarge} and ${hasAtLeast(common)} union all ${atOnce}) as matching`,
  )}`
}
