import { calendarSpan, dateOf, months, numberOf, shift, startOf, units } from './calendar.ts'
import type { Span } from './calendar.ts'

/** The time of a question, and its direction. */
export interface Clock {
  now: Date
  /** It asks about the future: "on Friday" is then the next Friday, otherwise the last. */
  looks_ahead: boolean
  /** It asks about inactivity: "in 3 days" then means the last three days. */
  is_idle?: boolean
  /** The time before it, also of the previous question; in a comparison, "the previous 7 days" are before that. */
  earlier?: Span | undefined
  compares?: boolean
}

export type Period = Required<Span>

type Hours = [from: number, to: number]
export const dayParts: Record<string, Hours> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
}
export const namedDays: Record<string, number> = { yesterday: -1, last: -1, tomorrow: 1 }

export const countOf = (text = '1'): number => numberOf(text.replaceAll(/\b(?:an? (?=.)| of)/g, '')) ?? 1

export const hoursOf = (at: Date, [from, to]: Hours): Period => ({
  from: shift(at, 'hour', from),
  to: shift(at, 'hour', to),
})
export const oneDay = (at: Date | undefined): Period | undefined => at && hoursOf(at, [0, 24])
export const today = ({ now }: Clock, ahead = 0) => startOf('day', now, ahead)
export const current = (name: string, { now }: Clock) => calendarSpan(units.get(name)!, now)

/** The requested occurrence of a recurring period (last, this, next), or the nearest one by the clock. */
function nearest(
  at: (ahead: number) => Period | undefined,
  clock: Clock,
  modifier?: string,
): Period | undefined {
  const { now } = clock
  const isAhead = modifier ? modifier !== 'last' : clock.looks_ahead
  const fits = ({ from, to }: Period) =>
    modifier === 'last' ? to <= now : modifier ? from > now : isAhead ? to >= now : from <= now
  if (modifier === 'this') return at(0)
  // A 29 February may be eight years away.
  return Array.from({ length: 9 }, (_, n) => at(isAhead ? n : -n)).find((period) => period && fits(period))
}

export const inYears = (
  at: (year: number) => Period | undefined,
  clock: Clock,
  y?: string,
  modifier?: string,
) => (y ? at(Number(y)) : nearest((ahead) => at(clock.now.getUTCFullYear() + ahead), clock, modifier))

export const dateIn = (clock: Clock, name: string, date: string, y?: string) =>
  inYears((inYear) => oneDay(dateOf(inYear, months.get(name)!, Number(date))), clock, y)

/** "the 1st": of this month or the nearest other one. */
export const dayOfMonth = (clock: Clock, date: string) =>
  nearest((ahead) => {
    const month = startOf('month', clock.now, ahead)
    return oneDay(dateOf(month.getUTCFullYear(), month.getUTCMonth(), Number(date)))
  }, clock)

export const monthsIn = (name: 'month' | 'quarter' | 'year', first: number) => (inYear: number) =>
  calendarSpan(name, new Date(Date.UTC(inYear, first)))

export function clockTime(text: string, clock: Clock): Period | undefined {
  const [, h, min = '0', half] = /^(\d+)(?::(\d+))?(?: ?([ap]m))?$/.exec(text)!
  const hours = half ? (Number(h) % 12) + (half === 'pm' ? 12 : 0) : Number(h)
  if (hours > 23 || Number(min) > 59 || (!half && !text.includes(':'))) return undefined
  const time = hours + Number(min) / 60
  return nearest((ahead) => hoursOf(today(clock, ahead), [time, time]), clock)
}

export function isoTime([y, m, d, time]: string[]): Period | undefined {
  const date = dateOf(Number(y), Number(m) - 1, Number(d))
  if (!date || !time) return oneDay(date)
  const at = new Date(`${y}-${m}-${d}T${time}Z`)
  return { from: at, to: at }
}

/** "last week" is a calendar week; "past week" and "last 7 days" end now. Minutes, hours and days are always rolling. */
export function relative(
  { now, earlier, compares }: Clock,
  modifier: string,
  n: string | undefined,
  name: string,
): Period | undefined {
  const wanted = units.get(name)!
  if (earlier?.from && compares && modifier.startsWith('pre'))
    return { from: shift(earlier.from, wanted, -countOf(n)), to: earlier.from }
  if (modifier === 'this' || modifier === 'current') return n ? undefined : calendarSpan(wanted, now)
  const direction = /^(?:next|coming|following|upcoming)$/.test(modifier) ? 1 : -1
  const isRolling = n !== undefined || modifier === 'past' || /^(?:minute|hour|day)$/.test(wanted)
  if (!isRolling) return calendarSpan(wanted, now, direction)
  const other = shift(now, wanted, direction * countOf(n))
  // Includes the current millisecond.
  return direction < 0 ? { from: other, to: new Date(now.getTime() + 1) } : { from: now, to: other }
}

/** A range of days of the week; `first` counts from Monday. */
export const inWeeks = (first: number, length: number, clock: Clock, modifier?: string) =>
  nearest(
    (ahead) => hoursOf(startOf('week', clock.now, ahead), [24 * first, 24 * (first + length)]),
    clock,
    modifier,
  )
