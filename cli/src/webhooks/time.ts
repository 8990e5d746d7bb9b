import { usageError } from '../errors.ts'

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A point in time: `6h` ago, or a date with a time. */
export function pointInTime(text: string, now = Date.now()): string {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const at = count && unit ? now - Number(count) * units[unit]! : Date.parse(text)
  if (Number.isNaN(at))
    throw usageError(`'${text}' is not a time`, 'Give 30m, 6h or 2d, or a time such as 2026-11-15T10:00Z')
  return new Date(at).toISOString()
}
