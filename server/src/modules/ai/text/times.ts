/** In UTC, to the minute. */
export const momentText = (at: unknown): string =>
  `${new Date(at as Date | string).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** `10 d`, `2 h 5 min` */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes)
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60]
  const parts = [
    days && `${days} d`,
    hours && `${hours} h`,
    (rest || whole === 0) && days === 0 && `${rest} min`,
  ]
  return parts.filter(Boolean).join(' ')
}
