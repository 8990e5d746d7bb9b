import type { Change } from '../api/schema.d.ts'
import { day, viewReader } from '../records/view.ts'

export const lengths = [7, 14, 28] as const

/** Which days the calendar shows, as they stand in the address. */
export const readSpan = viewReader({
  from: day,
  days: (value) => {
    const known = lengths.find((length) => String(length) === String(value))
    return known && String(known)
  },
})

const dayText = (date: Date) => {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A day so many days later, also over the change of the clocks. */
export function dayPlus(from: string, days: number): string {
  const date = new Date(`${from}T00:00`)
  date.setDate(date.getDate() + days)
  return dayText(date)
}

/** Two days back, so that one sees what has just been done. */
export const aroundNow = (now: Date) => dayPlus(dayText(now), -2)

const startOf = (day: string) => new Date(`${day}T00:00`).getTime()

export interface Span {
  from: string
  days: number
}

export const boundsOf = ({ from, days }: Span) => ({
  planned_after: new Date(startOf(from)).toISOString(),
  planned_before: new Date(startOf(dayPlus(from, days))).toISOString(),
})

type Window = Pick<Change, 'planned_start' | 'planned_end'>

/** Where its bar stands, in shares of the span. Who has only one end goes on to the edge; undefined when nothing of it is in the span. */
export function barOf({ planned_start, planned_end }: Window, { from, days }: Span) {
  const [first, last] = [startOf(from), startOf(dayPlus(from, days))]
  const start = Math.max(planned_start ? Date.parse(planned_start) : first, first)
  const end = Math.min(planned_end ? Date.parse(planned_end) : last, last)
  if (start >= end) return undefined
  return { left: (start - first) / (last - first), width: (end - start) / (last - first) }
}

export const daysOf = ({ from, days }: Span) =>
  Array.from({ length: days }, (_, place) => {
    const date = new Date(`${dayPlus(from, place)}T00:00`)
    return { day: dayText(date), date, isWeekend: [0, 6].includes(date.getDay()) }
  })
