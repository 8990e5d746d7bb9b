import { day, hour, minute } from '../../kernel/durations.ts'
import { offsetAt, offsetAtStart, zoneOf, type Zone } from './time-zones.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** The hours in which an SLA clock counts: per weekday in a time zone, without holidays. */
export interface Calendar {
  time_zone: string
  hours: Partial<Record<Weekday, [from: string, to: string][]>>
  holidays: string[]
}

/** The maximum range of a target; it also bounds the search in a calendar that hardly ever counts. */
const horizonDays = 3660

/** Milliseconds that count between two instants; without a calendar, all of them. */
export function countedBetween(calendar: Calendar | null, from: number, to: number): number {
  if (to <= from) return 0
  if (!calendar) return to - from
  let counted = 0
  const addDay = (amount: number, end: number): boolean => {
    if (end > to) return false
    counted += amount
    return true
  }
  for (const [start, end] of openings(calendar, from, addDay)) {
    if (start >= to) break
    counted += Math.max(0, Math.min(end, to) - Math.max(start, from))
  }
  return counted
}

/** The instant at which so many milliseconds have been counted. */
export function addCounted(calendar: Calendar | null, from: number, milliseconds: number): number {
  if (!calendar || milliseconds <= 0) return from + milliseconds
  let left = milliseconds
  const subtractDay = (amount: number): boolean => {
    if (amount >= left) return false
    left -= amount
    return true
  }
  for (const [start, end] of openings(calendar, from, subtractDay)) {
    const begin = Math.max(start, from)
    if (end - begin >= left) return begin + left
    left -= Math.max(0, end - begin)
  }
  return from + horizonDays * day
}

/** Consumes a full day with its counted time; false to get its spans one by one. */
type VisitDay = (counted: number, end: number) => boolean

/** The spans in which the calendar counts, in order, from the local day of `from` on, without the consumed days. */
function* openings(
  calendar: Calendar,
  from: number,
  takeDay: VisitDay,
): Generator<[start: number, end: number]> {
  const zone = zoneOf(calendar.time_zone)
  const holidays = new Set(calendar.holidays)
  const week = weekdays.map((name) => toDay(calendar.hours[name] ?? []))
  const first = localDay(from, zone)
  for (let offset = 0; offset < horizonDays; offset++) {
    const midnight = first + offset * day
    const { spans, counted } = week[mondayBased(midnight)]!
    if (counted === 0) continue
    if (holidays.size > 0 && holidays.has(new Date(midnight).toISOString().slice(0, 10))) continue
    const constant = constantOffset(midnight, zone)
    const isWhole = constant !== undefined && midnight - constant >= from
    if (isWhole && takeDay(counted, midnight + day - constant)) continue
    for (const [opens, closes] of spans) {
      const start = toInstant(midnight + opens, zone, constant)
      const end = toInstant(midnight + closes, zone, constant)
      if (end > from) yield [start, end]
    }
  }
}

/** The spans of a day in milliseconds since midnight, and their sum. */
function toDay(hours: [from: string, to: string][]) {
  const spans = hours.map(([opens, closes]) => [ofDay(opens), ofDay(closes)] as const)
  return { spans, counted: spans.reduce((sum, [opens, closes]) => sum + closes - opens, 0) }
}

/** 1970-01-01 was a Thursday. */
const mondayBased = (midnight: number) => (((Math.floor(midnight / day) + 3) % 7) + 7) % 7

const ofDay = (time: string) => Number(time.slice(0, 2)) * hour + Number(time.slice(3, 5)) * minute

/** Local time is represented as if it were UTC; the offset gives the difference. */
function localDay(instant: number, zone: Zone): number {
  const local = instant + offsetAt(instant, zone)
  return local - (((local % day) + day) % day)
}

/** The offset of a local day if there is no clock change on or around it. */
function constantOffset(midnight: number, zone: Zone): number | undefined {
  const today = Math.floor(midnight / day)
  const offset = offsetAtStart(today, zone)
  const isConstant = [today - 1, today + 1, today + 2].every((other) => offsetAtStart(other, zone) === offset)
  return isConstant ? offset : undefined
}

/**
 * The first instant at which the clock shows the local time or has passed it. So a time that a clock change repeats is taken
 * once, one that it skips is the moment of the change, and spans that do not overlap on the wall do not overlap at all.
 */
function toInstant(local: number, zone: Zone, constant: number | undefined): number {
  if (constant !== undefined) return local - constant
  const before = offsetAt(local - day, zone)
  const after = offsetAt(local + day, zone)
  const [early, late] = [local - Math.max(before, after), local - Math.min(before, after)]
  const isShown = (instant: number) => instant + offsetAt(instant, zone) >= local
  if (isShown(early)) return early
  return before < after ? firstShown(early, late, isShown) : late
}

/** Clocks are set forward somewhere in between; `hidden` is before that, or before the local time. */
function firstShown(hidden: number, shown: number, isShown: (instant: number) => boolean): number {
  while (shown - hidden > 1) {
    const middle = Math.floor((hidden + shown) / 2)
    if (isShown(middle)) shown = middle
    else hidden = middle
  }
  return shown
}
