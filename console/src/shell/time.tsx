/** Made once: `toLocaleString` makes a format for every call, which is a tenth of the time of a long list. */
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)

export const timeOfDay = format({ timeStyle: 'short' })
export const dayAndMonth = format({ day: 'numeric', month: 'short' })
const dayOfOtherYear = format({ day: 'numeric', month: 'short', year: 'numeric' })
const dayAndTime = format({ dateStyle: 'medium', timeStyle: 'short' })
const dayAndSecond = format({ dateStyle: 'medium', timeStyle: 'medium' })
const dayWithoutZone = format({ dateStyle: 'medium', timeZone: 'UTC' })

export const when = (at: string) => dayAndTime.format(new Date(at))

/** A day without a time, such as 2026-11-15, in every time zone. */
export const date = (day: string) => dayWithoutZone.format(new Date(day))

/** The end of a span, without what its start says already: "22:00", or "21 Nov, 03:00". */
export const whenAfter = (start: string, end: string): string => shortWhen(end, new Date(start).getTime())

/** Without what is clear today: "19:15", or "17 Nov, 19:15". */
export function shortWhen(at: string, now = Date.now()): string {
  const [date, today] = [new Date(at), new Date(now)]
  const time = timeOfDay.format(date)
  if (date.toDateString() === today.toDateString()) return time
  const day = date.getFullYear() === today.getFullYear() ? dayAndMonth : dayOfOtherYear
  return `${day.format(date)}, ${time}`
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "in 3 hours", "5 minutes ago". */
export function fromNow(at: string, now = Date.now()): string {
  const seconds = Math.round((new Date(at).getTime() - now) / 1000)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units[3]
  return relative.format(unit === 'day' ? daysBetween(now, at) : Math.trunc(seconds / length), unit)
}

/** By the calendar: "yesterday" is the day before, however many hours ago. */
const daysBetween = (from: number, to: string) =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / 86_400_000)

/** To the second, to be compared with the log of another system. */
export const WhenExactly = ({ at }: { at: string }) => (
  <time dateTime={at} title={fromNow(at)}>
    {dayAndSecond.format(new Date(at))}
  </time>
)

/** How long ago; the exact time is shown on hover. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={when(at)}>
    {fromNow(at)}
  </time>
)

export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={fromNow(at)}>
    {when(at)}
  </time>
)
