import { sql, type RawBuilder } from 'kysely'
import { activeAddresses } from '../../db/accounts.ts'
import { anyWords } from '../../db/client.ts'
import type { Db, Tx } from '../../db/ctx.ts'
import { allRows, countAffected } from '../../db/rows.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { IdentifiedType } from '../../kernel/record-ids.ts'
import { change } from '../changes/model.ts'
import { incident } from '../incidents/model.ts'
import { visibleTo } from '../knowledge/store.ts'
import { allOf, type Condition } from '../records/store.ts'
import { request } from '../requests/model.ts'
import { importTypes, type ImportType } from '../imports/model.ts'
import { hasExternalId, systems } from './where.ts'
import { termOf, umlautsIn, type FoundResult, type Queries, type ResultType, type Term } from './model.ts'

interface Source {
  table: string
  title: string
  state: string
  priority?: string
  detail: string
  /** States that are shown first; undefined: all states are equal. */
  open_states?: readonly string[]
}

const ticket = (table: string, { open_states }: { open_states: readonly string[] }): Source => ({
  table,
  title: 'short_description',
  state: 'state',
  priority: 'priority',
  detail: 'assigned_to',
  open_states,
})

const sources: Record<IdentifiedType, Source> = {
  incident: ticket('incidents', incident),
  change: ticket('changes', change),
  request: ticket('requests', request),
  article: { table: 'articles', title: 'title', state: 'state', detail: 'category' },
  ci: { table: 'cis', title: 'name', state: 'status', detail: 'class' },
}

/** A common word is found among this many newest records; other words are rare enough for the index. */
const newest = 1000
const enough = 8
/** Limits the index matches of a word that was common in the past. */
const mostIndexed = 2000
/** Systems may use the same number. */
const mostImported = 5

const visible = (type: IdentifiedType, actor: Actor): Condition[] => [
  sql`deleted_at is null`,
  ...(type === 'article' ? visibleTo(actor) : []),
]

const shown = (type: IdentifiedType) => {
  const { title, state, priority, detail } = sources[type]
  return sql`id, ${sql.ref(title)} as title, ${sql.ref(state)} as state,
    ${priority ? sql.ref(priority) : sql`null::text`} as priority, ${sql.ref(detail)} as detail`
}

interface Search {
  /** As it was typed. */
  text: string
  numbers: { type: IdentifiedType; id: string }[]
  terms: Term[]
  queries: Queries
  types: readonly ResultType[]
  actor: Actor
  /** Of each type. */
  limit: number
}

/**
 * One statement, so that a search takes one connection: numbers, then each type in its order. Planning it takes longer than
 * running it (6 of 12 ms), and no step of it costs more for common words.
 */
export function find(db: Db, search: Search): Promise<FoundResult[]> {
  const { numbers, terms, types } = search
  const parts = [
    ...numbers.map((named) => byNumber(named, search)),
    ...importTypes.filter((type) => types.includes(type)).map((type) => byExternalId(type, search)),
    ...(terms.length > 0
      ? types.map((type) => (type === 'person' ? byName(search) : byWords(type, search)))
      : []),
  ]
  if (parts.length === 0) return Promise.resolve([])
  const each = parts.map(
    (part, place) =>
      sql`select ${sql.lit(place)} as place, row_number() over () as rank, part.* from (${part}) as part`,
  )
  return allRows(
    db,
    sql<FoundResult>`with recursive ${systems} select ${sql.raw(anyWords)} type, id, title, state, priority, detail, match, score::float8
      from (${sql.join(each, sql` union all `)}) as found order by place, rank`,
  )
}

const byNumber = ({ type, id }: Search['numbers'][number], { actor }: Search) => sql`
  select ${sql.lit(type)} as type, ${shown(type)}, 'number' as match, 1 as score
  from ${sql.table(sources[type].table)} where id = ${id} and ${allOf(visible(type, actor))}`

/** By the number in the system that it was imported from. */
const byExternalId = (type: ImportType, { text, actor }: Search) => sql`
  select ${sql.lit(type)} as type, ${shown(type)}, 'number' as match, 1 as score
  from ${sql.table(sources[type].table)}
  where ${allOf([hasExternalId(type, [text, text.toUpperCase()]), ...visible(type, actor)])}
  order by id limit ${sql.lit(mostImported)}`

/** Those whose title has the words and that are open come first, then the newest. */
function byWords(type: IdentifiedType, { queries, actor, limit }: Search) {
  const { table, open_states } = sources[type]
  const [conditions, from] = [allOf(visible(type, actor)), sql.table(table)]
  const query = (text: string) => sql`to_tsquery('english', ${text})`
  const [exact, loose] = [query(queries.exact), query(queries.loose)]
  const columns = sql`${shown(type)}, search, created_at`
  const isFew = sql`(select count(*) from walked) < ${sql.lit(enough)}`
  const openFirst = open_states ? sql`(state = any(${[...open_states]}::text[])) desc,` : sql``
  // Numbered instead of limited: with a limit PostgreSQL would scan rows and test each of them for the words.
  return sql`with newest as materialized (
      select ${columns} from ${from} where ${conditions} order by created_at desc, id desc limit ${sql.lit(newest)}),
    walked as materialized (select * from newest where search @@ ${loose}),
    older as materialized (
      select * from (
        select ${columns}, row_number() over () as n from ${from}
        where ${queries.indexed === undefined ? sql`false` : sql`${isFew} and ${conditions} and search @@ ${query(queries.indexed)}`}
      ) as numbered
      where n <= ${sql.lit(mostIndexed)} and search @@ ${loose} and id not in (select id from walked)),
    found as (
      select id, title, state, priority, detail, search, created_at from walked
      union all select id, title, state, priority, detail, search, created_at from older)
    select ${sql.lit(type)} as type, id, title, state, priority, detail,
      case when is_exact then 'words' else 'similar' end as match,
      case when is_exact then 0.6 else 0.2 end + case when is_in_title then 0.3 else 0 end as score
    from found, lateral (select search @@ ${exact} as is_exact, ts_filter(search, '{a}') @@ ${loose} as is_in_title) as fit
    order by is_exact desc, is_in_title desc, ${openFirst} created_at desc, id desc
    limit ${sql.lit(limit)}`
}

/** By a prefix of any word of the name or email address, or by a similar name. */
function byName({ text, terms, limit }: Search) {
  const umlauts = umlautsIn(text)
  const begins = (words: string[]): Condition => {
    const pattern = `\\m(${words.join('|')})`
    return sql`(folded(name) ~* ${pattern} or email ~* ${pattern})`
  }
  const asTyped = allOf(terms.map(({ word }) => begins([word, ...umlauts.get(word)!])))
  const asMeant = allOf(terms.map(({ word, similar }) => begins([word, ...umlauts.get(word)!, ...similar])))
  return sql`select 'person' as type, email as id, name as title, null as state, null as priority,
      nullif(array_to_string(groups, ', '), '') as detail,
      case when ${asTyped} then 'words' else 'similar' end as match,
      case when ${asTyped} then 0.9 else 0.5 end as score
    from ${activeAddresses(asMeant)} as people
    order by (${asTyped}) desc, name, email limit ${sql.lit(limit)}`
}

const mostOffered = 50

export async function lookUp(db: Db, words: string[]): Promise<Term[]> {
  const rows = await allRows<{ typed: string; is_stop: boolean; completions: string[]; similar: string[] }>(
    db,
    sql`select typed, length(to_tsvector('english', typed)) = 0 as is_stop,
        array(select word from search_words where word >= typed and word < typed || chr(1114111)
          order by word limit ${sql.lit(mostOffered)}) as completions,
        array(select word from search_words where spellings && spellings_of(typed)
          limit ${sql.lit(mostOffered)}) as similar
      from unnest(${words}::text[]) with ordinality as words(typed, place) order by place`,
  )
  // Stop words such as "in" are not indexed; alone, they can only be a prefix of another word.
  const indexed = rows.filter(({ is_stop }) => !is_stop)
  return (indexed.length > 0 ? indexed : rows).map(({ typed, ...found }) => termOf(typed, found))
}

/** Maximum size of the dictionary. */
const mostWords = 300_000

export const hasNewWords: RawBuilder<boolean> = sql`exists (select from new_search_words)`

/** Beyond the limit, a tenth makes room: the words that no title has had for the longest time. */
export async function learnWords(tx: Tx, most = mostWords): Promise<void> {
  const added = await countAffected(
    tx,
    sql`with taken as (delete from new_search_words returning title),
      learnt as (select distinct word from (select distinct title from taken) as titles, unnest(title_words(title)) as word),
      seen as (
        update search_words set seen_on = current_date from learnt
        where search_words.word = learnt.word and seen_on < current_date)
      insert into search_words (word, spellings)
      select word, spellings_of(word) from learnt
      where not exists (select from search_words as known where known.word = learnt.word)
      on conflict do nothing`,
  )
  if (added === 0) return
  await sql`delete from search_words where word in (
    select word from search_words order by seen_on
    limit case when (select count(*) from search_words) > ${most} then ${Math.ceil(most / 10)} else 0 end)`.execute(
    tx,
  )
}
