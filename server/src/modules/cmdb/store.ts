import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Db, Tx } from '../../db/ctx.ts'
import { allRows, onlyValue } from '../../db/rows.ts'
import { valuesIn } from '../../kernel/comma-list.ts'
import type { ListFilters } from '../records/noun.ts'
import { tableOf, type Condition } from '../records/store.ts'
import { junkSerials, type Identity } from './identification.ts'
import { ci, type CiRow, type Relationship } from './model.ts'
import { sorted, toStoredFqdn } from './revision.ts'

const table = tableOf<CiRow>({ table: 'cis', next_id: `ci_id(nextval('ci_numbers'))`, ...ci })

/** A CI with its relationships, which have their own table. */
export const cis: typeof table = {
  ...table,
  insert: async (ctx, draft, journal) => {
    const row = await table.insert(ctx, draft, journal)
    await relate(ctx.db, row.id, draft.relationships)
    return row
  },
  // Read after the lock, because a transaction that waited for it would see the old ones.
  lock: async (tx, id) => {
    const row = await table.lock(tx, id)
    return row && { ...row, relationships: (await relationshipsOf(tx, [id])).get(id) ?? [] }
  },
  update: async (ctx, id, revised) => {
    await relate(ctx.db, id, revised.relationships)
    return table.update(ctx, id, revised)
  },
  // A deleted CI that is discovered again is a new CI.
  markDeleted: async (ctx, id) => {
    await sql`delete from ci_sources where ci_id = ${id}`.execute(ctx.db)
    return table.markDeleted(ctx, id)
  },
}

/** Relationships to deleted CIs, which nobody sees, are kept for audit. */
const relate = (db: Db, id: string, relationships: Relationship[]) =>
  sql`
    with given as (
      select ${id}::text as from_id, type, ci_id as to_id
      from jsonb_to_recordset(${JSON.stringify(relationships)}::jsonb) as given(type text, ci_id text)),
    gone as (
      delete from ci_relationships where from_id = ${id}
        and (type, to_id) not in (select type, to_id from given)
        and not exists (select from cis where id = to_id and deleted_at is not null))
    insert into ci_relationships (from_id, type, to_id) select from_id, type, to_id from given on conflict do nothing`.execute(
    db,
  )

/** Relationships from these CIs to existing CIs. */
export async function relationshipsOf(db: Db, ids: string[]): Promise<Map<string, Relationship[]>> {
  const rows = await allRows(
    db,
    sql<{ from_id: string; relationships: Relationship[] }>`
    select from_id, jsonb_agg(jsonb_build_object('type', type, 'ci_id', to_id)) as relationships
    from ci_relationships join cis on cis.id = to_id and cis.deleted_at is null
    where from_id = any(${ids}::text[]) group by from_id`,
  )
  return new Map(rows.map(({ from_id, relationships }) => [from_id, sorted(relationships)]))
}

export interface RelatedFrom extends Relationship {
  name: string
}

export const relatedFrom = (db: Db, id: string, limit: number): Promise<RelatedFrom[]> =>
  allRows(
    db,
    sql<RelatedFrom>`
    select type, from_id as ci_id, name from ci_relationships join cis on cis.id = from_id and cis.deleted_at is null
    where to_id = ${id} order by type, from_id limit ${limit}`,
  )

const related = (near: string, far: string) => sql`exists (
  select from ci_relationships join cis as other on other.id = ${sql.ref(far)} and other.deleted_at is null
  where ${sql.ref(near)} = cis.id)`

const bareSerial = sql`regexp_replace(lower(serial_number), '[^[:alnum:]]', '', 'g')`
const isRealSerial = sql<boolean>`serial_number is not null and ${bareSerial} <> all(${[...junkSerials]}::text[])`

/** Grouped, because comparing each item with every other takes minutes among ten thousand. */
const sharing = (keys: RawBuilder<unknown>, isKnown: RawBuilder<boolean>) => sql`
  select unnest(array_agg(id)) from cis where deleted_at is null and ${isKnown} group by ${keys} having count(*) > 1`

const healthConditions = {
  orphan: sql<boolean>`not (${related('from_id', 'to_id')} or ${related('to_id', 'from_id')})`,
  duplicate: sql<boolean>`cis.id in (
    ${sharing(sql`lower(serial_number)`, isRealSerial)}
    union all ${sharing(sql`fqdn`, sql`fqdn is not null`)}
    union all ${sharing(sql`lower(name), class, environment`, sql`true`)})`,
}

const anyHealth = (given: string): Condition => {
  const problems = given.split(',') as (keyof typeof healthConditions)[]
  return sql`(${sql.join(
    problems.map((problem) => healthConditions[problem]),
    sql` or `,
  )})`
}

/** The filters of the list that are more than a comparison of a column. */
export const ownConditions = ({
  related_to,
  serial_number,
  fqdn,
  health,
}: ListFilters<typeof ci>): Condition[] => [
  ...(health === undefined ? [] : [anyHealth(health)]),
  ...(related_to === undefined
    ? []
    : [
        sql<boolean>`exists (select from ci_relationships where from_id = cis.id and to_id = ${related_to})`,
        sql<boolean>`exists (select from cis as related where id = ${related_to} and deleted_at is null)`,
      ]),
  ...(serial_number === undefined
    ? []
    : [
        sql<boolean>`lower(serial_number) = any(array(select lower(value) from unnest(${valuesIn(serial_number)}::text[]) as listed(value)))`,
      ]),
  ...(fqdn === undefined ? [] : [sql<boolean>`fqdn = any(${valuesIn(fqdn).map(toStoredFqdn)}::text[])`]),
]

/** Other transactions that identify a CI by one of these keys wait for this one, and then see its changes. */
export const lockKeys = (tx: Tx, keys: string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as listed(key)`.execute(
    tx,
  )

export interface Match {
  by: 'external_id' | 'serial_number' | 'fqdn'
  ids: string[]
}

/** The CIs that match each part of an identity, the most reliable part first. */
export const matchesOf = (db: Db, { source, serial_number, fqdn }: Identity): Promise<Match[]> =>
  allRows(
    db,
    sql<Match>`
    select by, array_agg(id order by id) as ids from (
      select 1 as rank, 'external_id' as by, ci_id as id from ci_sources
      where source = ${source?.source}::text and external_id = ${source?.external_id}::text
      union all
      select 2, 'serial_number', id from cis where lower(serial_number) = lower(${serial_number}::text) and deleted_at is null
      union all
      select 3, 'fqdn', id from cis where fqdn = ${fqdn}::text and deleted_at is null) as named
    group by rank, by order by rank`,
  )

/** Stores the external ID of a CI, and returns the CI that has it, which may be another one. */
export const nameBySource = (
  tx: Tx,
  id: string,
  { source, external_id }: NonNullable<Identity['source']>,
): Promise<string> =>
  onlyValue(
    tx,
    sql`
    insert into ci_sources (source, external_id, ci_id) values (${source}, ${external_id}, ${id})
    on conflict (source, external_id) do update set ci_id = ci_sources.ci_id returning ci_id`,
  )

export const forgetName = (tx: Tx, id: string, { source, external_id }: NonNullable<Identity['source']>) =>
  sql`delete from ci_sources where source = ${source} and external_id = ${external_id} and ci_id = ${id}`.execute(
    tx,
  )

/** Discovered again without changes: neither `version` nor `updated_at` changes. */
export const markSeen = (ctx: Ctx<Tx>, id: string, { last_discovered_at }: CiRow) =>
  sql`update cis set last_discovered_at = ${last_discovered_at} where id = ${id}`.execute(ctx.db)

const isUnfinished = sql`state not in ('closed', 'cancelled')`

/** For the history when the CI is deleted. Finished ones are left out: a CI may have had any number of them. */
export const workNaming = (id: string) =>
  [
    {
      subject_type: 'incident',
      table: 'incidents',
      field: 'ci_id',
      where: sql<boolean>`ci_id = ${id} and ${isUnfinished}`,
    },
    {
      subject_type: 'change',
      table: 'changes',
      field: 'ci_ids',
      where: sql<boolean>`ci_ids @> array[${id}]::text[] and ${isUnfinished}`,
    },
  ] as const
