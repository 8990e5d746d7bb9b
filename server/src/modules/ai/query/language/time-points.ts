import { calendarSpan, months, shift, units, weekdays } from './calendar.ts'
import {
  clockTime,
  countOf,
  current,
  dateIn,
  dayOfMonth,
  dayParts,
  hoursOf,
  inWeeks,
  inYears,
  isoTime,
} from './periods.ts'
import { monthsIn, namedDays, oneDay, relative, today, type Clock, type Period } from './periods.ts'

/** A period at the start of a text, and the rest of the text. */
export interface TimePoint extends Period {
  rest: string
}

export const oneOf = (names: Iterable<string>) => [...names].join('|')
export const unit = oneOf(units.keys())
export const count = String.raw`(?:an? )?(?:couple|few)(?: of)?|\d{1,5}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several`
const month = oneOf(months.keys())
export const weekday = oneOf(weekdays.keys())
const year = String.raw`19[7-9]\d|20\d\d`
const ordinal = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const before = 'last|past|previous|preceding|recent'
const which = '(?:(last|this|next|coming) )?'
type Meaning = (parts: string[], clock: Clock, isLed: boolean) => Period | undefined
const atStart = (pattern: string) => new RegExp(`^(?:${pattern})(?= |$)`)
const rule = (pattern: string, meaning: Meaning) => ({ pattern: atStart(pattern), meaning })

/** Spellings that are replaced before matching. */
const synonyms: [phrase: RegExp, same: string][] = [
  [atStart(`(?:${weekday}) (?:the )?(${ordinal} (?:of )?(?:${month})|(?:${month}) ${ordinal})`), '$1'],
  [atStart(`(${unit}) before last(?! (?:${unit}))`), '2 $1 ago'],
  [atStart('tonight'), 'this night'],
  [atStart('overnight'), 'last night'],
  [atStart(`(?:start|beginning) of (?:the|this) (${unit})|(${unit}) to date`), 'this $1$2'],
  [atStart('noon'), '12:00'],
  [atStart('midnight'), '0:00'],
]

/** Patterns of times and their meaning. Some need a preposition: "in May", "since 2024". */
const rules = [
  rule(`(today|yesterday|tomorrow|this|last(?= night)) (${oneOf(Object.keys(dayParts))})`, (parts, clock) =>
    hoursOf(today(clock, namedDays[parts[0]!] ?? 0), dayParts[parts[1]!]!),
  ),
  rule('(today|yesterday|tomorrow)', ([name], clock) => oneDay(today(clock, namedDays[name!] ?? 0))),
  rule(`(${count}) (${unit}) ago`, ([n, name], { now }) =>
    calendarSpan(units.get(name!)!, shift(now, units.get(name!)!, -countOf(n))),
  ),
  rule(`${which}weekend`, ([modifier], clock) => inWeeks(5, 2, clock, modifier)),
  rule(`${which}(${weekday}) (${oneOf(Object.keys(dayParts))})`, ([modifier, name, part], clock) => {
    const found = inWeeks((weekdays.get(name!)! + 6) % 7, 1, clock, modifier)
    return found && hoursOf(found.from, dayParts[part!]!)
  }),
  rule(`${which}(${weekday})`, ([modifier, name], clock) =>
    inWeeks((weekdays.get(name!)! + 6) % 7, 1, clock, modifier),
  ),
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

/** Excludes dates outside of any plausible question. */
const isPlausible = ({ from, to }: Period) => from.getUTCFullYear() >= 1970 && to.getUTCFullYear() <= 2200

const nextTo = atStart(`(?:(${count}) ?)?(${unit}) (before|after)(?: the)?`)
const alone = /^(?:that(?= |$)|(?=$|(?:and|by|for|in|of|on|or|per) ))/

/** "the day after tomorrow", "3 days before Monday"; "the week before" is before the other time, or before this week. */
function besidePoint(text: string, clock: Clock, isLed: boolean): TimePoint | undefined {
  const [whole = '', n, name = '', side] = nextTo.exec(text) ?? []
  const wanted = units.get(name)
  const tail = text.slice(whole.length).trimStart()
  const isAlone = alone.test(tail)
  // "incidents per day before Monday" has a grouping.
  const isNamed = isLed || n !== undefined || /^(?:yesterday|tomorrow)/.test(tail)
  if (!wanted || !(isAlone ? (clock.earlier ?? (isLed && side === 'before')) : isNamed)) return undefined
  const other = clock.earlier ?? calendarSpan(wanted, clock.now)
  const point = isAlone ? { ...other, rest: tail.replace(/^that ?/, '') } : pointIn(tail, clock, true)
  const at = side === 'before' ? point?.from : point?.to
  if (!point || !at) return undefined
  const ends = side === 'before' ? [-countOf(n), 0] : [0, countOf(n)]
  const [from, to] = ends.map((ahead) => shift(at, wanted, ahead)) as [Date, Date]
  return { from, to, rest: point.rest }
}

/** The period at the start of a text: a day, a week, a month, the last few hours. */
export function pointIn(typed: string, clock: Clock, isLed = false): TimePoint | undefined {
  const text = synonyms.reduce((all, [phrase, same]) => all.replace(phrase, same), typed)
  const beside = besidePoint(text, clock, isLed)
  if (beside && isPlausible(beside)) return beside
  for (const { pattern, meaning } of rules) {
    const match = pattern.exec(text)
    const span = match && meaning(match.slice(1), clock, isLed)
    if (span && isPlausible(span)) return { ...span, rest: text.slice(match[0].length).trimStart() }
  }
  return undefined
}
