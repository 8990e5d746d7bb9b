import { day, hour, minute } from '../../../../kernel/durations.ts'

/** From the first moment to just before the second; an end that is missing is open. All in UTC. */
export interface Span {
  from?: Date
  to?: Date
}

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

const spellings: Record<Unit, string> = {
  minute: 'minute minutes min mins',
  hour: 'hour hours hr hrs h',
  day: 'day days d',
  week: 'week weeks w wk wks',
  month: 'month months',
  quarter: 'quarter quarters',
  year: 'year years yr yrs',
}
export const units = new Map(
  (Object.keys(spellings) as Unit[]).flatMap((unit) =>
    spellings[unit].split(' ').map((word) => [word, unit]),
  ),
)

export const weekdays = named(
  'sunday sun|monday mon|tuesday tue tues|wednesday wed|thursday thu thur thurs|friday fri|saturday sat',
)
export const months = named(
  'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
)

function named(list: string): Map<string, number> {
  return new Map(list.split('|').flatMap((names, n) => names.split(' ').map((name) => [name, n])))
}

const numbers = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, n) => [word, n + 1]),
)
for (const [word, n] of [
  ['couple', 2],
  ['few', 3],
  ['several', 3],
] as const)
  numbers.set(word, n)

/** More than this is no count of anything that people ask for. */
const greatest = 100_000
export function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (!/^\d{1,6}$/.test(word)) return numbers.get(word)
  const n = Number(word)
  return n <= greatest ? n : undefined
}

/** Midnight before a moment. */
export const dayOf = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))

export const plusDays = (at: Date, n: number): Date => new Date(at.getTime() + n * day)

/** The first moment of the calendar unit that a moment lies in, so many units on. Weeks begin on Monday. */
export function startOf(unit: Unit, at: Date, ahead = 0): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  switch (unit) {
    case 'minute':
      return new Date((Math.floor(at.getTime() / minute) + ahead) * minute)
    case 'hour':
      return new Date((Math.floor(at.getTime() / hour) + ahead) * hour)
    case 'day':
      return plusDays(dayOf(at), ahead)
    case 'week':
      return plusDays(dayOf(at), -((at.getUTCDay() + 6) % 7) + 7 * ahead)
    case 'month':
      return new Date(Date.UTC(year, month + ahead))
    case 'quarter':
      return new Date(Date.UTC(year, (Math.floor(month / 3) + ahead) * 3))
    case 'year':
      return new Date(Date.UTC(year + ahead, 0))
  }
}

export const calendarSpan = (unit: Unit, at: Date, ahead = 0): Required<Span> => ({
  from: startOf(unit, at, ahead),
  to: startOf(unit, at, ahead + 1),
})

/** So many units from a moment; negative ones lie before it. The 31st becomes the last day of a shorter month. */
export function shift(at: Date, unit: Unit, n: number): Date {
  const inMonths = { month: 1, quarter: 3, year: 12 }[unit as string]
  if (inMonths === undefined)
    return new Date(at.getTime() + n * { minute, hour, day, week: 7 * day }[unit as 'day'])
  const moved = new Date(at)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + n * inMonths)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(at.getUTCDate(), last))
  return moved
}

/** A day that exists, or undefined. Months count from 0. */
export function dateOf(year: number, month: number, date: number): Date | undefined {
  const at = new Date(Date.UTC(year, month, date))
  return at.getUTCFullYear() === year && at.getUTCMonth() === month && at.getUTCDate() === date
    ? at
    : undefined
}
