import type { ChangeWindow } from '../records/change-window.ts'
import { localDay, startOf } from '../records/day-bounds.ts'

/** Adds days in local time, so that daylight saving changes do not shift the date. */
export const dayPlus = (from: string, days: number): string => localDay(startOf(from, days))

/** Starts two days back, so that recent changes are visible. */
export const aroundNow = (now: Date) => dayPlus(localDay(now), -2)

export interface Span {
  from: string
  days: number
}

const period = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** "15 – 28 Nov 2026", which never breaks. */
export const periodOf = ({ from, days }: Span): string =>
  period.formatRange(startOf(from), startOf(from, days - 1)).replaceAll(/\s/g, '\u00a0')

export const boundsOf = ({ from, days }: Span) => ({
  planned_after: new Date(startOf(from)).toISOString(),
  planned_before: new Date(startOf(from, days)).toISOString(),
})

/**
 * Position of a bar as a fraction of the span. A window with one open end extends to the edge; undefined if
 * the window is outside the span.
 */
export function barOf({ planned_start, planned_end }: ChangeWindow, { from, days }: Span) {
  const [first, last] = [startOf(from), startOf(from, days)]
  const start = Math.max(planned_start ? Date.parse(planned_start) : first, first)
  const end = Math.min(planned_end ? Date.parse(planned_end) : last, last)
  if (start >= end) return undefined
  return { left: (start - first) / (last - first), width: (end - start) / (last - first) }
}

export const daysOf = ({ from, days }: Span) =>
  Array.from({ length: days }, (_, index) => {
    const date = new Date(startOf(from, index))
    return { day: localDay(date), date, isWeekend: [0, 6].includes(date.getDay()) }
  })
