import { Type, type Static } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import { bodyChecker } from '../../http/validate.ts'
import { minute } from '../../kernel/durations.ts'
import { invalidField, Problem } from '../../kernel/errors.ts'
import { Enum, Pattern } from '../../kernel/schema.ts'
import {
  countedAt,
  dueTimes,
  markBreached,
  markWarned,
  moveClock,
  warningShare,
  type SlaClock,
} from '../sla/clock.ts'
import { draft, incident, type NewIncident } from './model.ts'
import type { ImportedIncident } from './store.ts'
import { allowedTransitions, states, type State } from './transitions.ts'

const Instant = Pattern(
  '^\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)?)?$',
  'a date or a time such as 2026-01-31T09:00:00Z',
)
const maybe = Type.Optional
const { notify_stakeholders: _, ...fields } = incident.create.properties

/** A record of another system: its values are kept, including those that the API would set itself. */
const ImportRecord = Type.Object(
  {
    ...fields,
    // New incidents are numbered above the highest: two billion numbers stay free.
    id: maybe(
      Pattern('^INC[0-9A-Y][0-9A-Z]{6}$', 'INC and seven digits or capital letters, the first not Z'),
    ),
    state: maybe(Enum(states)),
    opened_by: maybe(Type.String({ maxLength: 254 })),
    created_at: maybe(Instant),
    updated_at: maybe(Instant),
    resolved_at: maybe(Instant),
    closed_at: maybe(Instant),
  },
  { additionalProperties: false },
)
export type ImportRecord = Static<typeof ImportRecord>

const check = bodyChecker(ImportRecord)

/** Throws a 400 for a record that cannot be imported. */
export function checkImport(record: unknown): asserts record is ImportRecord {
  check(record)
  for (const [name, value] of Object.entries(record as ImportRecord)) {
    if (typeof value !== 'string') continue
    if (value.includes('\0') || !value.isWellFormed())
      throw invalidField(name, 'invalid', `${name} has characters that are not text`)
    if (times.has(name) && !isReal(value))
      throw invalidField(name, 'invalid', `${name} is not a time that exists`)
  }
}

/** What is wrong with a record that cannot be imported. */
export function problemWith(record: unknown): string | undefined {
  try {
    checkImport(record)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.message.replace(/^the body/, 'the record')
  }
}

const times = new Set(['created_at', 'updated_at', 'resolved_at', 'closed_at'])

/** A time without a zone is in UTC, wherever the service runs. */
const toDate = (text: string) =>
  new Date(/^[\d-]+$|Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)

/** JavaScript takes 30 February for 2 March, and 24:00 for the next day. PostgreSQL has no year 0, and JSON none after 9999. */
function isReal(text: string): boolean {
  const hour = `${text.slice(0, 10)}T${text.slice(11, 13) || '00'}`
  const shown = new Date(`${hour}:00:00Z`)
  if (Number.isNaN(shown.getTime()) || !shown.toISOString().startsWith(hour)) return false
  const year = toDate(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}

export function toRow(ctx: Ctx, record: ImportRecord, terms: SlaClock['terms']): ImportedIncident {
  const {
    id = null,
    state = 'new',
    opened_by = ctx.actor.email,
    created_at,
    updated_at,
    resolved_at,
    closed_at,
    ...fields
  } = record
  const at = (text: string | undefined) => (text === undefined ? null : toDate(text))
  const created = at(created_at) ?? ctx.now
  const resolved = at(resolved_at)
  const closed = at(closed_at)
  const updated = at(updated_at) ?? closed ?? resolved ?? created
  const drafted = draft(fields, { id: ctx.actor.id, email: opened_by }, created, terms)
  const clock = replayClock(drafted, state, resolved ?? closed ?? updated, ctx.now)
  const { breach_at, next_at } = dueTimes(clock)
  return {
    ...drafted,
    id,
    state,
    updated_at: updated,
    ...endOf(state, { resolved, closed, updated }),
    // How often it was reopened is not known, but at least once.
    reopen_count: state === 'reopened' ? 1 : 0,
    allowed_transitions: allowedTransitions(state),
    sla: clock,
    sla_breach_at: breach_at,
    sla_next_at: next_at,
  }
}

/** Exports leave times out, or keep those from before an incident was reopened; statistics go by them. */
const endOf = (
  state: State,
  { resolved, closed, updated }: { resolved: Date | null; closed: Date | null; updated: Date },
) => ({
  resolved_at: state === 'resolved' || state === 'closed' ? (resolved ?? closed ?? updated) : null,
  closed_at: state === 'closed' ? (closed ?? updated) : null,
})

/**
 * Reconstructed from the times: the clock ran until the incident reached its state. Past marks are not
 * published again.
 */
function replayClock(
  { sla: started, priority, created_at }: NewIncident,
  state: State,
  since: Date,
  now: Date,
): SlaClock {
  const moved =
    state === 'new'
      ? started
      : moveClock(started, since < created_at ? created_at : since, { state, priority, terms: started.terms })
  const share = countedAt(moved, now) / (moved.terms.target_minutes * minute)
  const warned = share >= warningShare ? markWarned(moved) : moved
  return share >= 1 ? markBreached(warned) : warned
}
