import { Type } from 'typebox'
import { editors, hasAnyRole, type Actor } from '../../kernel/actor.ts'
import { NamedObject, Timestamp, type StoredRow } from '../../kernel/schema.ts'

/** One field of one change. */
export const HistoryItem = NamedObject('HistoryEntry', {
  id: Type.String(),
  at: Timestamp,
  actor: Type.String({ description: 'E-mail address of the actor' }),
  actor_id: Type.String(),
  action: Type.String(),
  subject_type: Type.String(),
  subject_id: Type.String(),
  field: Type.String(),
  from: Type.Unknown(),
  to: Type.Unknown(),
})
export type HistoryItem = StoredRow<typeof HistoryItem>

/** Votes on articles, with their voters and comments, are for editors. Auditors have the whole audit log. */
export const hiddenActions = (actor: Actor): string[] => (hasAnyRole(actor, editors) ? [] : ['voted'])
