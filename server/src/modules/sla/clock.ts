import { minute } from '../../kernel/durations.ts'
import { addCounted, countedBetween, type Calendar } from './calendar.ts'

export type ClockState = 'running' | 'paused' | 'stopped'

/** What a priority promises when a segment begins; later changes of the policy do not reach back. */
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
  /** Fixed when the segment ends. */
  counted_ms: number
}

/** The clock of one incident, as it is stored. Calendars are kept by value in the running segment's terms. */
export interface SlaClock {
  terms: Terms
  /** Raised by every reopening; each cycle warns and breaches at most once. */
  cycle: number
  warned: boolean
  breached: boolean
  segments: Segment[]
  /** What the incident shows of it. */
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

/** State or priority changes: the running segment ends, the next begins. Time that was counted stays counted. */
export function moveClock(clock: SlaClock, moment: Date, situation: Situation): SlaClock {
  const last = clock.segments.at(-1)!
  // A request that began earlier may get its turn later; time does not run backwards for that.
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

/** All time counted so far. */
export function countedAt(clock: SlaClock, now: Date): number {
  const last = clock.segments.at(-1)!
  const before = clock.segments.slice(0, -1).reduce((sum, segment) => sum + segment.counted_ms, 0)
  return before + countedIn(last, clock.terms, now.getTime())
}

export interface DueTimes {
  warning_at: Date
  breach_at: Date
  /** When somebody must next be told; null while the clock stands or all has been told. */
  next_at: Date | null
}

/** For a clock that stands: when it would run out if it went on at the moment it was stopped. */
export function dueTimes(clock: SlaClock): DueTimes {
  const last = clock.segments.at(-1)!
  const from = Date.parse(last.from)
  const before = clock.segments.slice(0, -1).reduce((sum, segment) => sum + segment.counted_ms, 0)
  const target = clock.terms.target_minutes * minute
  const at = (share: number) => {
    const left = share * target - before
    // Overdue already: the moment lies in an earlier segment; what matters is that it has passed.
    return new Date(left <= 0 ? from + left : addCounted(clock.terms.calendar, from, left))
  }
  const warning_at = at(warningShare)
  const breach_at = at(1)
  const owed = !clock.warned ? warning_at : !clock.breached ? breach_at : null
  return { warning_at, breach_at, next_at: last.clock === 'running' ? owed : null }
}
