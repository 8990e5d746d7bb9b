const units: Record<string, number> = { d: 1440, h: 60, m: 1 }
const part = /(\d+(?:\.\d+)?)\s*(d|days?|h|hrs?|hours?|m|mins?|minutes?)(?=[\s,\d]|$)/gi
/** Ten years: the service accepts no more. */
const longest = 5_256_000

/** "4 h", "1 h 30 min". Never in days, which under a calendar could be taken for working days. */
export function targetText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** Minutes, or undefined for a text that is no time, or too long a one; a number without a unit could mean minutes or hours. */
export function parseTarget(text: string): number | undefined {
  const parts = [...text.matchAll(part)]
  if (parts.length === 0 || text.replaceAll(part, '').replaceAll(/[\s,]/g, '') !== '') return undefined
  const minutes = parts.map(([, n, unit]) => Number(n) * units[unit![0]!.toLowerCase()]!)
  const sum = Math.round(minutes.reduce((total, each) => total + each, 0))
  return sum >= 1 && sum <= longest ? sum : undefined
}
