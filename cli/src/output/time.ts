const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `2 h 57 min left`, or how long it is over. */
export function dueIn(at: string, now: number): string {
  const left = Date.parse(at) - now
  return left >= 0 ? `${span(left)} left` : `${span(-left)} over`
}

export function span(ms: number): string {
  if (ms < minute) return `${Math.round(ms / 1000)} s`
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < day) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`
  return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`
}

/** In the time zone of the reader. */
export const localTime = (at: string) =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** `1 record`, `2 records`; `many` is for a noun that takes more than an s. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
