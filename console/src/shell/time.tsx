export const when = (at: string) =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

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
  return relative.format(Math.trunc(seconds / length), unit)
}

export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={fromNow(at)}>
    {when(at)}
  </time>
)
