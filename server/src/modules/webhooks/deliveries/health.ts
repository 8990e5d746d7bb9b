import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Db } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { Enum, NamedObject, Nullable, Timestamp } from '../../../kernel/schema.ts'
import { statuses } from './model.ts'

export const OutboundHealth = NamedObject('OutboundHealth', {
  webhook_id: Type.String(),
  name: Type.String(),
  delivered: Type.Integer(),
  failed: Type.Integer(),
  waiting: Type.Integer({ description: 'Pending deliveries and retries' }),
  success_rate: Nullable(Type.Number({ description: '0 to 1, of completed deliveries' })),
  last_delivery: Nullable(Type.Object({ id: Type.String(), at: Timestamp, status: Enum(statuses) })),
})

const counts = sql`count(*) filter (where status = 'delivered') as delivered,
  count(*) filter (where status = 'failed') as failed,
  count(*) filter (where status in ('pending', 'retrying')) as waiting`

/** For every webhook: its deliveries since then, and the last one, however old. Tests do not count. */
export const healthOfAll = (db: Db, since: Date): Promise<Static<typeof OutboundHealth>[]> =>
  allRows(
    db,
    sql`
      with recent as (
        select webhook_id, ${counts}
        from deliveries where created_at >= ${since} and event_seq is not null group by webhook_id)
      select w.id as webhook_id, w.name, coalesce(delivered, 0) as delivered, coalesce(failed, 0) as failed,
        coalesce(waiting, 0) as waiting, delivered::float8 / nullif(delivered + failed, 0) as success_rate, last_delivery
      from outbound_webhooks w
        left join recent on recent.webhook_id = w.id
        left join lateral (
          select jsonb_build_object('id', id, 'at', iso(created_at), 'status', status) as last_delivery
          from deliveries where webhook_id = w.id and event_seq is not null
          order by created_at desc, id desc limit 1) as last on true
      where w.deleted_at is null order by w.id`,
  )

/** One of the equal spans of the requested time. */
export const HealthSpan = NamedObject('DeliveryPeriod', {
  at: Timestamp,
  delivered: Type.Integer(),
  failed: Type.Integer(),
  waiting: Type.Integer(),
})

const spans = 24

/** Deliveries from `since` until now in equal spans, the oldest first: the data of a chart. */
export async function overTime(
  db: Db,
  webhook_id: string,
  since: Date,
  now: Date,
): Promise<Static<typeof HealthSpan>[]> {
  const [from, to] = [since.getTime(), now.getTime()]
  if (from >= to) return []
  const rows = await allRows<{ span: number } & Omit<Static<typeof HealthSpan>, 'at'>>(
    db,
    sql`select least(width_bucket(extract(epoch from created_at) * 1000, ${from}::numeric, ${to}::numeric, ${spans}::int),
          ${spans}::int) - 1 as span,
        ${counts}
      from deliveries where webhook_id = ${webhook_id} and created_at >= ${since} and event_seq is not null
      group by span`,
  )
  return Array.from({ length: spans }, (_, span) => {
    const { delivered = 0, failed = 0, waiting = 0 } = rows.find((row) => row.span === span) ?? {}
    return { at: new Date(from + ((to - from) * span) / spans).toISOString(), delivered, failed, waiting }
  })
}
