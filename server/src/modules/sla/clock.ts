import { minute } from '../../kernel/durations.ts'
import { addCounted, countedBetween, type Calendar } from './calendar.ts'

export type ClockState = 'running' | 'paused' | 'stopped'

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
  /** Incremented by every reopening; each cycle warns and breaches at most once. */
  cycle: number
  warned: boolean
  breached: boolean
  segments: Segment[]
  /** The part that the incident shows. */
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

const withSummary = (clock: Omit<SlaClock, 'summary'>): SlaClock => ({
  ...clock,
  summary: {
    target_minutes: clock.terms.target_minutes,
    clock: clock.segments.at(-1)!.clock,
    cycle: clock.cycle,
    warned: clock.warned,
    breached: clock.breached,
  },
})

export const startClock = (at: Date, situation: Situation): SlaClock =>
  withSummary({
    terms: situation.terms,
    cycle: 1,
    warned: false,
    breached: false,
    segments: [open(at, situation)],
  })

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
  return withSummary({
    terms: situation.terms,
    cycle: clock.cycle + (reopened ? 1 : 0),
    warned: clock.warned && !reopened,
    breached: clock.breached && !reopened,
    segments: [...clock.segments.slice(0, -1), ended, open(at, situation)],
  })
}

export const markWarned = (clock: SlaClock): SlaClock => withSummary({ ...clock, warned: true })
export const markBreached = (clock: SlaClock): SlaClock => withSummary({ ...clock, breached: true })

const countedIn = (segment: Segment, terms: Terms, until: number): number =>
  segment.clock === 'running' ? countedBetween(terms.calendar, Date.parse(segment.from), until) : 0

export function countedAt(clock: SlaClock, now: Date): number {
  const last = clock.segments.at(-1)!
  const before = clock.segments.slice(0, -1).reduce((sum, segment) => sum + segment.counted_ms, 0)
  return before + countedIn(last, clock.terms, now.getTime())
}

export interface DueTimes {
  warning_at: Date
  breach_at: Date
  /** Time of the next mark; null while the clock is paused or after the last mark. */
  next_at: Date | null
}

/** For a paused clock: when it would be due if it had resumed when it was paused. */
export function dueTimes(clock: SlaClock): DueTimes {
  const last = clock.segments.at(-1)!
  const from = Date.parse(last.from)
  const before = clock.segments.slice(0, -1).reduce((sum, segment) => sum + segment.counted_ms, 0)
  const target = clock.terms.target_minutes * minute
  const at = (share: number) => {
    const left = share * target - before
    // Already overdue: the moment is in an earlier segment; only the fact that it has passed matters.
    return new Date(left <= 0 ? from + left : addCounted(clock.terms.calendar, from, left))
  }
  const warning_at = at(warningShare)
  const breach_at = at(1)
  const next = !clock.warned ? warning_at : !clock.breached ? breach_at : null
  return { warning_at, breach_at, next_at: last.clock === 'running' ? next : null }
}
