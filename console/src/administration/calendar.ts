import type { BusinessCalendar } from '../api/schema.d.ts'
import type { Draft } from '../records/field-input.tsx'
import { parseDay } from '../records/date-text.ts'
import { date } from '../shell/time.tsx'
import { administration } from '../words/administration.ts'

const { sla: w } = administration

export const calendarsPath = '/sla/calendars'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Start and end, for example 09:00 and 17:00. */
export type OpenSpan = readonly [from: string, to: string]
export type Hours = Partial<Record<(typeof weekdays)[number], readonly OpenSpan[]>>

/** "9", "9:00" and "9.00" are 09:00; other text is sent as it is, so that the service names the error. */
export function timeOf(text: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim()) ?? []
  return hour === undefined ? text.trim() : `${hour.padStart(2, '0')}:${minute}`
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text)

/** What is wrong with the hours of a day. */
export function hoursProblem(spans: readonly OpenSpan[]): string | undefined {
  let end = ''
  for (const [from, to] of spans.map((span) => span.map(timeOf) as [string, string])) {
    if (!isTime(from) || !isTime(to)) return w.timeProblem
    if (from < end || to <= from) return w.orderProblem
    end = to
  }
  return undefined
}

/** Which of the texts is no day. */
export function holidaysProblem(texts: readonly string[]): string | undefined {
  const wrong = texts.find((text) => !parseDay(text))
  return wrong === undefined ? undefined : w.holidayProblem(wrong)
}

/** Converts between a calendar and the fields of its form. */
export const toDraft = ({ name, time_zone, hours, holidays }: BusinessCalendar): Draft => ({
  name,
  time_zone,
  holidays: holidays.map(date),
  hours,
})

export const toBody = (draft: Draft) => {
  const hours = (draft.hours ?? {}) as Hours
  return {
    name: draft.name as string,
    time_zone: draft.time_zone as string,
    holidays: ((draft.holidays ?? []) as string[]).map((text) => parseDay(text) ?? text),
    hours: Object.fromEntries(
      weekdays.map((day) => [day, (hours[day] ?? []).map((span) => span.map(timeOf))]),
    ),
  }
}

export const officeHours: OpenSpan = ['09:00', '17:00']

export const defaultWeek: Draft = {
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  hours: Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, [officeHours]])),
}

const toText = (spans: string[][] = []) => spans.map((span) => span.join('–')).join(', ')

/** "Mon–Fri 09:00–17:00; Sat 09:00–12:00": days in a row with the same hours together. */
export function weekOf({ hours }: Pick<BusinessCalendar, 'hours'>): string {
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
