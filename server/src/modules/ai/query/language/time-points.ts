import { calendarSpan, dateOf, months, numberOf, shift, startOf, units, weekdays } from './calendar.ts'
import type { Span } from './calendar.ts'

/** Where a question stands in time. */
export interface Clock {
  now: Date
  /** It asks of what is to come: "on Friday" is then the next one, else the last. */
  looks_ahead: boolean
  /** It asks of what nothing was done with: "in 3 days" are then the last ones. */
  is_idle?: boolean
}

type Period = Required<Span>

/** A period that is named at the beginning of a text, and the rest of the text. */
export interface TimePoint extends Period {
  rest: string
}

const oneOf = (names: Iterable<string>) => [...names].join('|')
export const unit = oneOf(units.keys())
export const count = String.raw`(?:an? )?(?:couple|few)(?: of)?|\d{1,5}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several`
const month = oneOf(months.keys())
const year = String.raw`19[7-9]\d|20\d\d`
const ordinal = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const before = 'last|past|previous|preceding|recent'
const after = 'next|coming|following|upcoming'
const which = '(?:(last|this|next|coming) )?'
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

/** Of what comes again and again: the one that is said, or the last that there was, or the next that there is. */
function nearest(at: (ahead: number) => Period | undefined, clock: Clock, said?: string): Period | undefined {
  const { now } = clock
  const isAhead = said ? said !== 'last' : clock.looks_ahead
  const fits = ({ from, to }: Period) =>
    said === 'last' ? to <= now : said ? from > now : isAhead ? to >= now : from <= now
  if (said === 'this') return at(0)
  return [0, isAhead ? 1 : -1].map(at).find((period) => period && fits(period))
}

const inYears = (at: (year: number) => Period | undefined, clock: Clock, y?: string, said?: string) =>
  y ? at(Number(y)) : nearest((ahead) => at(clock.now.getUTCFullYear() + ahead), clock, said)

const dateIn = (clock: Clock, name: string, date: string, y?: string) =>
  inYears((inYear) => oneDay(dateOf(inYear, months.get(name)!, Number(date))), clock, y)

const monthsIn = (name: 'month' | 'quarter' | 'year', first: number) => (inYear: number) =>
  calendarSpan(name, new Date(Date.UTC(inYear, first)))

function clockTime(text: string, clock: Clock): Period | undefined {
  const [, h, min = '0', half] = /^(\d+)(?::(\d+))?(?: ?([ap]m))?$/.exec(text)!
  const hours = half ? (Number(h) % 12) + (half === 'pm' ? 12 : 0) : Number(h)
  if (hours > 23 || Number(min) > 59 || (!half && !text.includes(':'))) return undefined
  const time = hours + Number(min) / 60
  return nearest((ahead) => hoursOf(today(clock, ahead), [time, time]), clock)
}

function isoTime([y, m, d, h, min]: string[]): Period | undefined {
  const at = dateOf(Number(y), Number(m) - 1, Number(d))
  if (!at || !h) return oneDay(at)
  const time = Number(h) + Number(min) / 60
  return Number(h) < 24 && Number(min) < 60 ? hoursOf(at, [time, time]) : undefined
}

/** "last week" is the calendar's; "past week" and "last 7 days" end now. Of the shortest units only the rolling ones make sense. */
function relative(now: Date, said: string, n: string | undefined, name: string): Period | undefined {
  const wanted = units.get(name)!
  if (said === 'this' || said === 'current') return n ? undefined : calendarSpan(wanted, now)
  const direction = after.split('|').includes(said) ? 1 : -1
  const isRolling = n !== undefined || said === 'past' || /^(?:minute|hour|day)$/.test(wanted)
  if (!isRolling) return calendarSpan(wanted, now, direction)
  const other = shift(now, wanted, direction * countOf(n))
  // What happens this very moment belongs to it.
  return direction < 0 ? { from: other, to: new Date(now.getTime() + 1) } : { from: now, to: other }
}

/** So many days of a week, from one counted from Monday. */
const inWeeks = (first: number, length: number, clock: Clock, said?: string) =>
  nearest(
    (ahead) => hoursOf(startOf('week', clock.now, ahead), [24 * first, 24 * (first + length)]),
    clock,
    said,
  )

type Meaning = (parts: string[], clock: Clock, isLed: boolean) => Period | undefined
const atStart = (pattern: string) => new RegExp(`^(?:${pattern})(?= |$)`)
const rule = (pattern: string, meaning: Meaning) => ({ pattern: atStart(pattern), meaning })

/** Other ways to say the same. */
const synonyms: [said: RegExp, same: string][] = [
  [atStart('day before yesterday'), '2 days ago'],
  [atStart('tonight'), 'this night'],
  [atStart('overnight'), 'last night'],
  [atStart(`(?:start|beginning) of (?:the|this) (${unit})|(${unit}) to date`), 'this $1$2'],
  [atStart('noon'), '12:00'],
  [atStart('midnight'), '0:00'],
]

/** How times are written, and what they mean. Some need a word that leads to them: "in May", "since 2024". */
const rules = [
  rule(`(today|yesterday|tomorrow|this|last(?= night)) (${oneOf(Object.keys(dayParts))})`, (parts, clock) =>
    hoursOf(today(clock, namedDays[parts[0]!] ?? 0), dayParts[parts[1]!]!),
  ),
  rule('(today|yesterday|tomorrow)', ([name], clock) => oneDay(today(clock, namedDays[name!] ?? 0))),
  rule(`(${count}) (${unit}) ago`, ([n, name], { now }) =>
    calendarSpan(units.get(name!)!, shift(now, units.get(name!)!, -countOf(n))),
  ),
  rule(`${which}weekends?`, ([said], clock) => inWeeks(5, 2, clock, said)),
  rule(`${which}(${oneOf(weekdays.keys())})`, ([said, name], clock) =>
    inWeeks((weekdays.get(name!)! + 6) % 7, 1, clock, said),
  ),
  rule(`${ordinal} (?:of )?(${month})(?: (${year}))?`, ([d, name, y], clock) => dateIn(clock, name!, d!, y)),
  rule(`(${month}) ${ordinal}(?: (${year}))?`, ([name, d, y], clock) => dateIn(clock, name!, d!, y)),
  rule(`${which}(${month})(?: (${year}))?`, ([said, name, y], clock, isLed) => {
    const isWord = /^mar$|^may$/.test(name!) && !said && !y && !isLed
    return isWord ? undefined : inYears(monthsIn('month', months.get(name!)!), clock, y, said)
  }),
  rule(`(${before}|${after}|this|current) (?:(${count}) ?)?(${unit})`, ([said, n, name], { now }) =>
    relative(now, said!, n, name!),
  ),
  rule('(week|month|quarter|year)', ([name], clock, isLed) => (isLed ? current(name!, clock) : undefined)),
  rule(String.raw`(\d{4})-(\d\d)-(\d\d)(?:t(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?z?)?`, isoTime),
  rule(String.raw`(\d{1,2})\.(\d{1,2})\.(\d{4})`, ([d, m, y]) => isoTime([y!, m!, d!])),
  rule(`q([1-4])(?: (${year}))?`, ([n, y], clock) =>
    inYears(monthsIn('quarter', 3 * Number(n) - 3), clock, y),
  ),
  rule(String.raw`(\d{1,2}(?::\d\d)?(?: ?[ap]m)?)(?: utc)?`, ([text], clock) => clockTime(text!, clock)),
  rule(`(${year})`, ([y], _, isLed) => (isLed ? monthsIn('year', 0)(Number(y)) : undefined)),
]

/** What the database can hold, and a person can mean. */
const isThinkable = ({ from, to }: Period) => from.getUTCFullYear() >= 1970 && to.getUTCFullYear() <= 2200

/** The period that a text begins with: a day, a week, a month, the last few hours. */
export function pointIn(typed: string, clock: Clock, isLed = false): TimePoint | undefined {
  const text = synonyms.reduce((all, [said, same]) => all.replace(said, same), typed)
  for (const { pattern, meaning } of rules) {
    const match = pattern.exec(text)
    const span = match && meaning(match.slice(1), clock, isLed)
    if (span && isThinkable(span)) return { ...span, rest: text.slice(match[0].length).trimStart() }
  }
  return undefined
}
