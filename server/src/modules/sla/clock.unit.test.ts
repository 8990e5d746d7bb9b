import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minute } from '../../kernel/durations.ts'
import { allowedTransitions, type State } from '../incidents/transitions.ts'
import { addCounted, countedBetween, type Calendar } from './calendar.ts'
import {
  clockOf,
  countedAt,
  dueTimes,
  markBreached,
  markWarned,
  moveClock,
  startClock,
  type SlaClock,
  type Terms,
} from './clock.ts'

const roundTheClock = (target_minutes: number): Terms => ({
  target_minutes,
  calendar_id: null,
  calendar: null,
})
const office: Calendar = {
  time_zone: 'Europe/Berlin',
  hours: Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((name) => [name, [['09:00', '17:00']]])),
  holidays: ['2026-03-04'],
}
const terms: Record<string, Terms> = {
  P1: roundTheClock(240),
  P2: { target_minutes: 480, calendar_id: 'cal_office', calendar: office },
  P3: roundTheClock(1440),
  P4: { target_minutes: 4320, calendar_id: 'cal_office', calendar: office },
}

const start = Date.parse('2026-03-02T08:00:00Z')
const at = (minutes: number) => new Date(start + minutes * minute)
const situation = (state: string, priority: string) => ({ state, priority, terms: terms[priority]! })
const begin = (priority: string) => startClock(at(0), situation('new', priority))

describe('an SLA clock', () => {
  test('runs from the start and is due after its target', () => {
    const { warning_at, breach_at, next_at } = dueTimes(begin('P1'))
    expect([warning_at, breach_at, next_at]).toEqual([at(180), at(240), at(180)])
  })

  test('pauses while on hold or resolved, and resumes where it stopped', () => {
    const held = moveClock(begin('P1'), at(100), situation('on_hold', 'P1'))
    expect(countedAt(held, at(5000))).toBe(100 * minute)
    expect(dueTimes(held).next_at).toBeNull()
    const resumed = moveClock(held, at(400), situation('in_progress', 'P1'))
    expect(dueTimes(resumed)).toEqual({ warning_at: at(480), breach_at: at(540), next_at: at(480) })
    const resolved = moveClock(resumed, at(410), situation('resolved', 'P1'))
    expect(countedAt(resolved, at(9000))).toBe(110 * minute)
    expect(resolved.summary).toMatchObject({ clock: 'paused', cycle: 1 })
  })

  test('keeps elapsed time when the priority changes', () => {
    const raised = moveClock(begin('P3'), at(60), situation('new', 'P1'))
    expect(countedAt(raised, at(90))).toBe(90 * minute)
    expect(dueTimes(raised).breach_at).toEqual(at(240))
  })

  test('that is overdue under its new priority was due in the past', () => {
    const raised = moveClock(begin('P3'), at(600), situation('in_progress', 'P1'))
    expect(dueTimes(raised)).toEqual({ warning_at: at(180), breach_at: at(240), next_at: at(180) })
  })

  test.each(['P1', 'P2'])('of %s stays due when it was, whatever happens after its breach', (priority) => {
    const { breach_at } = dueTimes(begin(priority))
    let clock = markBreached(markWarned(begin(priority)))
    for (const [minutes, state] of [
      [2000, 'on_hold'],
      [5000, 'in_progress'],
      [5010, 'resolved'],
      [9000, 'reopened'],
    ] as const) {
      clock = moveClock(clock, at(minutes), situation(state, priority))
      expect(dueTimes(clock).breach_at).toEqual(breach_at)
    }
  })

  test('that is no longer overdue under a lower priority shows no mark until it is again', () => {
    const breached = markBreached(markWarned(begin('P1')))
    const lowered = moveClock(breached, at(300), situation('new', 'P3'))
    expect(lowered).toMatchObject({ warned: true, breached: true })
    expect(lowered.summary).toMatchObject({ warned: false, breached: false })
    expect(dueTimes(lowered).next_at).toEqual(at(1080))
    expect(dueTimes(markWarned(lowered)).next_at).toEqual(at(1440))
    const raised = moveClock(lowered, at(400), situation('new', 'P1'))
    expect(raised.summary).toMatchObject({ warned: true, breached: true })
    expect(dueTimes(raised).next_at).toBeNull()
  })

  test('has the warning next, then the breach, then nothing', () => {
    const clock = begin('P1')
    expect(dueTimes(markWarned(clock)).next_at).toEqual(at(240))
    expect(dueTimes(markBreached(markWarned(clock))).next_at).toBeNull()
  })

  test('starts a new cycle only on reopening', () => {
    const told = markBreached(markWarned(begin('P1')))
    const resolved = moveClock(told, at(300), situation('resolved', 'P1'))
    expect(resolved.summary).toMatchObject({ cycle: 1, warned: true, breached: true })
    const reopened = moveClock(resolved, at(400), situation('reopened', 'P1'))
    expect(reopened.summary).toMatchObject({ cycle: 2, warned: false, breached: false, clock: 'running' })
    const reprioritised = moveClock(reopened, at(410), situation('reopened', 'P2'))
    expect(reprioritised.cycle).toBe(2)
  })

  test('does not run backwards for a late change with an earlier time', () => {
    const moved = moveClock(begin('P1'), at(100), situation('in_progress', 'P1'))
    const late = moveClock(moved, at(90), situation('in_progress', 'P2'))
    expect(late.segments.map(({ from, to, counted_ms }) => [from, to, counted_ms])).toEqual([
      [at(0).toISOString(), at(100).toISOString(), 100 * minute],
      [at(100).toISOString(), at(100).toISOString(), 0],
      [at(100).toISOString(), null, 0],
    ])
  })
})

/** One event of an incident: time passes, then its state or priority changes. */
interface Step {
  minutes: number
  choice: number
  priority: string | undefined
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    minutes: fc.integer({ min: 0, max: 2000 }),
    choice: fc.nat(),
    priority: fc.option(fc.constantFrom('P1', 'P2', 'P3', 'P4'), { nil: undefined }),
  }),
  { maxLength: 25 },
)

interface Moment {
  at: number
  state: State
  priority: string
}

/** Follows the transition table from `new`; each step changes the state, the priority, or nothing. */
function live(given: Step[]): { clock: SlaClock; history: Moment[] } {
  const history: Moment[] = [{ at: start, state: 'new', priority: 'P3' }]
  let clock = startClock(new Date(start), situation('new', 'P3'))
  for (const { minutes, choice, priority } of given) {
    const { at: before, ...last } = history.at(-1)!
    const options = allowedTransitions(last.state)
    const next: Moment = {
      at: before + minutes * minute,
      state: priority === undefined && options.length > 0 ? options[choice % options.length]! : last.state,
      priority: priority ?? last.priority,
    }
    if (next.state === last.state && next.priority === last.priority) continue
    clock = moveClock(clock, new Date(next.at), situation(next.state, next.priority))
    history.push(next)
  }
  return { clock, history }
}

/** Reference implementation: for each interval, the time that its own calendar counts. */
const reference = (history: Moment[], until: number) =>
  history.reduce((sum, moment, i) => {
    if (['on_hold', 'resolved', 'closed', 'cancelled'].includes(moment.state)) return sum
    const end = history[i + 1]?.at ?? until
    return sum + countedBetween(terms[moment.priority]!.calendar, moment.at, end)
  }, 0)

describe('for any sequence of events', () => {
  test('the counted time is that of the working intervals', () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 5000 }), (given, minutes) => {
        const { clock, history } = live(given)
        const now = history.at(-1)!.at + minutes * minute
        expect(countedAt(clock, new Date(now))).toBe(reference(history, now))
      }),
      { numRuns: 300 },
    )
  })

  test('segments are contiguous and have state and priority', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { clock, history } = live(given)
        expect(clock.segments.map(({ state, priority }) => [state, priority])).toEqual(
          history.map(({ state, priority }) => [state, priority]),
        )
        for (const [i, segment] of clock.segments.entries()) {
          assert.equal(segment.to, clock.segments[i + 1]?.from ?? null)
          assert.equal(segment.clock, clockOf(segment.state))
        }
        const standing = clock.segments.filter((segment) => segment.clock !== 'running')
        expect(standing.map(({ counted_ms }) => counted_ms)).toEqual(standing.map(() => 0))
        const reopenings = history.filter(
          ({ state }, i) => state === 'reopened' && history[i - 1]!.state === 'resolved',
        )
        expect(clock.cycle).toBe(1 + reopenings.length)
      }),
      { numRuns: 200 },
    )
  })

  test('the next mark is at three quarters of the target, unless the clock is paused', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { clock, history } = live(given)
        const { warning_at, breach_at, next_at } = dueTimes(clock)
        expect(warning_at.getTime()).toBeLessThanOrEqual(breach_at.getTime())
        expect(next_at).toEqual(clockOf(history.at(-1)!.state) === 'running' ? warning_at : null)
      }),
      { numRuns: 200 },
    )
  })

  /** Sequences whose clock is in the given state when its last segment begins. */
  const lives = (state: 'running' | 'standing', due: 'due' | 'overdue') =>
    steps
      .map((given) => {
        const { clock, history } = live(given)
        const since = history.at(-1)!.at
        const left = clock.terms.target_minutes * minute - countedAt(clock, new Date(since))
        return { clock, since, left, breach_at: dueTimes(clock).breach_at.getTime() }
      })
      .filter(
        ({ clock, left }) =>
          (clock.summary.clock === 'running') === (state === 'running') && left > 0 === (due === 'due'),
      )

  test('a running clock has counted its target exactly when it is due', () => {
    fc.assert(
      fc.property(lives('running', 'due'), ({ clock, breach_at }) => {
        const target = clock.terms.target_minutes * minute
        expect(countedAt(clock, new Date(breach_at))).toBe(target)
        expect(countedAt(clock, new Date(breach_at - 1))).toBe(target - 1)
      }),
      { numRuns: 200 },
    )
  })

  test('a paused clock is due as if it resumed immediately', () => {
    fc.assert(
      fc.property(lives('standing', 'due'), ({ clock, since, left, breach_at }) => {
        expect(breach_at).toBe(addCounted(clock.terms.calendar, since, left))
      }),
      { numRuns: 200 },
    )
  })

  test('an overdue clock was due in the past', () => {
    fc.assert(
      fc.property(
        fc.oneof(lives('running', 'overdue'), lives('standing', 'overdue')),
        ({ since, breach_at }) => {
          expect(breach_at).toBeLessThanOrEqual(since)
        },
      ),
      { numRuns: 200 },
    )
  })
})
