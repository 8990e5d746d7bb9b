import { day, hour, minute } from '../../kernel/durations.ts'
import type { Moment } from './model.ts'

/** Opening hours in UTC. */
const opening = 7
const closing = 18

const midnightOf = (time: number) => Math.floor(time / day) * day

export function momentOf(now: Date, { day: days, time }: Moment): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(midnightOf(now.getTime()) + days * day + hours * hour + minutes * minute)
}

const isWeekend = (time: number) => [0, 6].includes(new Date(time).getUTCDay())

/** A working time on that day, from 0 (opening) to 1 (closing); weekends are spread over the days before. */
export function workingTimeBefore(time: number, share: number): number {
  let start = midnightOf(time)
  while (isWeekend(start)) start -= (1 + Math.floor(share * 5)) * day
  return start + Math.floor((opening + share * (closing - opening)) * 60) * minute
}

/** The same moment during working hours, else soon after they begin. */
export function workingTimeAfter(time: number): number {
  const start = midnightOf(time)
  if (!isWeekend(start) && time < start + opening * hour) return start + opening * hour + wait(time)
  if (!isWeekend(start) && time < start + closing * hour) return time
  let next = start + day
  while (isWeekend(next)) next += day
  return next + opening * hour + wait(time)
}

/** Spreads the start of work over an hour and a half. */
const wait = (time: number) => time % (90 * minute)
