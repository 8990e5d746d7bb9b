import { minute } from '../../kernel/durations.ts'
import { addCounted, countedBetween, type Calendar } from './calendar.ts'

export const clockStates = ['running', 'paused', 'stopped'] as const
export type ClockState = (typeof clockStates)[number]

/** Target and calendar of a priority when the incident got it; later changes of the policy do not apply to it. */
export interface Terms {
  target_minutes: number
  calendar_id: string | null
  calendar: Calendar | null
}

export interface Segment {
  from: string
  to: string | null
  clock: ClockState
  state: string
  priority: string
  target_minutes: number
  calendar_id: string | null
  /** Set when the segment ends. */
  counted_ms: number
}

/** The stored clock of one incident. The calendar is copied into the terms of the running segment. */
export interface SlaClock {
  terms: Terms
  /** Incremented by every reopening. */
  cycle: number
  /** Whether the event of this cycle was published; each cycle warns and breaches at most once. */
  warned: boolean
  breached: boolean
  segments: Segment[]
  /** The part that the incident shows; its marks are those of the present target. */
  summary: { target_minutes: number; clock: ClockState; cycle: number; warned: boolean; breached: boolean }
}

export const warningShare = 0.75

export interface Situation {
  state: string
  priority: string
  terms: Terms
}

export const clockOf = (state: string): ClockState =>
  state === 'on_hold' || state === 'resolved'
    ? 'paused'
    : state === 'closed' || state === 'cancelled'
      ? 'stopped'
      : 'running'

const open = (at: Date, { state, priority, terms }: Situation): Segment => ({
  from: at.toISOString(),
  to: null,
  clock: clockOf(state),
  state,
  priority,
  target_minutes: terms.target_minutes,
  calendar_id: terms.calendar_id,
  counted_ms: 0,
})

type Marks = Pick<SlaClock, 'warned' | 'breached'>
const unmarked: Marks = { warned: false, breached: false }

const withSummary = (clock: Omit<SlaClock, 'summary'>, { warned, breached }: Marks): SlaClock => ({
  ...clock,
  summary: {
    target_minutes: clock.terms.target_minutes,
    clock: clock.segments.at(-1)!.clock,
    cycle: clock.cycle,
    warned,
    breached,
  },
})

export const startClock = (at: Date, situation: Situation): SlaClock =>
  withSummary({ terms: situation.terms, cycle: 1, ...unmarked, segments: [open(at, situation)] }, unmarked)

/** On a change of state or priority the running segment ends and the next begins. Counted time is kept. */
export function moveClock(clock: SlaClock, moment: Date, situation: Situation): SlaClock {
  const last = clock.segments.at(-1)!
  // An earlier request may get the lock later; time must not run backwards because of it.
  const at = new Date(Math.max(moment.getTime(), Date.parse(last.from)))
  const ended: Segment = {
    ...last,
    to: at.toISOString(),
    counted_ms: countedIn(last, clock.terms, at.getTime()),
  }
  const reopened = situation.state === 'reopened' && last.state !== 'reopened'
  const { warned, breached } = reopened ? unmarked : clock
  const moved = {
    terms: situation.terms,
    cycle: clock.cycle + (reopened ? 1 : 0),
    warned,
    breached,
    segments: [...clock.segments.slice(0, -1), ended, open(at, situation)],
  }
  if (situation.priority === last.priority && !reopened) return withSummary(moved, clock.summary)
  const share = countedBefore(moved) / targetOf(moved)
  return withSummary(moved, { warned: warned && share >= warningShare, breached: breached && share >= 1 })
}

export const markWarned = (clock: SlaClock): SlaClock =>
  withSummary({ ...clock, warned: true }, { ...clock.summary, warned: true })
export const markBreached = (clock: SlaClock): SlaClock =>
  withSummary({ ...clock, breached: true }, { ...clock.summary, breached: true })

type Counted = Pick<SlaClock, 'terms' | 'segments'>

const targetOf = ({ terms }: Counted) => terms.target_minutes * minute

/** The time counted in the finished segments. */
export const countedBefore = ({ segments }: Counted) =>
  segments.slice(0, -1).reduce((sum, segment) => sum + segment.counted_ms, 0)

const countedIn = (segment: Segment, terms: Terms, until: number): number =>
  segment.clock === 'running' ? countedBetween(terms.calendar, Date.parse(segment.from), until) : 0

export const countedAt = (clock: SlaClock, now: Date): number =>
  countedBefore(clock) + countedIn(clock.segments.at(-1)!, clock.terms, now.getTime())

export interface DueTimes {
  warning_at: Date
  breach_at: Date
  /** Time of the next mark; null while the clock is paused or after the last mark. */
  next_at: Date | null
}

/** For a paused clock: when it would be due if it had resumed when it was paused. */
export function dueTimes(clock: SlaClock): DueTimes {
  const warning_at = momentOf(clock, warningShare * targetOf(clock))
  const breach_at = momentOf(clock, targetOf(clock))
  const { warned, breached } = clock.summary
  const next = !warned ? warning_at : !breached ? breach_at : null
  return { warning_at, breach_at, next_at: clock.summary.clock === 'running' ? next : null }
}

/** When so many milliseconds have been counted, in whichever segment that is. */
function momentOf({ terms, segments }: SlaClock, milliseconds: number): Date {
  let left = milliseconds
  let i = 0
  while (i < segments.length - 1 && segments[i]!.counted_ms < left) left -= segments[i++]!.counted_ms
  const { from, to, calendar_id } = segments[i]!
  const calendar = calendar_id === terms.calendar_id ? terms.calendar : null
  const moment = addCounted(calendar, Date.parse(from), left)
  // A finished segment has only the ID of its calendar, which may have had other hours then: at the latest it was its end.
  return new Date(to === null ? moment : Math.min(moment, Date.parse(to)))
}
