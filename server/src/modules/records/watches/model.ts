import { Type, type Static } from 'typebox'
import { NamedObject, Nullable, Timestamp, type StoredRow } from '../../../kernel/schema.ts'

export const Watcher = NamedObject('Watcher', {
  id: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
})
export type Watcher = Static<typeof Watcher>

export const Watch = NamedObject('Watch', {
  id: Type.String({ description: 'ID of the record' }),
  subject_type: Type.String(),
  created_at: Timestamp,
})
export type Watch = StoredRow<typeof Watch>
