const form =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:(Z|UTC)|([+-]\d\d)(?::?(\d\d))?)?)?$/i

/** A date, or a date and a time, as ISO 8601 writes them. Undefined for anything else. */
export function parseIsoTime(given: string, missingZone: 'UTC' | 'local'): Date | undefined {
  const match = form.exec(given)
  if (!match) return undefined
  const [, day, clock = '00:00', utc, hours, minutes = '00'] = match
  if (hours !== undefined) return dateOf(day!, clock, `${hours}:${minutes}`)
  return dateOf(day!, clock, utc === undefined && missingZone === 'local' ? '' : 'Z')
}

/** Undefined for a day or a time that does not exist: `Date` would make 30 February a day of March. */
export function dateOf(day: string, clock: string, zone: string): Date | undefined {
  const midnight = new Date(`${day}T00:00Z`)
  const date = new Date(`${day}T${clock}${zone}`)
  const exists = !Number.isNaN(date.getTime()) && midnight.toISOString().startsWith(day)
  return exists ? date : undefined
}
