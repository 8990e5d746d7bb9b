import { calendarSpan, type Unit } from './calendar-units.ts'
import type { Intent } from './intents.ts'
import type { NamedSpan } from './meaning.ts'
import type { Reading } from './reading.ts'

const days: Record<string, Unit> = { today: 'day', yesterday: 'day' }

/** The two stretches of time that a question compares: those that it names, or this week and the last one. */
export function comparedPeriods(
  { compares, time_names, conditions }: Reading,
  wants: Intent['wants'] | undefined,
  now: Date,
): NamedSpan[] | undefined {
  const [first, second] = time_names
  if (first && second && (compares || wants?.is === 'compare')) return [first, second]
  const isOfValues = conditions.some((each) => 'values' in each && each.values.length > 1)
  if (wants?.is !== 'compare' || isOfValues) return undefined
  const said = first?.label.toLowerCase() ?? ''
  const unit = days[said] ?? (/\b(week|month|quarter|year)\b/.exec(said)?.[1] as Unit | undefined) ?? 'week'
  const names = unit === 'day' ? ['today', 'yesterday'] : [`this ${unit}`, `last ${unit}`]
  return names.map((label, n) => ({ label, span: calendarSpan(unit, now, -n) }))
}
