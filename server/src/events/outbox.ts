import { sql, type ColumnType, type Generated } from 'kysely'
import type { Ctx, Tx } from '../db/ctx.ts'
import { enqueue } from '../jobs/queue.ts'
import { randomId } from '../kernel/ids.ts'
import type { EventType } from './catalog.ts'

declare module '../db/tables.ts' {
  interface Tables {
    events: {
      seq: Generated<number>
      id: string
      type: EventType
      subject_id: string
      actor_id: string
      occurred_at: Date
      data: ColumnType<Record<string, unknown>, string, never>
      xid: Generated<string>
    }
  }
}

export interface Event {
  seq: number
  id: string
  type: EventType
  subject_id: string
  actor_id: string
  occurred_at: Date
  data: Record<string, unknown>
}

export const dispatchJob = 'dispatch-event'

/** Tells what happened, in the transaction in which it happened. */
export async function emit(ctx: Ctx<Tx>, type: EventType, subject_id: string, data: Record<string, unknown>) {
  const { rows } = await sql<{ seq: number }>`
    insert into events (id, type, subject_id, actor_id, occurred_at, data)
    values (${randomId('evt_')}, ${type}, ${subject_id}, ${ctx.actor.id}, ${ctx.now}, ${JSON.stringify(data)})
    returning seq`.execute(ctx.db)
  await enqueue(ctx, dispatchJob, { payload: { seq: rows[0]!.seq } })
}
