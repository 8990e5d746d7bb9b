import type { Parser } from './parser.ts'
import { isTime, type Noun, type TimeField } from './meaning.ts'
import { addValues, saysCondition, type Moment, type Reading } from './reading.ts'

/** States with a timestamp: together with a time they mean that timestamp, and the state may have changed since. */
const beginnings: Partial<Record<Noun, Record<string, TimeField>>> = {
  incident: { new: 'created_at', resolved: 'resolved_at', closed: 'closed_at' },
  change: { scheduled: 'window' },
}

/** Assigns each time to the verb or state before it, or else after it, or else to the default of the noun. */
export function attachTimes({ reading, items, moments, noun, asker }: Parser): void {
  const free = [...moments]
  for (const [place, item] of items.entries()) {
    if (item.is !== 'time') continue
    const moment = free.findLast((each) => each.place < place) ?? free[0]
    if (moment) free.splice(free.indexOf(moment), 1)
    reading.times.push({ ...fieldFor(reading, moment, noun), span: item.span, label: item.text })
  }
  for (const { field } of free) {
    // "upcoming changes" begin after now; what is "due" without a time is close to its breach.
    if (field === 'window') reading.times.push({ field, span: { from: asker.now } })
    if (field === 'sla_breach_at' && !saysCondition(reading, 'breached', 'breached_once', 'at_risk'))
      addValues(reading.conditions, 'condition', ['at_risk'])
  }
}

function fieldFor(reading: Reading, moment: Moment | undefined, noun: Noun): { field?: TimeField } {
  if (!moment) return {}
  const { field, state } = moment
  if (field === 'sla_breach_at') lookBack(reading)
  if (field && field !== 'created_at') return { field }
  // "new tickets that we got today" are not only those that are still new.
  const begun = state ?? 'new'
  const beginning = field ?? beginnings[noun]?.[begun]
  if (!beginning) return { field: 'updated_at' }
  reading.conditions = reading.conditions.flatMap((each) => {
    if (isTime(each) || each.field !== 'state' || each.is_negated) return [each]
    const values = each.values.filter((value) => value !== begun)
    return values.length > 0 ? [{ ...each, values }] : []
  })
  return { field: beginning }
}

/** Breaches in a period include incidents that are resolved by now. */
export function withPastBreaches(reading: Reading): void {
  reading.conditions = reading.conditions.map((each) =>
    !isTime(each) && each.field === 'condition' && each.values[0] === 'breached'
      ? { ...each, values: ['breached_once'] }
      : each,
  )
}

/** With a time, "will breach" is a condition on the due time. */
function lookBack(reading: Reading): void {
  if (!saysCondition(reading, 'breached')) addValues(reading.conditions, 'condition', ['open'])
  withPastBreaches(reading)
  reading.conditions = reading.conditions.filter(
    (each) => isTime(each) || each.field !== 'condition' || each.values[0] !== 'at_risk',
  )
}
