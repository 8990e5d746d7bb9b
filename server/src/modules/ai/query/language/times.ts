import { dateOf, numberOf, shift, units, type Span } from './calendar-units.ts'
import type { Clock, Period } from './period.ts'
import { periodAt, yearAt } from './periods.ts'
import type { Word } from './words.ts'

interface TimeMatch {
  span: Span
  /** How many words it took. */
  length: number
}

/** Words that lead to a time without changing it. */
const leads = new Set('in on at during of for within over from the throughout over all'.split(' '))
const since = new Set(['since', 'starting'])
const until = new Set(['until', 'till', 'through'])

/** The time that is named at a place in the words, if one is. In UTC, weeks from Monday. */
export function timeAt(words: Word[], place: number, clock: Clock): TimeMatch | undefined {
  return (
    agedAt(words, place, clock) ??
    betweenAt(words, place, clock) ??
    boundedAt(words, place, clock) ??
    plainAt(words, place, clock)
  )
}

const lowAt = (words: Word[], place: number) => words[place]?.low ?? ''

/** Past the words that only lead to it; a year by itself needs one of them. */
function pointAt(words: Word[], place: number, clock: Clock): Period | undefined {
  let skipped = 0
  while (skipped < 3 && leads.has(lowAt(words, place + skipped))) {
    const here = periodAt(words, place + skipped, clock)
    if (here) return { ...here, length: here.length + skipped }
    skipped++
  }
  const at = place + skipped
  const led = skipped > 0 ? ledAt(words, at, clock) : undefined
  const period = periodAt(words, at, clock) ?? led
  return period && { ...period, length: period.length + skipped }
}

/** What is a time only because the words before it ask for one: "in 2024", "in May". */
function ledAt(words: Word[], place: number, clock: Clock): Period | undefined {
  const year = yearAt(words[place], clock)
  if (year) return year
  const inMay =
    lowAt(words, place) === 'may' && periodAt([{ ...words[place]!, low: 'this' }, words[place]!], 0, clock)
  if (!inMay) return undefined
  const isLater = inMay.from > clock.now && !clock.looks_ahead
  const back = (at: Date) => (isLater ? shift(at, 'year', -1) : at)
  return { from: back(inMay.from), to: back(inMay.to), length: 1 }
}

function plainAt(words: Word[], place: number, clock: Clock): TimeMatch | undefined {
  const point = pointAt(words, place, clock)
  if (!point || point.from >= point.to) return undefined
  const next = place + point.length
  // "1 March to 3 March", without a word before it.
  if (['to', 'until', 'till', 'through', '-'].includes(lowAt(words, next))) {
    const last = pointAt(words, next + 1, clock)
    if (last && last.to > point.from)
      return { span: { from: point.from, to: last.to }, length: point.length + 1 + last.length }
  }
  return { span: { from: point.from, to: point.to }, length: point.length }
}

/** "since Monday", "after 14:00", "before March", "until Friday", "from Monday on". */
function boundedAt(words: Word[], place: number, clock: Clock): TimeMatch | undefined {
  const word = lowAt(words, place)
  if (since.has(word)) return sinceAt(words, place, clock)
  const isAfter = word === 'after' || word === 'later' || word === 'newer'
  const isBefore = word === 'before' || word === 'earlier' || word === 'older'
  const at = place + 1 + (lowAt(words, place + 1) === 'than' ? 1 : 0)
  const isOn =
    word === 'from' && ['on', 'onwards', 'onward'].some((each) => hasSoon(words, place, clock, each))
  if (!isAfter && !isBefore && !until.has(word) && !isOn) return undefined
  const point = pointAt(words, at, clock) ?? yearAt(words[at], clock)
  if (!point) return undefined
  const length = at - place + point.length
  if (isOn) return { span: { from: point.from }, length: length + 1 }
  if (isAfter) return { span: { from: point.to }, length }
  return { span: { to: isBefore ? point.from : point.to }, length }
}

const hasSoon = (words: Word[], place: number, clock: Clock, wanted: string) => {
  const point = pointAt(words, place + 1, clock)
  return point !== undefined && lowAt(words, place + 1 + point.length) === wanted
}

function sinceAt(words: Word[], place: number, clock: Clock): TimeMatch | undefined {
  const at = place + 1 + (['from', 'on', 'the'].includes(lowAt(words, place + 1)) ? 1 : 0)
  const point = periodAt(words, at, clock) ?? yearAt(words[at], clock) ?? pointAt(words, place + 1, clock)
  if (point) return { span: { from: point.from }, length: at - place + point.length }
  const lasting = durationAt(words, at)
  return (
    lasting && {
      span: { from: shift(clock.now, lasting.unit, -lasting.n) },
      length: at - place + lasting.length,
    }
  )
}

/** "between 1 and 3 March", "from Monday to Wednesday". The last day counts. */
function betweenAt(words: Word[], place: number, clock: Clock): TimeMatch | undefined {
  const word = lowAt(words, place)
  const joins = word === 'between' ? ['and'] : word === 'from' ? ['to', 'until', 'till', 'through'] : []
  if (joins.length === 0) return undefined
  const first = pointAt(words, place + 1, clock)
  if (first && joins.includes(lowAt(words, place + 1 + first.length))) {
    const last = pointAt(words, place + 2 + first.length, clock)
    if (last && last.to > first.from)
      return { span: { from: first.from, to: last.to }, length: 2 + first.length + last.length }
  }
  return datesAt(words, place + 1, joins, clock)
}

/** "1 and 3 March": the first day takes its month from the second. */
function datesAt(words: Word[], place: number, joins: string[], clock: Clock): TimeMatch | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(lowAt(words, place)) ?? []
  if (digits === undefined || !joins.includes(lowAt(words, place + 1))) return undefined
  const last = pointAt(words, place + 2, clock)
  const from = last && dateOf(last.from.getUTCFullYear(), last.from.getUTCMonth(), Number(digits))
  return from && from < last.to ? { span: { from, to: last.to }, length: 3 + last.length } : undefined
}

/** "older than 3 days", "more than a week old", "for over 2 hours", "less than 1 hour old", "more than 3 days ago". */
function agedAt(words: Word[], place: number, clock: Clock): TimeMatch | undefined {
  const skipped = lowAt(words, place) === 'for' ? 1 : 0
  const [first, second] = [lowAt(words, place + skipped), lowAt(words, place + skipped + 1)]
  const isOver = first === 'over' && skipped === 1
  const isThan = second === 'than' && /^(older|more|longer|newer|younger|less)$/.test(first)
  if (!isOver && !isThan) return undefined
  const at = place + skipped + (isOver ? 1 : 2)
  const lasting = durationAt(words, at)
  if (!lasting) return undefined
  const end = lowAt(words, at + lasting.length)
  const length = at - place + lasting.length + (end === 'old' || end === 'ago' ? 1 : 0)
  const edge = shift(clock.now, lasting.unit, -lasting.n)
  if (edge.getUTCFullYear() < 1970) return undefined
  return { span: /^(newer|younger|less)$/.test(first) ? { from: edge } : { to: edge }, length }
}

/** "3 days", "an hour", "24h". */
function durationAt(words: Word[], place: number) {
  const [, digits = '', letters = ''] = /^(\d{1,4})([a-z]{1,4})$/.exec(lowAt(words, place)) ?? []
  const compact = units.get(letters)
  if (compact) return { n: Number(digits), unit: compact, length: 1 }
  const first = lowAt(words, place)
  const n = first === 'a' || first === 'an' ? (numberOf(lowAt(words, place + 1)) ?? 1) : numberOf(first)
  const skipped =
    (first === 'a' && numberOf(lowAt(words, place + 1)) !== undefined ? 2 : 1) +
    (lowAt(words, place + 2) === 'of' ? 1 : 0)
  const unit = units.get(lowAt(words, place + skipped))
  return n !== undefined && unit ? { n, unit, length: skipped + 1 } : undefined
}
