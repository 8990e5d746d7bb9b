import { day, hour, minute } from '../../kernel/durations.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** When an SLA clock counts: hours per weekday in a time zone, less the holidays. */
export interface Calendar {
  time_zone: string
  hours: Partial<Record<Weekday, [from: string, to: string][]>>
  holidays: string[]
}

/** Farther than this nothing is promised; it also bounds the search on a calendar that hardly ever counts. */
const horizonDays = 3660

/** Milliseconds that count between two instants. Without a calendar all do. */
export function countedBetween(calendar: Calendar | null, from: number, to: number): number {
  if (to <= from) return 0
  if (!calendar) return to - from
  let counted = 0
  for (const [start, end] of openings(calendar, from)) {
    if (start >= to) break
    counted += Math.max(0, Math.min(end, to) - Math.max(start, from))
  }
  return counted
}

/** The instant at which so many milliseconds have been counted. */
export function addCounted(calendar: Calendar | null, from: number, milliseconds: number): number {
  if (!calendar || milliseconds <= 0) return from + milliseconds
  let left = milliseconds
  for (const [start, end] of openings(calendar, from)) {
    const begin = Math.max(start, from)
    if (end - begin >= left) return begin + left
    left -= Math.max(0, end - begin)
  }
  return from + horizonDays * day
}

/** The spans in which the calendar counts, in order, from the local day of `from` on. */
function* openings(calendar: Calendar, from: number): Generator<[start: number, end: number]> {
  const zone = calendar.time_zone
  const holidays = new Set(calendar.holidays)
  const first = localDay(from, zone)
  for (let offset = 0; offset < horizonDays; offset++) {
    const date = new Date(first + offset * day)
    const name = date.toISOString().slice(0, 10)
    if (holidays.has(name)) continue
    const spans = calendar.hours[weekdays[(date.getUTCDay() + 6) % 7]!] ?? []
    for (const [opens, closes] of spans) {
      const start = toInstant(date.getTime() + ofDay(opens), zone)
      const end = toInstant(date.getTime() + ofDay(closes), zone)
      if (end > from) yield [start, end]
    }
  }
}

const ofDay = (time: string) => Number(time.slice(0, 2)) * hour + Number(time.slice(3, 5)) * minute

/** Local time is written as if it were UTC; the offset says by how much that is wrong. */
function localDay(instant: number, zone: string): number {
  const local = instant + offsetAt(instant, zone)
  return local - (((local % day) + day) % day)
}

/**
 * The first instant at which the clock shows the local time or has passed it. So a time that a clock change repeats is taken
 * once, one that it skips is the moment of the change, and spans that do not overlap on the wall do not overlap at all.
 */
function toInstant(local: number, zone: string): number {
  const before = offsetAt(local - day, zone)
  const after = offsetAt(local + day, zone)
  const [early, late] = [local - Math.max(before, after), local - Math.min(before, after)]
  const isShown = (instant: number) => instant + offsetAt(instant, zone) >= local
  if (isShown(early)) return early
  return before < after ? firstShown(early, late, isShown) : late
}

/** Clocks are set forward somewhere in between; `hidden` lies before that, or before the local time. */
function firstShown(hidden: number, shown: number, isShown: (instant: number) => boolean): number {
  while (shown - hidden > 1) {
    const middle = Math.floor((hidden + shown) / 2)
    if (isShown(middle)) shown = middle
    else hidden = middle
  }
  return shown
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetAt(instant: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')!.value
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name)
  if (!match) return 0
  const size = Number(match[2]) * hour + Number(match[3]) * minute + Number(match[4] ?? 0) * 1000
  return match[1] === '-' ? -size : size
}

export const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false // the constructor is the only way to ask
  }
}
