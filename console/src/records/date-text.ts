import { date, when } from '../shell/time.tsx'
import { isDay } from './view.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const forms = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.? (?<year>\d{4})$/i,
]

const two = (n: number) => String(n).padStart(2, '0')

/** The day that a text names, as the console writes it (16 Nov 2026) or as 2026-11-16. */
export function parseDay(text: string): string | undefined {
  const { year, month, day } = forms.map((form) => form.exec(text.trim())?.groups).find(Boolean) ?? {}
  if (!year || !month || !day) return undefined
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const found = new Date(Date.UTC(Number(year), number - 1, Number(day)))
  // 31 Feb would be a day of March.
  const isReal = found.getUTCMonth() === number - 1 && found.getUTCDate() === Number(day)
  return isReal ? `${year}-${two(number)}-${two(Number(day))}` : undefined
}

/** The time that a text names in the time zone of the user: "16 Nov 2026, 19:15" or 2026-11-16T19:15. */
export function parseTime(text: string): string | undefined {
  const [, dayText, hour, minute] = /^(.+?)(?:, ?| |T)(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? []
  const day = dayText && parseDay(dayText)
  if (!day || Number(hour) > 23 || Number(minute) > 59) return undefined
  return new Date(`${day}T${two(Number(hour))}:${minute}`).toISOString()
}

const isStoredDay = (value: string) => parseDay(value) === value

const isStoredTime = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))

/** The value of a `datetime-local` input, in the time zone of the user. */
export function toLocal(at: string): string {
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The day that a filter shows for its value: a day, in UTC if a Z follows, or a time. */
export const filterDay = (value: string): string => (isDay(value) ? value : toLocal(value)).slice(0, 10)

/** What differs between a day and a point in time. A draft may hold what was typed and is neither: it is not stored. */
export const dateKinds = {
  date: {
    isStored: isStoredDay,
    parse: parseDay,
    show: date,
    type: 'date',
    toPicker: (value: string) => value,
  },
  time: { isStored: isStoredTime, parse: parseTime, show: when, type: 'datetime-local', toPicker: toLocal },
} as const
