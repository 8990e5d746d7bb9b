import { Type } from 'typebox'
import { NamedObject, OneEventType, Timestamp, type StoredRow } from './schema.ts'

/** Something that happened. */
export const Event = NamedObject('Event', {
  seq: Type.Integer({ description: 'Its number in the log; later events have greater ones' }),
  id: Type.String(),
  type: OneEventType,
  subject_id: Type.String(),
  actor_id: Type.String(),
  occurred_at: Timestamp,
  data: Type.Record(Type.String(), Type.Unknown()),
})
export type Event = StoredRow<typeof Event>
