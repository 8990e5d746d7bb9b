import { day } from '../../../../kernel/durations.ts'
import { count, month, shift, unit, units, weekday, type Span } from './calendar.ts'
import { countOf, type Clock, type Period } from './periods.ts'
import { pointIn, type TimePoint } from './time-points.ts'
import type { Word } from './words.ts'

/** No time has more words than this. */
const maxWords = 14

/** The time that starts at this word, if any, and its number of words. In UTC; weeks start on Monday. */
export function timeAt(words: Word[], place: number, clock: Clock) {
  const next = words.slice(place, place + maxWords)
  const quoted = next.findIndex(({ is_quoted }) => is_quoted)
  const taken = quoted < 0 ? next : next.slice(0, quoted)
  const found = timeIn(taken.map(({ low }) => low).join(' '), clock)
  if (!found) return undefined
  const { rest, ...span }: OpenPoint = found
  return { span, length: taken.length - (rest === '' ? 0 : rest.split(' ').length) }
}

type OpenPoint = Span & Pick<TimePoint, 'rest'>

const timeIn = (typed: string, clock: Clock): OpenPoint | undefined => {
  const text = typed.replace(daysOfMonth, '$1$2 $5$6 $3 $4 $5$6').replace(otherUnit, inUsualUnits)
  const found = spanIn(text, clock)
  return found && (besideLonger(text, found, clock) ?? found)
}

/** "in half a year" is in 6 months, "the last half hour" the last 30 minutes, "a fortnight ago" 2 weeks ago. */
const otherUnit = /^((?:\w+ ){0,3}?)(half (?:an? )?(?:year|day|hour)|(?:an? )?fortnight)(?= |$)/
const otherUnits = { year: '6 months', day: '12 hours', hour: '30 minutes', fortnight: '2 weeks' }
const inUsualUnits = (_: string, lead: string, name: string) =>
  `${lead}${otherUnits[name.split(' ').at(-1) as keyof typeof otherUnits]}`

const spanIn = (text: string, clock: Clock): OpenPoint | undefined =>
  aged(text, clock) ?? between(text, clock) ?? bounded(text, clock) ?? plain(text, clock)

/** "between 1 and 3 March": both days take the month, and the year. */
const daysOfMonth = new RegExp(
  String.raw`^((?:between|from) |)(\d{1,2})(?:st|nd|rd|th)? (and|to|until|till|through|-) (\d{1,2}(?:st|nd|rd|th)?) (?:of )?(${month})( \d{4})?(?= |$)`,
)

/** A time beside a longer one is inside it: "Monday last week", "last year in January", "today before noon". */
function besideLonger(text: string, first: OpenPoint, clock: Clock): OpenPoint | undefined {
  const { from, to, rest } = first
  const next = ledPoint(rest, clock)
  const inNext = next && inside(text, next, clock)
  // "before noon yesterday" is on that day, "since noon yesterday" until now.
  const isOnDay = next && lengthOf(next) === day && !text.startsWith('since ')
  if (inNext) return { ...(isOnDay && next), ...inNext, rest: next.rest }
  const inFirst = from && to && inside(rest, { from, to }, clock)
  return inFirst && { ...first, ...inFirst }
}

const lengthOf = ({ from, to }: Span) => (from && to ? to.getTime() - from.getTime() : 0)

/** The time of a text in a longer period, if there is only one: a week has one Monday, a month several. */
function inside(text: string, period: Period, clock: Clock): OpenPoint | undefined {
  const last = spanIn(text, { ...clock, now: new Date(period.to.getTime() - 1), looks_ahead: false })
  const first = spanIn(text, { ...clock, now: period.from, looks_ahead: true })
  const start = last?.from ?? last?.to
  const isInside = start && start >= period.from && start < period.to && lengthOf(last!) < lengthOf(period)
  return isInside && JSON.stringify(first) === JSON.stringify(last) ? last : undefined
}

const leads = /^(?:(?:in|on|at|during|of|for|within|over|from|the|throughout|all) ){0,3}/

/** Skips prepositions. */
function ledPoint(text: string, clock: Clock, isLed = false): TimePoint | undefined {
  const lead = leads.exec(text)![0]
  return pointIn(text.slice(lead.length), clock, isLed || lead !== '')
}

const to = /^(?:to|until|till|through|-) /

function plain(text: string, clock: Clock): OpenPoint | undefined {
  const point = ledPoint(text, clock)
  if (!point || point.from >= point.to) return undefined
  return until(point, to, clock) ?? point
}

/** "1 March to 3 March" includes the last day. Its end comes after its start: "from 9:00 to 17:00" is one day. */
function until(first: EndPoint, joint: RegExp, clock: Clock): TimePoint | undefined {
  if (!joint.test(first.rest)) return undefined
  const rest = first.rest.replace(joint, '')
  // In "9:00 to 17:00 yesterday", both hours are of the day that follows.
  const read = isHour(first) && !first.has_day ? ledPoint : endPoint
  const endAfter = (from: Date, at: Clock) => {
    const last = read(rest, at)
    return last && last.to > from ? { ...last, from } : undefined
  }
  // "between Wednesday and Monday": the last Wednesday before that Monday.
  const [start, then] = startsWithWeekday.test(rest)
    ? [shift(first.from, 'week', -1), clock]
    : [first.from, { ...clock, now: first.from, looks_ahead: true }]
  return endAfter(first.from, clock) ?? endAfter(start, then)
}

const startsWithWeekday = new RegExp(`^(?:${weekday})(?= |$)`)

/** "between 1 March and 3 March", "from Monday to Wednesday". */
function between(text: string, clock: Clock): OpenPoint | undefined {
  const preposition = /^(between|from) /.exec(text)?.[1]
  const first = preposition ? endPoint(text.replace(/^\w+ /, ''), clock) : undefined
  return first && until(first, preposition === 'between' ? /^and / : to, clock)
}

const bounds =
  /^(since|starting|after|before|until|till|through|by|up to|from|(?:later|newer|earlier|older)(?= than))(?: than)? /

/** "since I logged off yesterday" */
const leaving =
  /^(?:i|we) (?:last )?(?:logged (?:off|out|in)|signed off|left|finished|went (?:home|to bed)|looked|checked) /

/** "since Monday", "since 3 days", "after 14:00", "before March", "until Friday", "from Monday on". */
function bounded(text: string, clock: Clock): OpenPoint | undefined {
  const [lead = '', word] = bounds.exec(text) ?? []
  if (!word) return undefined
  const tail = text.slice(lead.length).replace(leaving, '')
  // "by month" is a grouping.
  const point = endPoint(tail, clock, word !== 'by')
  if (word === 'from') {
    const on = point && /^on(?:wards?)?(?: |$)/.exec(point.rest)
    return on ? { from: point.from, rest: point.rest.slice(on[0].length) } : undefined
  }
  if (/^since|^starting/.test(word))
    return point ? { from: point.from, rest: point.rest } : lasting(tail, clock)
  if (!point) return undefined
  if (/^after|^later|^newer/.test(word)) return { from: point.to, rest: point.rest }
  return { to: /^before|^earlier|^older/.test(word) ? point.from : point.to, rest: point.rest }
}

type EndPoint = TimePoint & { has_day?: true }

const isHour = ({ from, to: end }: Period) => from.getTime() === end.getTime()

/** The start or the end of a time: a point, or an hour with its day, "yesterday at 5pm" or "22:00 yesterday". */
function endPoint(text: string, clock: Clock, isLed = false): EndPoint | undefined {
  const first = ledPoint(text, clock, isLed)
  const next = first && ledPoint(first.rest, clock)
  const after = first && hourOf(first, first.rest, clock)
  const hour = after ?? (next && hourOf(next, text, clock))
  return hour ? { ...hour, rest: (after ?? next)!.rest, has_day: true } : first
}

/** The hour at the start of a text, if it is in the period. */
function hourOf({ from, to: end }: Period, text: string, clock: Clock): TimePoint | undefined {
  const at = ledPoint(text, { ...clock, now: new Date(end.getTime() - 1), looks_ahead: false })
  return at && at.from >= from && isHour(at) ? at : undefined
}

const duration = new RegExp(`^(${count}) ?(${unit})(?: (?:old|ago))?(?= |$)`)

/** "3 days", "an hour", "24h": from then on. */
function lasting(text: string, { now }: Clock): { from: Date; rest: string } | undefined {
  const [whole, n, name] = duration.exec(text) ?? []
  if (!whole) return undefined
  const from = shift(now, units.get(name!)!, -countOf(n!))
  return from.getTime() >= 0 ? { from, rest: text.slice(whole.length).trimStart() } : undefined
}

/** "older than 3 days", "more than a week old", "for over 2 hours", "less than 1 hour old", "more than 3 days ago". */
function aged(text: string, clock: Clock): OpenPoint | undefined {
  const [lead = '', word] = ages.exec(text) ?? (clock.is_idle ? idleFor.exec(text) : undefined) ?? []
  const age = lead ? lasting(text.slice(lead.length), clock) : undefined
  if (!age) return undefined
  return /^(?:newer|younger|less)$/.test(word ?? '') ? age : { to: age.from, rest: age.rest }
}

const ages = /^(?:for )?(?:(older|more|longer|newer|younger|less) than|over|at least) |^for /
const idleFor = /^(?:in|within) /
