import { dateOf, shift, units, type Span } from './calendar.ts'
import { countOf, type Clock } from './periods.ts'
import { count, pointIn, unit, type TimePoint } from './time-points.ts'
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

const timeIn = (text: string, clock: Clock): OpenPoint | undefined =>
  aged(text, clock) ?? between(text, clock) ?? bounded(text, clock) ?? plain(text, clock)

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

/** "1 March to 3 March" includes the last day. */
function until(first: TimePoint, joint: RegExp, clock: Clock): TimePoint | undefined {
  const last = joint.test(first.rest) ? ledPoint(first.rest.replace(joint, ''), clock) : undefined
  return last && last.to > first.from ? { ...last, from: first.from } : undefined
}

/** "between Wednesday and Monday": the last Wednesday before that Monday. */
const weekBefore = ({ from, to, rest }: TimePoint): TimePoint => ({
  from: shift(from, 'week', -1),
  to: shift(to, 'week', -1),
  rest,
})

/** "between 1 and 3 March", "from Monday to Wednesday". */
function between(text: string, clock: Clock): OpenPoint | undefined {
  const preposition = /^(between|from) /.exec(text)?.[1]
  const joint = preposition === 'between' ? /^and / : preposition && to
  if (!joint) return undefined
  const rest = text.replace(/^\w+ /, '')
  const first = ledPoint(rest, clock)
  const whole = first && (until(first, joint, clock) ?? until(weekBefore(first), joint, clock))
  if (whole) return whole
  // The first day takes its month from the second.
  const [begin = '', date] = /^(\d{1,2})(?:st|nd|rd|th)? /.exec(rest) ?? []
  const tail = rest.slice(begin.length)
  const last = date && joint.test(tail) ? ledPoint(tail.replace(joint, ''), clock) : undefined
  const from = last && dateOf(last.from.getUTCFullYear(), last.from.getUTCMonth(), Number(date))
  return from && from < last.to ? { ...last, from } : undefined
}

const bounds =
  /^(since|starting|after|before|until|till|through|from|(?:later|newer|earlier|older)(?= than))(?: than)? /

/** "since Monday", "since 3 days", "after 14:00", "before March", "until Friday", "from Monday on". */
function bounded(text: string, clock: Clock): OpenPoint | undefined {
  const [lead = '', word] = bounds.exec(text) ?? []
  if (!word) return undefined
  const tail = text.slice(lead.length)
  const point = ledPoint(tail, clock, true)
  if (word === 'from') {
    const on = point && /^on(?:wards?)?(?: |$)/.exec(point.rest)
    return on ? { from: point.from, rest: point.rest.slice(on[0].length) } : undefined
  }
  if (word === 'since' && clock.is_idle && point) return { to: point.from, rest: point.rest }
  if (/^since|^starting/.test(word))
    return point ? { from: point.from, rest: point.rest } : lasting(tail, clock)
  if (!point) return undefined
  if (/^after|^later|^newer/.test(word)) return { from: point.to, rest: point.rest }
  return { to: /^before|^earlier|^older/.test(word) ? point.from : point.to, rest: point.rest }
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
const idleFor = /^(?:in|within) (?:the (?:last|past) )?/
