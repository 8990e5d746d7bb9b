import { calendarSpan, count, dateOf, month, months, numberOf, oneOf, shift } from './calendar.ts'
import { startOf, unit, units, weekday, weekdays, type Span } from './calendar.ts'

/** The time of a question, and its direction. */
export interface Clock {
  now: Date
  /** It asks about the future: "on Friday" is then the next Friday, otherwise the last. */
  looks_ahead: boolean
  /** It asks about inactivity: "in 3 days" then means the last three days. */
  is_idle?: boolean
  /** The time before it, also of the previous question; in a comparison, "the previous 7 days" are before that. */
  earlier?: Span | undefined
  compares?: boolean
}

export type Period = Required<Span>

type Hours = [from: number, to: number]
const dayParts: Record<string, Hours> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
}
const namedDays: Record<string, number> = { yesterday: -1, last: -1, tomorrow: 1 }

export const countOf = (text = '1'): number => numberOf(text.replaceAll(/\b(?:an? (?=.)| of)/g, '')) ?? 1

const hoursOf = (at: Date, [from, to]: Hours): Period => ({
  from: shift(at, 'hour', from),
  to: shift(at, 'hour', to),
})
const oneDay = (at: Date | undefined): Period | undefined => at && hoursOf(at, [0, 24])
const today = ({ now }: Clock, ahead = 0) => startOf('day', now, ahead)
const current = (name: string, { now }: Clock) => calendarSpan(units.get(name)!, now)

/** The requested occurrence of a recurring period (last, this, next), or the nearest one by the clock. */
function nearest(
  at: (ahead: number) => Period | undefined,
  clock: Clock,
  modifier?: string,
): Period | undefined {
  const { now } = clock
  const isAhead = modifier ? modifier !== 'last' : clock.looks_ahead
  const fits = ({ from, to }: Period) =>
    modifier === 'last' ? to <= now : modifier ? from > now : isAhead ? to >= now : from <= now
  if (modifier === 'this') return at(0)
  // A 29 February may be eight years away.
  return Array.from({ length: 9 }, (_, n) => at(isAhead ? n : -n)).find((period) => period && fits(period))
}

const inYears = (at: (year: number) => Period | undefined, clock: Clock, y?: string, modifier?: string) =>
  y ? at(Number(y)) : nearest((ahead) => at(clock.now.getUTCFullYear() + ahead), clock, modifier)

const dateIn = (clock: Clock, name: string, date: string, y?: string) =>
  inYears((inYear) => oneDay(dateOf(inYear, months.get(name)!, Number(date))), clock, y)

/** "the 1st": of this month or the nearest other one. */
const dayOfMonth = (clock: Clock, date: string) =>
  nearest((ahead) => {
    const month = startOf('month', clock.now, ahead)
    return oneDay(dateOf(month.getUTCFullYear(), month.getUTCMonth(), Number(date)))
  }, clock)

const monthsIn = (name: 'month' | 'quarter' | 'year', first: number) => (inYear: number) =>
  calendarSpan(name, new Date(Date.UTC(inYear, first)))

function clockTime(text: string, clock: Clock): Period | undefined {
  const [, h, min = '0', half] = /^(\d+)(?::(\d+))?(?: ?([ap]m))?$/.exec(text)!
  const hours = half ? (Number(h) % 12) + (half === 'pm' ? 12 : 0) : Number(h)
  if (hours > 23 || Number(min) > 59 || (!half && !text.includes(':'))) return undefined
  const time = hours + Number(min) / 60
  return nearest((ahead) => hoursOf(today(clock, ahead), [time, time]), clock)
}

function isoTime([y, m, d, time]: string[]): Period | undefined {
  const date = dateOf(Number(y), Number(m) - 1, Number(d))
  if (!date || !time) return oneDay(date)
  const at = new Date(`${y}-${m}-${d}T${time}Z`)
  return { from: at, to: at }
}

/** "last week" is a calendar week; "past week" and "last 7 days" end now. Minutes, hours and days are always rolling. */
function relative(
  { now, earlier, compares }: Clock,
  modifier: string,
  n: string | undefined,
  name: string,
): Period | undefined {
  const wanted = units.get(name)!
  if (earlier?.from && compares && modifier.startsWith('pre'))
    return { from: shift(earlier.from, wanted, -countOf(n)), to: earlier.from }
  if (modifier === 'this' || modifier === 'current') return n ? undefined : calendarSpan(wanted, now)
  const direction = /^(?:next|coming|following|upcoming)$/.test(modifier) ? 1 : -1
  const isRolling = n !== undefined || modifier === 'past' || /^(?:minute|hour|day)$/.test(wanted)
  if (!isRolling) return calendarSpan(wanted, now, direction)
  const other = shift(now, wanted, direction * countOf(n))
  // Includes the current millisecond.
  return direction < 0 ? { from: other, to: new Date(now.getTime() + 1) } : { from: now, to: other }
}

/** A range of days of the week; `first` counts from Monday. */
const inWeeks = (first: number, length: number, clock: Clock, modifier?: string) =>
  nearest(
    (ahead) => hoursOf(startOf('week', clock.now, ahead), [24 * first, 24 * (first + length)]),
    clock,
    modifier,
  )

const dayPart = oneOf(Object.keys(dayParts))
const year = String.raw`19[7-9]\d|20\d\d`
export const ordinal = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const before = 'last|past|previous|preceding|recent'
const which = '(?:(last|this|next|coming) )?'

type Meaning = (parts: string[], clock: Clock, isLed: boolean) => Period | undefined
export const atStart = (pattern: string) => new RegExp(`^(?:${pattern})(?= |$)`)
const rule = (pattern: string, meaning: Meaning) => ({ pattern: atStart(pattern), meaning })

/** Patterns of times and their meaning. Some need a preposition: "in May", "since 2024". */
export const rules = [
  rule(
    `(today|yesterday|tomorrow|this(?= (?:${dayPart}))|last(?= night))(?: (${dayPart}))?`,
    ([name, part], clock) => {
      const start = today(clock, namedDays[name!] ?? 0)
      return part ? hoursOf(start, dayParts[part]!) : oneDay(start)
    },
  ),
  rule(`(${count}) (${unit}) ago`, ([n, name], { now }) =>
    calendarSpan(units.get(name!)!, shift(now, units.get(name!)!, -countOf(n))),
  ),
  rule(`${which}weekend`, ([modifier], clock) => inWeeks(5, 2, clock, modifier)),
  rule(`${which}(${weekday})(?: (${dayPart}))?`, ([modifier, name, part], clock) => {
    const found = inWeeks((weekdays.get(name!)! + 6) % 7, 1, clock, modifier)
    return found && part ? hoursOf(found.from, dayParts[part]!) : found
  }),
  // "the 2nd line" is no day.
  rule(
    String.raw`(\d{1,2})(?:st|nd|rd|th)(?:$|(?= (?:and|by|for|in|on|or|to|until|till|at|of) ))`,
    ([d], clock, isLed) => (isLed ? dayOfMonth(clock, d!) : undefined),
  ),
  rule(`${ordinal} (?:of )?(${month})(?: (${year}))?`, ([d, name, y], clock) => dateIn(clock, name!, d!, y)),
  rule(`(${month}) ${ordinal}(?: (${year}))?`, ([name, d, y], clock) => dateIn(clock, name!, d!, y)),
  rule(`${which}(${month})(?: (${year}))?`, ([modifier, name, y], clock, isLed) => {
    const isWord = /^mar$|^may$/.test(name!) && !modifier && !y && !isLed
    return isWord ? undefined : inYears(monthsIn('month', months.get(name!)!), clock, y, modifier)
  }),
  rule(
    `(${before}|next|coming|following|upcoming|this|current) (?:(${count}) ?)?(${unit})`,
    ([modifier, n, name], clock) => relative(clock, modifier!, n, name!),
  ),
  rule('(week|month|quarter|year)', ([name], clock, isLed) => (isLed ? current(name!, clock) : undefined)),
  rule(String.raw`(\d{4})-(\d\d)-(\d\d)(?:t(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)z?)?`, isoTime),
  rule(String.raw`(\d{1,2})\.(\d{1,2})\.(\d{4})`, ([d, m, y]) => isoTime([y!, m!, d!])),
  rule(`q([1-4])(?: (${year}))?`, ([n, y], clock) =>
    inYears(monthsIn('quarter', 3 * Number(n) - 3), clock, y),
  ),
  rule(String.raw`(\d{1,2}(?::\d\d)?(?: ?[ap]m)?)(?: utc)?`, ([text], clock) => clockTime(text!, clock)),
  rule(`(${year})`, ([y], _, isLed) => (isLed ? monthsIn('year', 0)(Number(y)) : undefined)),
]
