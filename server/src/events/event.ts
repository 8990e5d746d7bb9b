import type { EventType } from '../kernel/event-types.ts'

/** Something that happened. `seq` is its number in the log, in the order in which events become visible. */
export interface Event {
  seq: number
  id: string
  type: EventType
  subject_id: string
  actor_id: string
  occurred_at: Date
  data: Record<string, unknown>
}
