import { hour, minute } from '../../../../kernel/durations.ts'
import { calendarSpan, dateOf, dayOf, months, plusDays, shift, startOf, weekdays } from './calendar-units.ts'
import { isYear, moment, oneDay, type Clock, type Period, type Rule } from './period.ts'

/** "Monday", "last Friday", "at the weekend". */
export const weekday: Rule = (low, { now, looks_ahead }) => {
  const which = ['last', 'this', 'next', 'coming'].includes(low[0] ?? '') ? low[0] : undefined
  const word = low[which ? 1 : 0] ?? ''
  const length = which ? 2 : 1
  const today = dayOf(now)
  if (word === 'weekend' || word === 'weekends') return weekend(which, today, length)
  const wanted = weekdays.get(word)
  if (wanted === undefined) return undefined
  const monday = startOf('week', now)
  if (which === 'this') return oneDay(plusDays(monday, (wanted + 6) % 7), length)
  const back = (now.getUTCDay() - wanted + 7) % 7
  const on = (7 - back) % 7
  if (which === 'last') return oneDay(plusDays(today, -(back || 7)), length)
  if (which) return oneDay(plusDays(today, on || 7), length)
  return oneDay(plusDays(today, looks_ahead ? on : -back), length)
}

/** Saturday and Sunday: those of this week, or the last or next ones. */
function weekend(which: string | undefined, today: Date, length: number): Period {
  const weeks = which === 'last' ? -1 : which === 'next' || which === 'coming' ? 1 : 0
  const isOn = [0, 6].includes(today.getUTCDay())
  const saturday = plusDays(startOf('week', today, which === undefined && !isOn ? -1 : weeks), 5)
  return { from: saturday, to: plusDays(saturday, 2), length }
}

const ordinal = (word: string | undefined) => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** "1 March 2025", "March 1st", "the 1st of March". */
export const dayOfMonth: Rule = (low, clock) => {
  const words = low[0] === 'the' ? low.slice(1) : low
  const skipped = low.length - words.length
  const isDayFirst = ordinal(words[0]) !== undefined
  const of = isDayFirst && words[1] === 'of' ? 1 : 0
  const month = months.get((isDayFirst ? words[1 + of] : words[0]) ?? '')
  const date = ordinal(isDayFirst ? words[0] : words[1])
  if (month === undefined || date === undefined) return undefined
  const length = skipped + 2 + of
  const year = words[2 + of]
  const at = isYear(year) ? dateOf(Number(year), month, date) : nearest(month, date, clock)
  return at && oneDay(at, isYear(year) ? length + 1 : length)
}

/** Without a year: the last one that there was, or the next one that there is. */
function nearest(month: number, date: number, { now, looks_ahead }: Clock): Date | undefined {
  const year = now.getUTCFullYear()
  const years = looks_ahead ? [year, year + 1] : [year, year - 1]
  const fits = (at: Date | undefined) => at && (looks_ahead ? plusDays(at, 1) > now : at <= now)
  return years.map((each) => dateOf(each, month, date)).find(fits)
}

/** "October", "last October", "October 2024". The word "may" alone is not a month. */
export const month: Rule = (low, { now, looks_ahead }) => {
  const which = ['last', 'next', 'this'].includes(low[0] ?? '') ? low[0] : undefined
  const [word = '', year] = which ? low.slice(1) : low
  const wanted = months.get(word)
  if (wanted === undefined || (['may', 'mar', 'sun', 'sat'].includes(word) && !which && !isYear(year)))
    return undefined
  if (isYear(year))
    return { ...calendarSpan('month', new Date(Date.UTC(Number(year), wanted))), length: which ? 3 : 2 }
  const current = now.getUTCMonth()
  const isLater = which === 'last' ? wanted >= current : wanted > current
  const isEarlier = which === 'next' ? wanted <= current : wanted < current
  const goesAhead = which === 'next' || (looks_ahead && which === undefined)
  const years = goesAhead ? (isEarlier ? 1 : 0) : isLater && which !== 'this' ? -1 : 0
  const at = new Date(Date.UTC(now.getUTCFullYear() + years, wanted))
  return { ...calendarSpan('month', at), length: which ? 2 : 1 }
}

/** "2025-10-01", "2025-10-01T12:00Z", "1.10.2025", "Q3 2025", "2025" behind a word that asks for a time. */
export const written: Rule = ([first = '', second = ''], { now }) => {
  const [, y, m, d, h, min] =
    /^(\d{4})-(\d\d)-(\d\d)(?:t(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?z?)?$/.exec(first) ?? []
  if (y) {
    const at = dateOf(Number(y), Number(m) - 1, Number(d))
    if (!at || Number(h ?? 0) > 23 || Number(min ?? 0) > 59) return undefined
    return h === undefined
      ? oneDay(at, 1)
      : moment(new Date(at.getTime() + Number(h) * hour + Number(min) * minute), 1)
  }
  const [, date, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(first) ?? []
  if (year) {
    const at = dateOf(Number(year), Number(month) - 1, Number(date))
    return at && oneDay(at, 1)
  }
  const [, quarter] = /^q([1-4])$/.exec(first) ?? []
  if (!quarter) return undefined
  const inYear = isYear(second) ? Number(second) : now.getUTCFullYear()
  const at = new Date(Date.UTC(inYear, (Number(quarter) - 1) * 3))
  const isAhead = !isYear(second) && at > now
  return { ...calendarSpan('quarter', isAhead ? shift(at, 'year', -1) : at), length: isYear(second) ? 2 : 1 }
}

/** "14:00", "9am", "9 am", "noon": the last one that there was, or the next one that there is. */
export const timeOfDay: Rule = ([first = '', second = ''], { now, looks_ahead }) => {
  const [, h, min = '0', half = ''] = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/.exec(named.get(first) ?? first) ?? []
  const suffix = half || (/^(am|pm|utc)$/.test(second) ? second : '')
  if (h === undefined || (suffix === '' && !first.includes(':') && !named.has(first))) return undefined
  const hours = suffix === 'pm' ? (Number(h) % 12) + 12 : suffix === 'am' ? Number(h) % 12 : Number(h)
  if (hours > 23 || Number(min) > 59 || (suffix === 'utc' && !first.includes(':'))) return undefined
  const today = new Date(dayOf(now).getTime() + hours * hour + Number(min) * minute)
  const days = looks_ahead ? (today < now ? 1 : 0) : today > now ? -1 : 0
  return moment(plusDays(today, days), suffix !== '' && half === '' ? 2 : 1)
}

const named = new Map([
  ['noon', '12:00'],
  ['midnight', '0:00'],
])
