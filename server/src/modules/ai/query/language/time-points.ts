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
const dayPart = 'morning|afternoon|evening|night'
const dayParts: Record<string, number[]> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
}
const namedDays: Record<string, number> = { yesterday: -1, last: -1, tomorrow: 1 }

export const countOf = (text = '1'): number => numberOf(text.replaceAll(/\b(?:an? (?=.)| of)/g, '')) ?? 1

const oneDay = (at: Date | undefined): Period | undefined => at && { from: at, to: shift(at, 'day', 1) }
const today = ({ now }: Clock, ahead = 0) => startOf('day', now, ahead)
const hoursOf = (at: Date, [from, to]: number[]): Period => ({
  from: shift(at, 'hour', from!),
  to: shift(at, 'hour', to!),
})

/** Of what comes again and again: the one that is said, or the last that there was, or the next that there is. */
function nearest(at: (ahead: number) => Period | undefined, clock: Clock, said?: string): Period | undefined {
  const { now } = clock
  const isAhead = said ? said !== 'last' : clock.looks_ahead
  const fits = ({ from, to }: Period) =>
    said === 'last' ? to <= now : said ? from > now : isAhead ? to >= now : from <= now
  if (said === 'this') return at(0)
  return [0, isAhead ? 1 : -1].map(at).find((period) => period && fits(period))
}

function inYears(
  clock: Clock,
  y: string | undefined,
  at: (year: number) => Period | undefined,
  said?: string,
) {
  return y ? at(Number(y)) : nearest((ahead) => at(clock.now.getUTCFullYear() + ahead), clock, said)
}

const dateIn = (clock: Clock, y: string | undefined, name: string, date: string) =>
  inYears(clock, y, (inYear) => oneDay(dateOf(inYear, months.get(name)!, Number(date))))

const monthsIn = (name: 'month' | 'quarter', first: number) => (inYear: number) =>
  calendarSpan(name, new Date(Date.UTC(inYear, first)))

function monthIn(
  clock: Clock,
  y: string | undefined,
  name: string,
  said: string | undefined,
  isLed: boolean,
) {
  const isWord = /^mar$|^may$/.test(name) && !said && !y && !isLed
  return isWord ? undefined : inYears(clock, y, monthsIn('month', months.get(name)!), said)
}

function clockTime(clock: Clock, text: string): Period | undefined {
  const plain = { noon: '12:00', midnight: '0:00' }[text] ?? text
  const [, h, min = '0', half] = /^(\d+)(?::(\d+))?(?: ?([ap]m))?$/.exec(plain)!
  const hours = half ? (Number(h) % 12) + (half === 'pm' ? 12 : 0) : Number(h)
  if (hours > 23 || Number(min) > 59 || (!half && !plain.includes(':'))) return undefined
  const at = (ahead: number) =>
    hoursOf(today(clock, ahead), [hours + Number(min) / 60, hours + Number(min) / 60])
  return nearest(at, clock)
}

function isoTime([y, m, d, h, min]: string[]): Period | undefined {
  const at = dateOf(Number(y), Number(m) - 1, Number(d))
  if (!at || !h) return oneDay(at)
  const hours = Number(h) + Number(min) / 60
  return hours < 24 && Number(min) < 60 ? hoursOf(at, [hours, hours]) : undefined
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

const daysOf = (monday: Date, first: number, length: number): Period => ({
  from: shift(monday, 'day', first),
  to: shift(monday, 'day', first + length),
})
const inWeeks = (clock: Clock, first: number, length: number, said: string | undefined) =>
  nearest((ahead) => daysOf(startOf('week', clock.now, ahead), first, length), clock, said)

const ago = (now: Date, n: string, name: string) =>
  calendarSpan(units.get(name)!, shift(now, units.get(name)!, -countOf(n)))

type Meaning = (parts: string[], clock: Clock, isLed: boolean) => Period | undefined
/** How times are written, and what they mean. Some need a word that leads to them: "in May", "since 2024". */
const rules: [pattern: string, meaning: Meaning][] = [
  ['day before yesterday', (_, clock) => oneDay(today(clock, -2))],
  ['tonight', (_, clock) => hoursOf(today(clock), dayParts.night!)],
  ['overnight', (_, clock) => hoursOf(today(clock, -1), dayParts.night!)],
  [
    `(?:start|beginning) of (?:the|this) (${unit})`,
    ([name], { now }) => calendarSpan(units.get(name!)!, now),
  ],
  [`(${unit}) to date`, ([name], { now }) => calendarSpan(units.get(name!)!, now)],
  [
    `(today|yesterday|tomorrow|this|last(?= night)) (${dayPart})`,
    ([name, part], clock) => hoursOf(today(clock, namedDays[name!] ?? 0), dayParts[part!]!),
  ],
  ['(today|yesterday|tomorrow)', ([name], clock) => oneDay(today(clock, namedDays[name!] ?? 0))],
  [`(${count}) (${unit}) ago`, ([n, name], { now }) => ago(now, n!, name!)],
  [`${which}weekends?`, ([said], clock) => inWeeks(clock, 5, 2, said)],
  [
    `${which}(${oneOf(weekdays.keys())})`,
    ([said, name], clock) => inWeeks(clock, (weekdays.get(name!)! + 6) % 7, 1, said),
  ],
  [
    `${ordinal} (?:of )?(${month})(?: (${year}))?`,
    ([date, name, y], clock) => dateIn(clock, y, name!, date!),
  ],
  [`(${month}) ${ordinal}(?: (${year}))?`, ([name, date, y], clock) => dateIn(clock, y, name!, date!)],
  [
    `${which}(${month})(?: (${year}))?`,
    ([said, name, y], clock, isLed) => monthIn(clock, y, name!, said, isLed),
  ],
  [
    `(${before}|${after}|this|current) (?:(${count}) ?)?(${unit})`,
    ([said, n, name], { now }) => relative(now, said!, n, name!),
  ],
  [
    '(week|month|quarter|year)',
    ([name], { now }, isLed) => (isLed ? calendarSpan(units.get(name!)!, now) : undefined),
  ],
  [String.raw`(\d{4})-(\d\d)-(\d\d)(?:t(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?z?)?`, isoTime],
  [String.raw`(\d{1,2})\.(\d{1,2})\.(\d{4})`, ([d, m, y]) => isoTime([y!, m!, d!])],
  [`q([1-4])(?: (${year}))?`, ([n, y], clock) => inYears(clock, y, monthsIn('quarter', 3 * (Number(n) - 1)))],
  [
    String.raw`(noon|midnight|\d{1,2}(?::\d\d)?(?: ?[ap]m)?)(?: utc)?`,
    ([text], clock) => clockTime(clock, text!),
  ],
  [
    `(${year})`,
    ([y], _, isLed) => (isLed ? calendarSpan('year', new Date(Date.UTC(Number(y), 0))) : undefined),
  ],
]

const compiled = rules.map(([pattern, meaning]) => [new RegExp(`^(?:${pattern})(?= |$)`), meaning] as const)

/** What the database can hold, and a person can mean. */
const isThinkable = ({ from, to }: Period) => from.getUTCFullYear() >= 1970 && to.getUTCFullYear() <= 2200

/** The period that a text begins with: a day, a week, a month, the last few hours. */
export function pointIn(text: string, clock: Clock, isLed = false): TimePoint | undefined {
  for (const [pattern, meaning] of compiled) {
    const match = pattern.exec(text)
    const span = match && meaning(match.slice(1), clock, isLed)
    if (span && isThinkable(span)) return { ...span, rest: text.slice(match[0].length).trimStart() }
  }
  return undefined
}
