import { dateOf, parseIsoTime } from '../iso-time.ts'
import { UnusableRow } from './map-rows.ts'
import { text } from './text.ts'

const withZone = /\d\d:\d\d.*(?:z|utc|[+-]\d\d(?::?\d\d)?)$/i

/** A time as ISO 8601, with a zone only where it has one. Undefined for none, which some systems write as zeros. */
export function time(value: unknown): string | undefined {
  const given = text(value)?.trim()
  if (given === undefined || /^[0\s.:/TZ-]+$/.test(given)) return undefined
  const date = parseIsoTime(given.replaceAll('/', '-'), 'UTC') ?? fromDayFirst(given) ?? fromNamedMonth(given)
  if (date === undefined)
    throw new UnusableRow(
      `'${given.slice(0, 50)}' is not a time of a known form, such as 2024-03-01 09:12:44`,
    )
  if (date.getUTCFullYear() < 1970) return undefined
  const iso = date.toISOString()
  return withZone.test(given) ? iso : iso.slice(0, -1)
}

/** Such as 01-03-2024 09:15 of GLPI. The forms with slashes are left alone: in some the month comes first. */
function fromDayFirst(given: string): Date | undefined {
  const match = /^(\d\d)[-.](\d\d)[-.](\d{4})(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(given)
  if (!match) return undefined
  const [, day, month, year, clock = '00:00'] = match
  return dateOf(`${year}-${month}-${day}`, clock, 'Z')
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Such as 01/Mar/24 9:15 AM of Jira. */
function fromNamedMonth(given: string): Date | undefined {
  const match = /^(\d{1,2})\/([a-z]{3})\/(\d{2,4}) (\d{1,2}):(\d\d)(?::(\d\d))?(?: ([ap]m))?$/i.exec(given)
  if (!match) return undefined
  const [, day, name, year, hour, minute, second = '00', half] = match
  const month = months.indexOf(name!.toLowerCase()) + 1
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  // 13:15 PM is written by some; 13:15 AM is no time.
  if (Number(hour) > 12 && hours !== Number(hour)) return undefined
  const fullYear = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  const date = `${String(fullYear).padStart(4, '0')}-${two(month)}-${two(day)}`
  return dateOf(date, `${two(hours)}:${minute}:${second}`, 'Z')
}

const two = (part: number | string | undefined) => String(part).padStart(2, '0')
