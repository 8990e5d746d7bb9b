import { spanOf, type Span } from './calendar.ts'
import type { Item } from './items.ts'
import type { Parser } from './parser.ts'
import type { Noun, TimeField } from './meaning.ts'
import { addValues, saysCondition, type Moment, type Reading } from './reading.ts'
import { schemas } from './schema.ts'

/** States with a timestamp: together with a time they mean that timestamp, and the state may have changed since. */
export const beginnings: Partial<Record<Noun, Record<string, TimeField>>> = {
  incident: { new: 'created_at', resolved: 'resolved_at', closed: 'closed_at', cancelled: 'cancelled_at' },
  change: { scheduled: 'window' },
}

/**
 * Assigns each time to the verb or state before it and those joined to that, or else after it, or else to the default of the
 * noun. A time right after another has the same field: "resolved on Monday or Tuesday".
 */
export function attachTimes(parser: Parser): void {
  const { reading, items, moments, noun, asker } = parser
  const free = [...moments]
  for (const [place, item] of items.entries()) {
    if (item.is !== 'time') continue
    const label = item.text
    const add = (field?: TimeField, isNot = false) => {
      const is_negated = isNot || parser.negated_times.has(item)
      const span = spanFor(item.span, { ...(field && { field }), is_negated }, parser)
      if (span) reading.times.push({ ...(field && { field }), span, label })
      else parser.drop(`not ${label}`)
    }
    // "yesterday's tickets" were opened then, whatever else is said of them.
    const isOfNoun = /['’]s?$/.test(item.text) && items[place + 1]?.is === 'noun'
    if (isOfNoun) {
      add()
      continue
    }
    if (contentBefore(items, place)?.is === 'time') {
      add(reading.times.at(-1)?.field)
      continue
    }
    const moment = free.findLast((each) => each.place < place) ?? free[0]
    for (const each of [...joinedTo(parser, moment, free), moment]) {
      if (each) free.splice(free.indexOf(each), 1)
      add(fieldFor(reading, each, noun), each?.is_negated)
    }
  }
  for (const { place, field, is_negated } of free) {
    // "upcoming changes" begin after now; what is "due" without a time is close to its breach.
    if (is_negated) parser.drop(items[place]!.text)
    else if (field === 'window') reading.times.push({ field, span: { from: asker.now } })
    else if (field === 'sla_breach_at' && !saysCondition(reading, 'breached', 'breached_once', 'at_risk'))
      addValues(reading.conditions, 'condition', ['at_risk'])
  }
  // "resolved too late last month": what is resolved is no longer overdue.
  if (reading.times.some(({ field }) => field === 'resolved_at' || field === 'closed_at'))
    withPastBreaches(reading)
}

const isJoint = ({ is }: Item) => is === 'filler' || is === 'link'
const contentBefore = (items: Item[], place: number) =>
  items.slice(0, place).findLast((item) => !isJoint(item) && item.is !== 'not')

/** In "opened and resolved today", both are of today; in "opened or resolved today" only the last, the others are not used. */
function joinedTo(parser: Parser, moment: Moment | undefined, free: Moment[]): Moment[] {
  const { items, reading, noun } = parser
  const isDated = ({ place, field, state = '' }: Moment) =>
    items[place]!.is === 'event' || (!field && beginnings[noun]?.[state] !== undefined)
  const other = moment && free.findLast(({ place }) => place < moment.place)
  if (!other || !isDated(other) || !isDated(moment)) return []
  const between = items.slice(other.place + 1, moment.place)
  const joint = between.find(({ is }) => is === 'link')?.text.toLowerCase()
  if (!joint || !between.every(isJoint)) return []
  if (joint === 'and') return [...joinedTo(parser, other, free), other]
  fieldFor(reading, other, noun)
  parser.drop(items[other.place]!.text)
  return []
}

/** What is planned by Friday is planned from now on. "Not today" is before today; undefined if it may also be later. */
function spanFor(
  { from, to }: Span,
  { field, is_negated }: Omit<Moment, 'place'>,
  { noun, asker: { now } }: Parser,
): Span | undefined {
  if (!is_negated) return spanOf(from ?? (field === 'window' && to! > now ? now : undefined), to)
  if (/^(?:window|sla_breach_at)$/.test(field ?? schemas[noun].usual_time)) return undefined
  // What was not updated in a period was last updated before it.
  if (field === 'updated_at') return { to: (from ?? to)! }
  return from ? (!to || to > now ? { to: from } : undefined) : { from: to! }
}

function fieldFor(reading: Reading, moment: Moment | undefined, noun: Noun): TimeField | undefined {
  if (!moment) return undefined
  const { field, state } = moment
  if (field === 'sla_breach_at') lookBack(reading)
  if (field && field !== 'created_at') return field
  // "new tickets that we got today" are not only those that are still new.
  const begun = state ?? 'new'
  const beginning = field ?? beginnings[noun]?.[begun]
  if (!beginning) return 'updated_at'
  reading.conditions = reading.conditions.flatMap((each) => {
    if (each.field !== 'state' || each.is_negated) return [each]
    const values = each.values.filter((value) => value !== begun)
    return values.length > 0 ? [{ ...each, values }] : []
  })
  return beginning
}

/** Breaches in a period include incidents that are resolved by now. */
export function withPastBreaches(reading: Reading): void {
  reading.conditions = reading.conditions.map((each) =>
    each.field === 'condition' && /^(?:breached|overdue)$/.test(each.values[0]!)
      ? { ...each, values: ['breached_once'] }
      : each,
  )
}

/** With a time, "will breach" is a condition on the due time. */
function lookBack(reading: Reading): void {
  if (!saysCondition(reading, 'breached')) addValues(reading.conditions, 'condition', ['open'])
  withPastBreaches(reading)
  reading.conditions = reading.conditions.filter(
    (each) => each.field !== 'condition' || each.values[0] !== 'at_risk',
  )
}
