import { sql, type RawBuilder } from 'kysely'
import { people } from '../../../db/accounts.ts'
import type { Ctx, Db } from '../../../db/ctx.ts'
import { allRows, firstRow, onlyRow } from '../../../db/rows.ts'
import type { GroupField } from './language/meaning.ts'
import { partialNames, possibleNames, type CiName, type Names } from './language/names.ts'
import { wordsOf, type Word } from './language/words.ts'

/** Limits the names that are read for a question. */
const most = 1000

/** Distinct values by a loose index scan, whose cost does not depend on the number of records. */
const distinct = (tableName: string, columnName: string) => {
  const [table, column] = [sql.table(tableName), sql.ref(columnName)]
  return sql`
  (with recursive found(value) as (
    (select ${column} from ${table} where deleted_at is null and ${column} is not null order by ${column} limit 1)
    union all
    select (select ${column} from ${table} where deleted_at is null and ${column} > found.value order by ${column} limit 1)
    from found where found.value is not null)
  select value from found where value is not null limit ${sql.lit(most)})`
}

const listOf = (...parts: RawBuilder<unknown>[]) =>
  sql`array(select distinct value from (${sql.join(parts, sql` union all `)}) as listed order by value)`

type Row = Omit<Names, 'cis' | 'my_groups'>

/** The names that a question may use. Read for each question, so that every node knows new names. */
export async function namesFor({ db, actor }: Ctx, question: string): Promise<Names> {
  const words = wordsOf(question)
  const [names, my_groups, named, alike] = await Promise.all([
    readNames(db),
    groupsOf(db, actor.id),
    findCis(db, [...possibleNames(words), ...possibleNames(asTyped(words))]),
    findCisByPart(db, words),
  ])
  return { ...names, my_groups, cis: new Map([...alike, ...named]) }
}

/** Without parameters, so that PostgreSQL plans it once for a connection: that takes nearly as long as reading the names. */
const readNames = (db: Db): Promise<Row> =>
  onlyRow(
    db,
    sql<Row>`
    select
      ${listOf(
        distinct('incidents', 'assignment_group'),
        distinct('changes', 'assignment_group'),
        distinct('requests', 'assignment_group'),
        distinct('cis', 'support_group'),
      )} as groups,
      ${listOf(
        distinct('incidents', 'category'),
        distinct('changes', 'category'),
        distinct('requests', 'category'),
        sql`(select distinct category as value from articles where deleted_at is null and state = 'published' and category is not null)`,
      )} as categories,
      ${listOf(distinct('cis', 'class'))} as classes,
      ${listOf(
        distinct('incidents', 'assigned_to'),
        sql`(select email as value from ${people} as people where deleted_at is null order by email limit ${sql.lit(most)})`,
      )} as people,
      array(select distinct opened_by from (
        select opened_by from incidents where deleted_at is null order by created_at desc limit ${sql.lit(most)}) as latest) as openers`,
  )

/** The values of a field, to find groups without records. */
export async function valuesOf(db: Db, field: GroupField): Promise<string[]> {
  const { groups, people, categories } = await readNames(db)
  const known: Partial<Record<GroupField, string[]>> = {
    assignment_group: groups,
    assigned_to: people,
    category: categories,
  }
  return known[field] ?? []
}

const groupsOf = async (db: Db, actor_id: string): Promise<string[]> =>
  (
    await firstRow(
      db,
      sql<{ groups: string[] }>`select groups from users where id = ${actor_id} and deleted_at is null`,
    )
  )?.groups ?? []

const asTyped = (words: Word[]): Word[] => words.map((word) => ({ ...word, low: word.text }))

/**
 * CIs whose complete name or host name is in the question, by that name in lower case. PostgreSQL has its own lower case
 * for some letters, so it makes both sides of the comparison.
 */
async function findCis(db: Db, names: string[]): Promise<Map<string, CiName[]>> {
  if (names.length === 0) return new Map()
  const lowNames = names.map((name) => name.toLowerCase())
  const rows = await allRows(
    db,
    sql<CiName & { called: string }>`
    with asked as materialized (
      select distinct lower(typed) as typed, called
      from unnest(${names}::text[], ${lowNames}::text[]) as listed(typed, called))
    -- The lists make PostgreSQL use the indexes.
    select id, name, called from asked join cis on lower(name) = typed
    where lower(name) = any(array(select typed from asked)) and deleted_at is null
    union
    select id, name, called from asked join cis on fqdn = called and deleted_at is null
    union
    select id, name, called from asked join cis on translate(lower(name), '-_', '') = typed
    where translate(lower(name), '-_', '') = any(array(select typed from asked)) and deleted_at is null
    order by id limit 50`,
  )
  return byName(rows)
}

function byName(rows: (CiName & { called: string })[]): Map<string, CiName[]> {
  const found = new Map<string, CiName[]>()
  for (const { called, ...ci } of rows) found.set(called, [...(found.get(called) ?? []), ci])
  return found
}

/** In "the core switch in Porto", those in Porto are meant. */
function atLocation(cis: CiName[], words: Word[]): CiName[] {
  const asked = new Set(words.map(({ low }) => low))
  const there = cis.filter(
    ({ location }) => location && wordsOf(location).some(({ low }) => low.length > 3 && asked.has(low)),
  )
  return there.length > 0 ? there : cis
}

/** A part of a name that fits more CIs than this is too general. */
const mostAlike = 8

/** CIs that match all words of a partial name: "erp", "mail server", "payroll database". */
async function findCisByPart(db: Db, words: Word[]): Promise<Map<string, CiName[]>> {
  const parts = partialNames(words)
  if (parts.length === 0) return new Map()
  const rows = await allRows(
    db,
    sql<CiName & { part: string }>`
    select part, id, name, location from unnest(${parts}::text[]) as part, lateral (
      select id, name, location from cis where deleted_at is null and search @@ plainto_tsquery('english', folded(part))
        and words_of(name) @@ replace(plainto_tsquery('english', folded(part))::text, '&', '|')::tsquery
      limit ${sql.lit(mostAlike + 1)}) as alike
    -- "mail-01 down" would be found by one word alone, because PostgreSQL ignores the other one.
    where not exists (select from regexp_split_to_table(part, ' ') word where numnode(plainto_tsquery('english', folded(word))) = 0)
    order by id`,
  )
  const found = byName(rows.map(({ part, ...ci }) => ({ ...ci, called: part })))
  const few = [...found].filter(([, alike]) => alike.length <= mostAlike)
  return new Map(
    few.map(([part, alike]) => [
      part,
      atLocation(alike, words).map((ci) => ({ ...ci, is_part: true as const })),
    ]),
  )
}
