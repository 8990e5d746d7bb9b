import { calendarSpan, count, month, shift, unit, units, weekday } from './calendar.ts'
import { atStart, countOf, ordinal, rules, type Clock, type Period } from './periods.ts'

/** A period at the start of a text, and the rest of the text. */
export interface TimePoint extends Period {
  rest: string
}

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
