import { comparedPeriods } from './compared-periods.ts'
import type { Intent } from './intents.ts'
import type { Meaning, RecordRef } from './meaning.ts'
import { changesOn } from './meanings.ts'
import { addValues, type Reading } from './reading.ts'

/** What is not a list, a count or one record. */
export function specialMeaning(
  { now, before }: { now: Date; before?: Meaning },
  reading: Reading,
  wants: Intent['wants'] | undefined,
  ci: RecordRef | undefined,
): Meaning | undefined {
  const isSame = before && reading.joins && (before.intent === 'impact' || before.intent === 'dependencies')
  const reach =
    wants?.is === 'impact' || wants?.is === 'dependencies' ? wants.is : isSame ? before.intent : undefined
  if (reach && ci) return { intent: reach, noun: 'ci', conditions: [], record: ci }
  if (wants?.is === 'sla' && !reading.record && !reading.refers)
    return {
      intent: 'sla',
      noun: 'incident',
      conditions: reading.conditions.filter(({ field }) => field === 'priority'),
    }
  const periods = comparedPeriods(reading, wants, now)
  if (periods) {
    const conditions = reading.conditions.filter(({ field }) => field !== 'text')
    return { intent: 'stats', noun: reading.noun ?? 'incident', conditions, measure: 'count', periods }
  }
  const isChanges = wants?.is === 'changes_on' || reading.intent === 'changes_on'
  if (isChanges && reading.cis.length > 0 && (!reading.noun || reading.noun === 'change')) {
    reading.conditions = []
    addValues(
      reading.conditions,
      'ci_id',
      reading.cis.map(({ id }) => id),
      { labels: reading.cis.map(({ name }) => name) },
    )
    return changesOn(reading, now)
  }
  return wants?.is === 'changes_on' &&
    !reading.record &&
    !reading.refers &&
    reading.times.length > 0 &&
    !reading.noun
    ? changesOn(reading, now)
    : undefined
}
