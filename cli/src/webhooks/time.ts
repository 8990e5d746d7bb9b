import { usageError } from '../errors.ts'
import { parseIsoTime } from '../iso-time.ts'

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A point in time: `6h` ago, or a date or time. Without a zone it is local, as the times that the commands print. */
export function pointInTime(text: string, now = Date.now()): string {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const at = count && unit ? new Date(now - Number(count) * units[unit]!) : parseIsoTime(text, 'local')
  if (at === undefined)
    throw usageError(`'${text}' is not a time`, 'Give 30m, 6h or 2d, or a time such as 2026-11-15T10:00Z')
  return at.toISOString()
}
