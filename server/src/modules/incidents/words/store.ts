import { sql, type RawBuilder } from 'kysely'
import { firstMatches } from '../../../db/first-matches.ts'

/** The filters that the index of words knows. */
export interface IndexedFilters {
  state?: string[] | undefined
  priority?: string[] | undefined
}

interface Search {
  columns: RawBuilder<unknown>
  matches: RawBuilder<unknown>
  filters: IndexedFilters
}

/** The parts of the incidents, the newest first: ids that begin alike, 100,000 each. */
const parts = sql`recursive parts(part, age) as (
    (select left(id, 5), 1 from incidents order by id desc limit 1)
    union all
    select (select left(id, 5) from incidents where id < part order by id desc limit 1), age + 1
    from parts where part is not null)`

const keys = sql`array[left(id, 5), left(id, 5) || state, left(id, 5) || priority]`

/** Whether an incident lies in a part and has these values; several values of a filter are alternatives. */
function isInPart({ state, priority }: IndexedFilters) {
  const given = [state, priority].filter((values) => values !== undefined)
  const wanted = given.length > 0 ? given : [['']]
  const among = wanted.map(
    (values) => sql`${keys} && array[${sql.join(values.map((value) => sql`part || ${value}::text`))}]`,
  )
  return sql.join(among, sql` and `)
}

/** Part after part. The offset keeps it a search of each; as a join, PostgreSQL might collect all matches first. */
const byPart = ({ columns, matches, filters }: Search) =>
  sql`parts cross join lateral (select ${columns} from incidents
    where deleted_at is null and ${matches} and ${isInPart(filters)} offset 0) as of_part`

const recentParts = 2
/** With so many matches in the most recent parts there are probably more than are counted, and a few more parts suffice. */
const manyRecent = 1000

/** The first matches of a search that has no other filters; of a common word, only the parts that they are in are read. */
export function firstMatchesByPart(search: Search): RawBuilder<unknown> {
  const { columns, matches, filters } = search
  const rows = byPart(search)
  if (filters.state || filters.priority) return sql`with ${parts} ${firstMatches(columns, rows)}`
  const isCommon = sql`(select count(*) from recent) >= ${sql.lit(manyRecent)}`
  const isRecent = sql`age <= ${sql.lit(recentParts)}`
  return sql`with ${parts},
    recent as materialized (${firstMatches(columns, sql`${rows} where ${isRecent}`)})
    ${firstMatches(
      columns,
      sql`(select ${columns} from recent
        union all select ${columns} from ${rows} where ${isCommon} and not ${isRecent}
        union all select ${columns} from incidents where not ${isCommon} and deleted_at is null and ${matches}
          and left(id, 5) < (select min(part) from parts where ${isRecent})) as of_parts`,
    )}`
}
