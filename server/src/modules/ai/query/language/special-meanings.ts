import { calendarSpan, type Unit } from './calendar.ts'
import type { Wanted } from './intents.ts'
import { isTime, type Meaning, type NamedSpan, type RecordRef } from './meaning.ts'
import { changesOn } from './meanings.ts'
import type { Reading } from './reading.ts'

/** What is not a list, a count or one record. */
export function specialMeaning(
  { now, before }: { now: Date; before?: Meaning },
  reading: Reading,
  wants: Wanted | undefined,
  ci: RecordRef | undefined,
): Meaning | undefined {
  const { noun, cis, conditions, times } = reading
  const isReach = (intent: string | undefined) => intent === 'impact' || intent === 'dependencies'
  const reach = isReach(wants?.is)
    ? wants!.is
    : reading.joins && isReach(before?.intent)
      ? before!.intent
      : undefined
  if (reach && ci) return { intent: reach as 'impact', noun: 'ci', conditions: [], record: ci }
  const isAboutRecord = reading.record !== undefined || reading.refers !== undefined
  if (wants?.is === 'sla' && !isAboutRecord)
    return {
      intent: 'sla',
      noun: 'incident',
      conditions: conditions.filter(({ field }) => field === 'priority'),
    }
  const periods = comparedPeriods(reading, wants, now)
  if (periods) {
    const kept = conditions.filter(({ field }) => field !== 'text')
    const { measure = 'count' } = reading
    return { intent: 'stats', noun: noun ?? 'incident', conditions: kept, measure, periods }
  }
  // What is planned has not happened yet.
  const isPlanned = times.some(({ field }) => field === 'window')
  const isChanges = !isPlanned && (wants?.is === 'changes_on' || reading.intent === 'changes_on')
  if (isChanges && cis.length > 0 && (!noun || noun === 'change')) {
    const [values, labels] = [cis.map(({ id }) => id), cis.map(({ name }) => name)]
    return changesOn({ ...reading, conditions: [{ field: 'ci_id', values, labels }] }, now)
  }
  const isAnywhere = wants?.is === 'changes_on' && !isAboutRecord && times.length > 0 && !noun
  return isAnywhere ? changesOn(reading, now) : undefined
}

/** The two periods that a question compares: those that it names, or this week and the last one. */
function comparedPeriods(
  { compares, time_names, conditions }: Reading,
  wants: Wanted | undefined,
  now: Date,
): NamedSpan[] | undefined {
  const [first, second] = time_names
  if (first && second && (compares || wants?.is === 'compare')) return [first, second]
  const isOfValues = conditions.some((each) => !isTime(each) && each.values.length > 1)
  if (wants?.is !== 'compare' || isOfValues) return undefined
  const said = first?.label.toLowerCase() ?? ''
  if (/today|yesterday/.test(said)) return spansOf('day', ['today', 'yesterday'], now)
  const unit = (/\b(week|month|quarter|year)\b/.exec(said)?.[1] ?? 'week') as Unit
  return spansOf(unit, [`this ${unit}`, `last ${unit}`], now)
}

const spansOf = (unit: Unit, names: string[], now: Date): NamedSpan[] =>
  names.map((label, n) => ({ label, span: calendarSpan(unit, now, -n) }))
