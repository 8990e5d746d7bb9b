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

export interface TimeRange {
  after?: string | undefined
  before?: string | undefined
}

/** Whether a range is shorter than the part of the log before it, in the order of the list. */
export function isFarRange({ after, before }: TimeRange, order: 'asc' | 'desc', first_at: Date): boolean {
  const from = after === undefined ? -Infinity : Date.parse(after)
  const to = before === undefined ? Infinity : Date.parse(before)
  const first = first_at.getTime()
  return to - from < (order === 'asc' ? from - first : first - to)
}
