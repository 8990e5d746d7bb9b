import type { MappedRecord } from './record.ts'

/** The times of the records are complete after it: those without a zone are in the given one. */
export type CompleteTimes = (record: MappedRecord) => MappedRecord

/** Throws a RangeError for a time zone that does not exist. */
export function timesIn(timeZone: string): CompleteTimes {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsetAt = (instant: number): number => {
    const shown = Object.fromEntries(
      clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    )
    const { year, month, day, hour, minute, second } = shown as Record<string, number>
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
  }
  const complete = (time: string): string => {
    if (time.endsWith('Z')) return time
    const utc = Date.parse(`${time}Z`)
    // The second look is for the hours around a change of the clock.
    return new Date(utc - offsetAt(utc - offsetAt(utc))).toISOString()
  }
  const completeIn = <Value extends object>(value: Value): Value =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name.endsWith('_at') && typeof inner === 'string' ? complete(inner) : inner,
      ]),
    ) as Value
  return (record) => {
    const { fields, notes } = record
    const times = { ...completeIn(record), fields: completeIn(fields) }
    return notes === undefined ? times : { ...times, notes: notes.map(completeIn) }
  }
}
