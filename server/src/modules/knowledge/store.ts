import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../db/ctx.ts'
import { allRows, firstRow, firstValue, isFound } from '../../db/rows.ts'
import { searchQuery, withSpellings } from '../../db/search-query.ts'
import { editors, hasAnyRole, type Actor } from '../../kernel/actor.ts'
import type { State } from '../incidents/transitions.ts'
import { isOpenNote } from '../incidents/where.ts'
import { tableOf, type Condition } from '../records/store.ts'
import { delimiter, type Marks } from './excerpt.ts'
import type { ResolvedIncident } from './incident-draft.ts'
import { article, type ArticleRow } from './model.ts'

export const articles = tableOf<ArticleRow>({
  table: 'articles',
  next_id: `record_id('KB', nextval('article_numbers'))`,
  ...article,
})

/** Before it is changed: the article as it is now. */
export const keepVersion = (tx: Tx, article_id: string) =>
  sql`insert into article_versions (article_id, version, title, body, category, tags, state, author, at)
    select id, version, title, body, category, tags, state, updated_by, updated_at from articles
    where id = ${article_id}`.execute(tx)

/** Whether an earlier version was public; the current one may be a draft again. */
export const wasPublished = (tx: Tx, article_id: string): Promise<boolean> =>
  isFound(
    tx,
    sql`select from article_versions where article_id = ${article_id} and state = 'published' limit 1`,
  )

/** The rule of isVisibleTo for lists, which never show deleted ones. */
export const visibleTo = (actor: Actor): Condition[] =>
  hasAnyRole(actor, editors) ? [] : [sql<boolean>`(state = 'published' or author_id = ${actor.id})`]

export const staleSince = (now: Date, months: number): Condition[] => [
  sql<boolean>`state = 'published'
    and greatest(updated_at, reviewed_at) < ${now}::timestamptz - make_interval(months => ${months}::integer)`,
]

/** What a list is sorted by; upper and lower case make no difference. */
export const sortKey = (sort: string, q: string): RawBuilder<unknown> =>
  sort === 'relevance'
    ? relevanceTo(q)
    : sort === 'title'
      ? sql`lower(title)`
      : sql.ref(columnOf[sort] ?? sort)

const columnOf: Record<string, string> = { helpful: 'helpful_count', unhelpful: 'unhelpful_count' }

/**
 * From 0 to 2: an article whose title contains all words ranks first, however often a text repeats them. Words are ranked
 * as alternatives, because for a conjunction PostgreSQL would compare every position of each word with those of all others.
 */
const relevanceTo = (q: string) =>
  sql`(ts_filter(search, '{a}') @@ ${searchQuery(q)})::integer + ts_rank(search, ${searchQuery(q)} || ${searchQuery(q)})`

/** What is replaced in Markdown, so that its text is left on one line. */
const markdown = [
  [String.raw`!?\[([^\]]*)\]\([^)\s]*\)`, String.raw`\1`], // links
  [String.raw`(^|\n)\s*(#{1,6}|[-+*])\s|-{3,}|\|`, ' '], // headings, items of lists, tables
  [String.raw`\*{1,2}(?=\S)([^*]*[^\s*])\*{1,2}(?!\w)`, String.raw`\1`], // emphasis
  ['`|' + String.raw`(?<!\w)_(?=\w)|(?<=\w)_(?!\w)`, ''], // code and emphasis
  [String.raw`\s+`, ' '],
] as const

const plainText = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  markdown.reduce(
    (before, [pattern, text]) => sql`regexp_replace(${before}, ${sql.lit(pattern)}, ${sql.lit(text)}, 'g')`,
    text,
  )

/**
 * Title and passage of each, and both as they are searched, with marks. Searching a long text for its best passage is slow, so
 * PostgreSQL searches a part of it, around the first position of the last word. Angle brackets are removed, because its parser
 * would skip them as tags.
 */
export const headlinesOf = (
  db: Db,
  ids: string[],
  q: string,
  { start, stop }: Marks,
): Promise<{ id: string; title: string; passage: string; marked_title: string; marked_passage: string }[]> =>
  allRows(
    db,
    sql`
    with words as materialized (
      select rtrim(lexeme, 'i') as beginning from unnest(to_tsvector('english', ${withSpellings(q)}))
      order by length(lexeme) desc, lexeme limit 8)
    select id, title, passage,
      ts_headline('english', translate(folded(title), '<>', '  '), query, ${`StartSel=${start}, StopSel=${stop}, HighlightAll=true`})
        as marked_title,
      ts_headline('english', folded(passage), query, ${`StartSel=${start}, StopSel=${stop}, ${fragments}`}) as marked_passage
    from articles, ${searchQuery(q)} as query,
      lateral (select folded(lower(body)) as text offset 0) as plain,
      lateral (select max(strpos(plain.text, beginning)) as found_at from words) as found,
      lateral (select found_at + ${howMany(String.raw`[\u0300-\u036f]`)} - ${howMany('[ßæœþ]')} as place) as in_body,
      lateral (
        select btrim(${plainText(sql`translate(substr(body, greatest(1, place - 300), 2000), '<>', '  ')`)}) as passage
      ) as around
    where id = any(${ids}::text[])`,
  )

/** The letters and accents before the match that are longer or shorter in the folded text. */
const howMany = (letters: string) => sql`regexp_count(left(body, found_at), ${sql.lit(letters)}, 1, 'i')`

const fragments = `MaxFragments=2, MinWords=15, MaxWords=30, ShortWord=0, FragmentDelimiter="${delimiter}"`

/** Locked, so that concurrent drafts from the same incident are serialised. */
export async function lockIncident(
  tx: Tx,
  id: string,
): Promise<(ResolvedIncident & { state: State; article_id: string | null }) | undefined> {
  const incident = await firstRow<ResolvedIncident & { state: State }>(
    tx,
    sql`select id, state, short_description, description, category, subcategory, resolved_at
      from incidents where id = ${id} and deleted_at is null for update`,
  )
  if (!incident) return undefined
  const notes = await allRows(
    tx,
    sql<ResolvedIncident['notes'][number]>`select body, created_at from work_notes
      where incident_id = ${id} and ${isOpenNote} order by seq`,
  )
  const article_id = await firstValue<string>(
    tx,
    sql`select id from articles where source_incident_id = ${id} and deleted_at is null and state <> 'retired'`,
  )
  return { ...incident, notes, article_id: article_id ?? null }
}
