import { date, when } from '../shell/time.tsx'

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

/** The value of a `datetime-local` input, in the time zone of the user. */
export function toLocal(at: string): string {
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What differs between a day and a point in time. */
export const dateKinds = {
  date: { parse: parseDay, show: date, type: 'date', toPicker: (value: string) => value },
  time: { parse: parseTime, show: when, type: 'datetime-local', toPicker: toLocal },
} as const
