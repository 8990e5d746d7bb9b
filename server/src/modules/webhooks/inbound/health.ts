import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Db } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import { Enum, NamedObject, Nullable, Timestamp } from '../../../kernel/schema.ts'
import { outcomes } from './model.ts'
import { isUnread } from './store.ts'

export const InboundHealth = NamedObject('InboundHealth', {
  webhook_id: Type.String(),
  name: Type.String(),
  calls: Type.Integer({ description: 'Stored calls, at most the last 100' }),
  rejected: Type.Integer({ description: 'Stored calls that were rejected' }),
  last_call: Nullable(Type.Object({ at: Timestamp, status: Enum(outcomes) })),
})

/**
 * For every webhook: the results of its stored calls. A call that was refused unread is the last one only of a webhook without
 * others, because anyone can make one.
 */
export const healthOfAll = (db: Db): Promise<Static<typeof InboundHealth>[]> =>
  allRows(
    db,
    sql`select w.id as webhook_id, w.name, stored.calls, stored.rejected, last_call
      from inbound_webhooks w
        left join lateral (
          select count(*) as calls, count(*) filter (where status = 'rejected') as rejected
          from inbound_events where webhook_id = w.id) as stored on true
        left join lateral (
          select jsonb_build_object('at', iso(received_at), 'status', status) as last_call
          from inbound_events where webhook_id = w.id order by ${isUnread}, received_at desc, id desc limit 1) as last on true
      where w.deleted_at is null order by w.id`,
  )
