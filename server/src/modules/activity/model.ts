import { Type } from 'typebox'
import type { Change } from '../../kernel/changes.ts'
import { minute } from '../../kernel/durations.ts'
import { Enum, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'
import { Attachment } from '../incidents/attachments/model.ts'
import { visibilities } from '../incidents/visibility.ts'
import type { Segment } from '../sla/clock.ts'

export const types = ['change', 'note'] as const
export type ActivityType = (typeof types)[number]

const ActivityPerson = NamedObject('ActivityPerson', {
  id: Type.String(),
  email: Type.String(),
  name: Type.String({ description: 'The email address if the account has no name' }),
})

const ActivityChange = NamedObject('ActivityChange', {
  field: Type.String(),
  from: Type.Unknown(),
  to: Type.Unknown(),
  from_name: Type.Optional(Type.String({ description: 'Name of the person whose email address `from` is' })),
  to_name: Type.Optional(Type.String({ description: 'Name of the person whose email address `to` is' })),
})

const ActivityNote = NamedObject('ActivityNote', {
  id: Type.String(),
  body: Type.String({ description: 'Markdown' }),
  visibility: Enum(visibilities),
  attachments: Type.Array(Attachment),
})

/** A change of a record with all fields that changed together, or a note on it. */
export const ActivityEntry = NamedObject('ActivityEntry', {
  id: Type.String(),
  type: Enum(types),
  at: Timestamp,
  actor: ActivityPerson,
  action: Type.String({ description: 'For example `created`, `updated`, `approved` or `noted`' }),
  changes: Type.Array(ActivityChange, { description: 'Empty for a note' }),
  note: Nullable(ActivityNote),
  sla: Type.Optional(
    Enum(['met', 'breached'], 'When an incident was resolved: whether that was before its SLA was breached'),
  ),
})

const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(value)

export const isResolution = (changes: readonly Change[]): boolean =>
  changes.some(({ field, from, to }) => field === 'state' && from !== null && to === 'resolved')

export type SlaOutcome = 'met' | 'breached'

/** Of every resolution, newest first. Ended segments never change, so neither does the outcome of a past resolution. */
export function slaOutcomes(segments: readonly Segment[]): SlaOutcome[] {
  const outcomes: SlaOutcome[] = []
  let total_ms = 0
  segments.forEach(({ state, target_minutes, counted_ms }, i) => {
    total_ms += counted_ms
    const next = segments[i + 1]
    if (state === 'resolved' || next?.state !== 'resolved') return
    // The change that resolves it may lower the priority too, which ends a breach; a higher one begins none.
    const target_ms = Math.max(target_minutes, next.target_minutes) * minute
    outcomes.push(total_ms >= target_ms ? 'breached' : 'met')
  })
  return outcomes.toReversed()
}

/** Every email address among the old and new values, in lower case. */
export const emailsIn = (changes: readonly Change[]): string[] => [
  ...new Set(
    changes
      .flatMap(({ from, to }) => [from, to])
      .filter(isEmail)
      .map((email) => email.toLowerCase()),
  ),
]

/** Adds the names of the people whom a change names by email address. */
export function withNames(change: Change, names: ReadonlyMap<string, string>) {
  const nameOf = (value: unknown) => (isEmail(value) ? names.get(value.toLowerCase()) : undefined)
  const [from_name, to_name] = [nameOf(change.from), nameOf(change.to)]
  return { ...change, ...(from_name && { from_name }), ...(to_name && { to_name }) }
}
