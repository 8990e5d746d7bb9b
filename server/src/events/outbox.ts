import type { ColumnType, Generated } from 'kysely'
import type { EventType } from '../kernel/event-types.ts'

declare module '../db/tables.ts' {
  interface Tables {
    outbox: Stored & { attempts: Generated<number>; run_at: Generated<Date>; last_error: string | null }
    events: Stored
    withdrawn: { subject_id: string }
  }
}

interface Stored {
  seq: Generated<number>
  id: string
  type: EventType
  subject_id: string
  actor_id: string
  occurred_at: Date
  data: ColumnType<Record<string, unknown>, string, never>
}

/** Something that happened. `seq` is its number in the log, given in the order in which events become visible. */
export interface Event {
  seq: number
  id: string
  type: EventType
  subject_id: string
  actor_id: string
  occurred_at: Date
  data: Record<string, unknown>
}
