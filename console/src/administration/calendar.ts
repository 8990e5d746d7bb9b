import type { BusinessCalendar } from '../api/schema.d.ts'
import type { Draft } from '../records/field-input.tsx'
import { parseDay } from '../records/date-text.ts'
import { date } from '../shell/time.tsx'
import { administration } from '../words/administration.ts'

const { sla: w } = administration

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Start and end, for example 09:00 and 17:00. */
type Span = string[]

const toText = (spans: Span[] = []) => spans.map((span) => span.join('–')).join(', ')

/** Parses the hours of a day; text that is not a span is sent as it is, so that the service names the error. */
const toSpans = (text: unknown): Span[] =>
  typeof text === 'string' && text.trim() !== ''
    ? text.split(',').map((span) => {
        const [from = '', to = ''] = span.split(/[-–]/).map((time) => time.trim())
        return [from, to]
      })
    : []

/** Converts between a calendar and the fields of its form. */
export const toDraft = ({ name, time_zone, hours, holidays }: BusinessCalendar): Draft => ({
  name,
  time_zone,
  holidays: holidays.map(date),
  ...Object.fromEntries(weekdays.map((day) => [day, toText(hours[day])])),
})

export const toBody = (draft: Draft) => ({
  name: draft.name as string,
  time_zone: draft.time_zone as string,
  holidays: ((draft.holidays ?? []) as string[]).map((text) => parseDay(text) ?? text),
  hours: Object.fromEntries(weekdays.map((day) => [day, toSpans(draft[day])])),
})

export const defaultWeek: Draft = {
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, '09:00–17:00'])),
}

/** "Mon–Fri 09:00–17:00; Sat 09:00–12:00": days in a row with the same hours together. */
export function weekOf({ hours }: BusinessCalendar): string {
  const runs: { first: string; last: string; text: string }[] = []
  let before = ''
  for (const day of weekdays) {
    const text = toText(hours[day])
    if (text !== '' && text === before) runs.at(-1)!.last = w.shortDays[day]
    else if (text !== '') runs.push({ first: w.shortDays[day], last: w.shortDays[day], text })
    before = text
  }
  return runs
    .map(({ first, last, text }) => `${first === last ? first : `${first}–${last}`} ${text}`)
    .join('; ')
}
