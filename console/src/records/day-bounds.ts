/** When a day begins, or the one so many days later; in local time, or in UTC if a Z follows. */
export function startOf(date: string, days = 0): number {
  const [year, month, dayOfMonth] = date.replace('Z', '').split('-').map(Number)
  const parts = [year!, month! - 1, dayOfMonth! + days] as const
  return date.endsWith('Z') ? Date.UTC(...parts) : new Date(...parts).getTime()
}

/** The day of a time in the time zone of the user, such as 2026-11-15. */
export function localDay(time: Date | number): string {
  const date = new Date(time)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

/** From the beginning of a day. Both bounds of the API are exclusive. */
export const afterBound = (date: string) => new Date(startOf(date) - 1).toISOString()

/** To the end of a day. */
export const beforeBound = (date: string) => new Date(startOf(date, 1)).toISOString()
