import { day, hour, minute } from '../../../../kernel/durations.ts'

/** A half-open interval in UTC; a missing end is unbounded. */
export interface Span {
  from?: Date
  to?: Date
}

type Moment = Date | string | undefined
export const spanOf = (from: Moment, to: Moment): Span => ({
  ...(from && { from: new Date(from) }),
  ...(to && { to: new Date(to) }),
})

const lengths = { minute, hour, day, week: 7 * day }
const inMonths = { month: 1, quarter: 3, year: 12 }
export type Unit = keyof typeof lengths | keyof typeof inMonths

/** Monday is the first day of a week. */
const firstMonday = 4 * day

/** The start of the calendar unit that contains a time, moved by `ahead` units. */
export function startOf(unit: Unit, at: Date, ahead = 0): Date {
  if (unit in lengths) {
    const length = lengths[unit as keyof typeof lengths]
    const offset = unit === 'week' ? firstMonday : 0
    return new Date((Math.floor((at.getTime() - offset) / length) + ahead) * length + offset)
  }
  const months = inMonths[unit as keyof typeof inMonths]
  const first = Math.floor(at.getUTCMonth() / months) * months
  return new Date(Date.UTC(at.getUTCFullYear(), first + ahead * months))
}

export const calendarSpan = (unit: Unit, at: Date, ahead = 0): Required<Span> => ({
  from: startOf(unit, at, ahead),
  to: startOf(unit, at, ahead + 1),
})

/** Moves a time by `n` units; negative ones move it back. The 31st becomes the last day of a shorter month. */
export function shift(at: Date, unit: Unit, n: number): Date {
  if (unit in lengths) return new Date(at.getTime() + n * lengths[unit as keyof typeof lengths])
  const month = startOf('month', at, n * inMonths[unit as keyof typeof inMonths])
  const last = shift(startOf('month', month, 1), 'day', -1).getUTCDate()
  const date = Math.min(at.getUTCDate(), last)
  return new Date(month.getTime() + (date - 1) * day + (at.getTime() % day))
}

/** Undefined for a date that does not exist. Months count from 0. */
export function dateOf(year: number, month: number, date: number): Date | undefined {
  const at = new Date(Date.UTC(year, month, date))
  return at.getUTCMonth() === month && at.getUTCDate() === date ? at : undefined
}

const named = (list: string) =>
  new Map(list.split('|').flatMap((names, n) => names.split(' ').map((name) => [name, n] as const)))

export const weekdays = named(
  'sunday sun|monday mon|tuesday tue tues|wednesday wed|thursday thu thur thurs|friday fri|saturday sat',
)
export const months = named(
  'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
)
const unitNames = 'minute|hour|day|week|month|quarter|year'.split('|') as Unit[]
const unitPlaces = named(
  'minute minutes min mins|hour hours hr hrs h|day days d|week weeks w wk wks|month months|quarter quarters|year years yr yrs',
)
export const units = new Map([...unitPlaces].map(([name, n]) => [name, unitNames[n]!]))

const numbers = named('|one|two couple|three few several|four|five|six|seven|eight|nine|ten|eleven|twelve')
/** Larger numbers are not taken for a count. */
const greatest = 100_000

export function numberOf(word: string | undefined): number | undefined {
  if (!word || !/^\d{1,6}$/.test(word)) return word ? numbers.get(word) : undefined
  return Number(word) <= greatest ? Number(word) : undefined
}

/** Patterns of their names. */
export const oneOf = (names: Iterable<string>) => [...names].join('|')
export const unit = oneOf(units.keys())
export const count = String.raw`(?:an? )?(?:couple|few)(?: of)?|\d{1,5}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several`
export const month = oneOf(months.keys())
export const weekday = oneOf(weekdays.keys())
