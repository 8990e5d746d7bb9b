import { Type, type Static } from 'typebox'
import { editors, hasAnyRole, type Actor } from '../../kernel/actor.ts'
import { Enum, NamedObject, Nullable, Timestamp, type StoredRow } from '../../kernel/schema.ts'

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

const ChainBreak = Type.Object({
  position: Type.Integer(),
  entry: Nullable(Type.Integer()),
  reason: Type.String(),
})
export type ChainBreak = Static<typeof ChainBreak>

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const Verification = NamedObject('AuditVerification', {
  valid: Nullable(Type.Boolean({ description: 'Null until the end of the log is reached' })),
  next_cursor: Type.Optional(
    Type.String({ description: 'Absent at the end: send it as `cursor` to continue a long log' }),
  ),
  checked: Count('Number of verified sealed entries so far'),
  sealed: Count('Sealed entries so far'),
  unsealed: Count('Recent entries that are not sealed yet'),
  first_broken: Nullable(ChainBreak),
  anchor: Type.Object(
    {
      source: Enum(['file', 'request', 'none']),
      compared: Count('Checkpoints that the log was compared with'),
      ignored: Count('Checkpoints that cannot be parsed, or have an invalid signature'),
      last_position: Nullable(Type.Integer({ description: 'The last checkpoint that matches the log' })),
    },
    { description: 'Comparison with checkpoints outside the database' },
  ),
})
export type Verification = Omit<Static<typeof Verification>, 'next_cursor'>

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
