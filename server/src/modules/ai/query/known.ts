import type { Ctx, Db } from '../../../db/ctx.ts'
import { run } from '../../../db/statement.ts'
import { possibleNames, type CiName, type Names } from './language/names.ts'
import { wordsOf } from './language/words.ts'

/** More names than this nobody can tell apart, and the search for them stays short. */
const most = 1000

/** Each value of an indexed column once: from one to the next greater, however many records have it. */
const distinct = (table: string, column: string) => `
  (with recursive found(value) as (
    (select ${column} from ${table} where deleted_at is null and ${column} is not null order by ${column} limit 1)
    union all
    select (select ${column} from ${table} where deleted_at is null and ${column} > found.value order by ${column} limit 1)
    from found where found.value is not null)
  select value from found where value is not null limit ${most})`

const listOf = (parts: string[]) =>
  `array(select distinct value from (${parts.join(' union all ')}) as listed order by value)`

interface Row {
  groups: string[]
  my_groups: string[]
  categories: string[]
  classes: string[]
  people: string[]
}

/** The names that exist now and that a question may use. Read anew each time, so that every node knows what was just written. */
export async function namesFor({ db, actor }: Ctx, question: string): Promise<Names> {
  const [[row], cis] = await Promise.all([
    readNames(db, actor.id),
    findCis(db, possibleNames(wordsOf(question))),
  ])
  return { ...row!, cis }
}

const readNames = (db: Db, actor_id: string): Promise<Row[]> =>
  run<Row>(
    db,
    ($) => `
    select
      ${listOf([
        distinct('incidents', 'assignment_group'),
        distinct('changes', 'assignment_group'),
        distinct('requests', 'assignment_group'),
        distinct('cis', 'support_group'),
      ])} as groups,
      ${listOf([
        distinct('incidents', 'category'),
        distinct('changes', 'category'),
        distinct('requests', 'category'),
        `(select distinct category as value from articles where deleted_at is null and state = 'published' and category is not null)`,
      ])} as categories,
      ${listOf([distinct('cis', 'class')])} as classes,
      ${listOf([distinct('incidents', 'assigned_to')])} as people,
      coalesce((select groups from users where id = ${$(actor_id)} and deleted_at is null), '{}') as my_groups`,
  )

/** Those whose whole name stands in the question; a host also by its name in the network. */
async function findCis(db: Db, names: string[]): Promise<Map<string, CiName[]>> {
  if (names.length === 0) return new Map()
  const rows = await run<CiName & { called: string }>(
    db,
    ($) => `
    select id, name, lower(name) as called from cis where lower(name) = any(${$(names)}::text[]) and deleted_at is null
    union
    select id, name, fqdn from cis where fqdn = any(${$(names)}::text[]) and deleted_at is null
    order by id limit 50`,
  )
  const found = new Map<string, CiName[]>()
  for (const { id, name, called } of rows) found.set(called, [...(found.get(called) ?? []), { id, name }])
  return found
}
