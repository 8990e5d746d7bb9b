import { day, hour, minute } from '../../kernel/durations.ts'

/** Cached offsets, because computing one is slow and every incident needs the same ones. */
export interface Zone {
  format: Intl.DateTimeFormat
  /** By instant. */
  offsets: Map<number, number>
}

const zones = new Map<string, Zone>()
const maxCachedZones = 50
const maxCachedOffsets = 10_000

export function zoneOf(name: string): Zone {
  let zone = zones.get(name)
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    zone = { format, offsets: new Map() }
    if (zones.size >= maxCachedZones) zones.clear()
    zones.set(name, zone)
  }
  return zone
}

/** The difference of local time to UTC. No zone changes its clocks twice within a day. */
export function offsetAt(instant: number, zone: Zone): number {
  const dayNumber = Math.floor(instant / day)
  const offset = offsetAtStart(dayNumber, zone)
  return offset === offsetAtStart(dayNumber + 1, zone) ? offset : askOffset(instant, zone)
}

/** The offset at the start of a day, counted from 1970 in UTC. No zone changes its clocks back within a week. */
export function offsetAtStart(dayNumber: number, zone: Zone): number {
  const week = dayNumber - (((dayNumber % 7) + 7) % 7)
  const offset = askOffset(week * day, zone)
  return offset === askOffset((week + 7) * day, zone) ? offset : askOffset(dayNumber * day, zone)
}

function askOffset(instant: number, { format, offsets }: Zone): number {
  let offset = offsets.get(instant)
  if (offset === undefined) {
    offset = parseOffset(format.format(instant))
    if (offsets.size >= maxCachedOffsets) offsets.clear()
    offsets.set(instant, offset)
  }
  return offset
}

/** Parses a time that ends in GMT+01:00, or in GMT alone. */
function parseOffset(time: string): number {
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(time)
  if (!match) return 0
  const size = Number(match[2]) * hour + Number(match[3]) * minute + Number(match[4] ?? 0) * 1000
  return match[1] === '-' ? -size : size
}

export const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false // the constructor is the only way to check
  }
}
