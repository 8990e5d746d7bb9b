import { sql, type RawBuilder } from 'kysely'
import { asReference } from '../../../db/reference.ts'
import { change } from '../../changes/model.ts'
import { conditionsOf } from '../../records/store.ts'
import type { Span } from './language/calendar.ts'
import type { Noun, TimeCondition } from './language/meaning.ts'
import { schemas } from './language/schema.ts'

export const every = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

/** The SQL of a time that a question names. */
export function spanSql(noun: Noun, { field, span }: TimeCondition): RawBuilder<unknown> {
  if (field === 'window') return windowSql(span)
  if (field === 'activity') return sql`(${windowSql(span)} or ${movedSql(span)})`
  return within(schemas[noun].timeOf(field)!, span)
}

const within = (column: string, { from, to }: Span) =>
  every([
    ...(from ? [sql`${sql.raw(column)} >= ${from}::timestamptz`] : []),
    ...(to ? [sql`${sql.raw(column)} < ${to}::timestamptz`] : []),
  ])

/** The window of the change overlaps the span, as in its list. */
const windowSql = ({ from, to }: Span) =>
  every(
    conditionsOf(change.filters, {
      ...(from && { planned_after: from }),
      ...(to && { planned_before: to }),
    }),
  )

/** Its state changed in the span; `updated_at` excludes records that have not changed since. */
const movedSql = (
  span: Span,
) => sql`(${span.from ? sql`updated_at >= ${span.from}::timestamptz and ` : sql``}exists (
  select from audit_entries entry where entry.subject_id = ${asReference('changes.id')} and entry.subject_type = 'change'
    and ${within('entry.at', span)} and entry.changes @> '[{"field": "state"}]'))`
