import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/ctx.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { allRows, onlyRow } from '../../db/rows.ts'
import { boundedTotal, maxCounted } from '../../kernel/totals.ts'
import { isFarRange, type HistoryItem, type TimeRange } from './model.ts'

export interface AuditFilters extends TimeRange {
  subject_type?: string | undefined
  subject_id?: string | undefined
  actor_id?: string | undefined
  action?: string | undefined
  /** Actions that are left out. */
  without?: readonly string[] | undefined
}

type Item = HistoryItem & { seq: number; n: number }

interface Count {
  entries: number
  fields: number
  /** When the first entry of the log was written, in the order of the list. */
  first_at: Date
}

/**
 * Rare values have indexes. A prepared statement uses them only if it says that the value is none of the frequent ones.
 */
const frequentValues = {
  action: ['created', 'updated'],
  subject_type: ['incident', 'ci', 'identity'],
}

const isRare = (column: 'action' | 'subject_type', value: string | undefined) =>
  value === undefined || frequentValues[column].includes(value)
    ? []
    : [
        sql<boolean>`${sql.ref(column)} not in (${sql.join(frequentValues[column].map((each) => sql.lit(each)))})`,
      ]

const hasTime = ({ after, before }: AuditFilters) => after !== undefined || before !== undefined

function conditionOf(filters: AuditFilters) {
  const { action, subject_type, without, after = '-infinity', before = 'infinity' } = filters
  const conditions = [
    sql<boolean>`changes <> '[]'`,
    ...(['subject_type', 'subject_id', 'actor_id', 'action'] as const).flatMap((name) =>
      filters[name] === undefined ? [] : [sql<boolean>`${sql.ref(name)} = ${filters[name]}`],
    ),
    ...isRare('action', action),
    ...isRare('subject_type', subject_type),
    ...(without?.length ? [sql<boolean>`action <> all(${without}::text[])`] : []),
    // Both ends, because PostgreSQL takes half a range for a third of the log.
    ...(hasTime(filters) ? [sql<boolean>`at > ${after}::timestamptz and at < ${before}::timestamptz`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

const none: Count = { entries: 0, fields: 0, first_at: new Date(0) }

/** Up to a bound, because a log grows for years. `n` entries have at least `n` fields. */
const count = (db: Db, where: RawBuilder<unknown>, direction: RawBuilder<unknown>): Promise<Count> =>
  onlyRow(
    db,
    sql`
    select count(*) as entries, coalesce(sum(fields), 0)::bigint as fields,
      (select at from audit_entries order by seq ${direction} limit 1) as first_at
    from (select jsonb_array_length(changes) as fields from audit_entries
          where ${where} limit ${sql.lit(maxCounted + 1)}) as counted`,
  )

/** One row for each changed field of an entry. A cursor is (entry, field). */
export async function list(db: Db, filters: AuditFilters, request: PageRequest): Promise<Page<HistoryItem>> {
  const { limit, after, page, order, without_total } = request
  const where = conditionOf(filters)
  const direction = sql.raw(order)
  // A walk through the whole result decides only once how to find its entries, and goes on from the last one by number.
  const isContinued = without_total === true && after !== undefined
  const { entries, fields, first_at } = isContinued ? none : await count(db, where, direction)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start = after ? sql`and (seq, n) ${beyond} (${after[0]}::bigint, ${after[1]}::bigint)` : sql``
  // A page never needs more entries than it has fields: the rest is not unfolded.
  const enough = after ? sql`and seq ${sql.raw(order === 'asc' ? '>=' : '<=')} ${after[0]}::bigint` : sql``
  // The entries of a short range are found by time and then sorted: in the order of `seq`, all before them would be read.
  const isShort =
    hasTime(filters) && !isContinued && (entries <= maxCounted || isFarRange(filters, order, first_at))
  const seq = isShort ? sql`seq + 0` : sql`seq`
  const rows = await allRows<Item>(
    db,
    sql`
    select * from (
      select seq, n, seq || '.' || n as id, at, actor, actor_id, action, subject_type, subject_id,
        change ->> 'field' as field, change -> 'from' as "from", change -> 'to' as "to"
      from (select * from audit_entries where ${where} ${enough} order by ${seq} ${direction}
            limit ${sql.lit(after ? limit + 2 : page * limit + 1)}) as entries,
        jsonb_array_elements(changes) with ordinality as unfolded(change, n)) as items
    where true ${start}
    order by seq ${direction}, n ${direction}
    limit ${sql.lit(limit + 1)} offset ${sql.lit(after ? 0 : (page - 1) * limit)}`,
  )
  const last = rows[limit - 1]
  return {
    rows: rows.slice(0, limit).map(({ seq: _seq, n: _n, ...item }) => item),
    next: rows.length > limit && last ? [last.seq, last.n] : undefined,
    ...boundedTotal(fields),
  }
}

/** All actors who have ever written one of these fields of a record. */
export const actorsOf = (
  db: Db,
  {
    subject_type,
    subject_id,
    fields,
  }: { subject_type: string; subject_id: string; fields: readonly string[] },
): Promise<{ actor_id: string; actor: string }[]> =>
  allRows(
    db,
    sql`select distinct actor_id, actor from audit_entries
      where subject_type = ${subject_type} and subject_id = ${subject_id}
        and exists (select from jsonb_array_elements(changes) as change where change ->> 'field' = any(${fields}::text[]))`,
  )
