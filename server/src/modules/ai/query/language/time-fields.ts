import type { Span } from './calendar-units.ts'
import { isTime, type Noun, type TimeField } from './meaning.ts'
import { addValues, type Reading } from './reading.ts'
import { schemas } from './schema.ts'

/** A word that a time may belong to: something that happens, or a state that begins. */
export interface Moment {
  place: number
  field?: TimeField
  state?: string
}

/** States whose beginning is a time of its own: with a time they mean that, and the record may have gone on since. */
const beginnings: Partial<Record<Noun, Record<string, TimeField>>> = {
  incident: { new: 'created_at', resolved: 'resolved_at', closed: 'closed_at' },
  change: { scheduled: 'window' },
}

/** Gives each time to the verb or state before it, else to the one after it, else leaves it to the noun. */
export function attachTimes(
  reading: Reading,
  times: { span: Span; place: number }[],
  moments: Moment[],
  noun: Noun,
  now: Date,
): void {
  const free = [...moments]
  for (const { span, place } of times) {
    const before = free.findLast((moment) => moment.place < place)
    const moment = before ?? free.find((each) => each.place > place)
    if (moment) free.splice(free.indexOf(moment), 1)
    reading.times.push({ ...fieldFor(reading, moment, noun), span })
  }
  for (const { field } of free) if (field) withoutTime(reading, field, now)
}

function fieldFor(reading: Reading, moment: Moment | undefined, noun: Noun): { field?: TimeField } {
  if (!moment) return {}
  const { field, state } = moment
  if (field === 'sla_breach_at' && !lookBack(reading)) addValues(reading.conditions, 'condition', ['open'])
  if (field) return schemas[noun].timeOf(field) ? { field } : {}
  const beginning = beginnings[noun]?.[state!]
  if (!beginning) return { field: 'updated_at' }
  forgetState(reading, state!)
  return { field: beginning }
}

/** What breached at some time may be resolved by now. */
function lookBack(reading: Reading): boolean {
  const said = reading.conditions.find(
    (each) => !isTime(each) && each.field === 'condition' && each.values[0] === 'breached',
  )
  if (said) Object.assign(said, { values: ['breached_once'] })
  // With a time, "will breach" says when, not how soon.
  reading.conditions = reading.conditions.filter(
    (each) => !(each.field === 'condition' && 'values' in each && each.values[0] === 'at_risk'),
  )
  return said !== undefined
}

const isSaid = (reading: Reading, value: string) =>
  reading.conditions.some(
    (each) => each.field === 'condition' && 'values' in each && each.values.includes(value),
  )

function forgetState(reading: Reading, state: string): void {
  reading.conditions = reading.conditions.flatMap((each) => {
    if (isTime(each) || each.field !== 'state' || each.is_negated) return [each]
    const values = each.values.filter((value) => value !== state)
    return values.length > 0 ? [{ ...each, values }] : []
  })
}

/** "upcoming changes" begin after now; what is "due" without a time is close to its breach. */
function withoutTime(reading: Reading, field: TimeField, now: Date): void {
  if (field === 'window') reading.times.push({ field, span: { from: now } })
  if (field === 'sla_breach_at' && !isSaid(reading, 'breached') && !isSaid(reading, 'at_risk'))
    addValues(reading.conditions, 'condition', ['at_risk'])
}
