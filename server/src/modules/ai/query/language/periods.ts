import { hour } from '../../../../kernel/durations.ts'
import { calendarSpan, dayOf, numberOf, plusDays, shift, units, type Span } from './calendar-units.ts'
import { dayOfMonth, month, timeOfDay, weekday, written } from './dates.ts'
import { isYear, oneDay, type Clock, type Period, type Rule } from './period.ts'
import type { Word } from './words.ts'

/** A stretch of time that is named at a place in the words: a day, a week, a month, the last so many hours. */
export function periodAt(words: Word[], place: number, clock: Clock): Period | undefined {
  const low = words.slice(place, place + 6).map((word) => word.low)
  for (const rule of rules) {
    const period = rule(low, clock)
    if (period && isThinkable(period)) return period
  }
  return undefined
}

/** What the database can hold, and a person can mean. */
const isThinkable = ({ from, to }: Period) => from.getUTCFullYear() >= 1970 && to.getUTCFullYear() <= 2200

const hoursOf = (at: Date, from: number, to: number, length: number): Period => ({
  from: new Date(at.getTime() + from * hour),
  to: new Date(at.getTime() + to * hour),
  length,
})

const dayParts = new Map<string, [from: number, to: number]>([
  ['morning', [0, 12]],
  ['afternoon', [12, 18]],
  ['evening', [18, 24]],
  ['night', [18, 30]],
])
const namedDays = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
  ['tonight', 0],
])

const namedDay: Rule = (low, { now }) => {
  const today = dayOf(now)
  if (low.slice(0, 4).join(' ') === 'the day before yesterday') return oneDay(plusDays(today, -2), 4)
  if (low.slice(0, 3).join(' ') === 'day before yesterday') return oneDay(plusDays(today, -2), 3)
  const [first = '', second = ''] = low
  const part = dayParts.get(second)
  if (part && first === 'this') return hoursOf(today, part[0], part[1], 2)
  if (second === 'night' && first === 'last') return hoursOf(plusDays(today, -1), 18, 30, 2)
  const shifted = namedDays.get(first)
  if (shifted === undefined) return undefined
  if (first === 'tonight') return hoursOf(today, 18, 30, 1)
  const at = plusDays(today, shifted)
  return part ? hoursOf(at, part[0], part[1], 2) : oneDay(at, 1)
}

const before = new Set(['last', 'past', 'previous', 'preceding', 'recent'])
const after = new Set(['next', 'coming', 'following', 'upcoming'])

/** "last week" is the calendar's; "past week" and "last 7 days" end now. Of the shortest units only the rolling ones make sense. */
const relative: Rule = (low, { now }) => {
  const [first = '', ...rest] = low
  const direction = before.has(first)
    ? -1
    : after.has(first)
      ? 1
      : first === 'this' || first === 'current'
        ? 0
        : undefined
  if (direction === undefined) return undefined
  const { n, length: counted } = countAt(rest)
  const unit = units.get(rest[counted] ?? '')
  if (!unit) return compactAt(first, rest[0], now, direction)
  const length = 2 + counted
  if (direction === 0) return counted === 0 ? { ...calendarSpan(unit, now), length } : undefined
  const isRolling = counted > 0 || first === 'past' || ['minute', 'hour', 'day'].includes(unit)
  if (!isRolling) return { ...calendarSpan(unit, now, direction), length }
  return { ...rolling(now, shift(now, unit, direction * n)), length }
}

/** "3", "a few", "couple of"; nothing is one. */
function countAt(low: string[]): { n: number; length: number } {
  const skipped = low[0] === 'a' ? 1 : 0
  const n = numberOf(low[skipped])
  if (n === undefined) return { n: 1, length: 0 }
  return { n, length: skipped + (low[skipped + 1] === 'of' ? 2 : 1) }
}

/** "last 24h". */
function compactAt(
  first: string,
  word: string | undefined,
  now: Date,
  direction: number,
): Period | undefined {
  const length = direction === 0 || first === '' ? 0 : 2
  const [, digits = '', letters = ''] = /^(\d{1,5})([a-z]{1,4})$/.exec(word ?? '') ?? []
  const unit = units.get(letters)
  return unit && length > 0
    ? { ...rolling(now, shift(now, unit, direction * Number(digits))), length }
    : undefined
}

/** What happens this very moment belongs to it. */
const rolling = (now: Date, other: Date): Required<Span> =>
  other < now ? { from: other, to: new Date(now.getTime() + 1) } : { from: now, to: other }

/** "3 days ago" is that day; "2 hours ago" that hour. */
const ago: Rule = (low, { now }) => {
  const { n, length } = countAt(low)
  const unit = units.get(low[length] ?? '')
  if (!unit || low[length + 1] !== 'ago' || (length === 0 && !['a', 'an'].includes(low[0] ?? '')))
    return undefined
  return { ...calendarSpan(unit, shift(now, unit, -n)), length: length + 2 }
}

/** The year by itself. */
export const yearAt = (word: Word | undefined, { now }: Clock): Period | undefined =>
  word && isYear(word.low) && Number(word.low) <= now.getUTCFullYear() + 1
    ? { ...calendarSpan('year', new Date(Date.UTC(Number(word.low), 0))), length: 1 }
    : undefined

const rules: Rule[] = [namedDay, ago, weekday, dayOfMonth, month, relative, written, timeOfDay]
