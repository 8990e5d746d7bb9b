import type { Wanted } from './intents.ts'
import { isTime, type Aspect, type Meaning, type Noun, type RecordRef } from './meaning.ts'
import { changesOn, meaningOf, withOpenOnly } from './meanings.ts'
import { addValues, saysCondition, type Reading } from './reading.ts'

/** "why is it breached?", or just "history". */
export function refersToRecord(reading: Reading): boolean {
  const { refers, aspect, intent, noun, conditions, times, unused } = reading
  const isAsked = aspect !== undefined || intent === 'changes_on'
  return refers === 'it' || (isAsked && !noun && conditions.length + times.length + unused.length === 0)
}

/** "who owns db01?", "tell me about db01": the CI itself, when nothing else is asked of it. */
export function namedCi(reading: Reading): RecordRef | undefined {
  const { noun, conditions, times, intent, measure, sort, group_by, unused, is_how_to } = reading
  const [only, ...others] = conditions
  const isMore = others.length + times.length + unused.length > 0
  if (noun || is_how_to || measure || sort || group_by || isMore) return undefined
  if (only?.field !== 'ci_id' || isTime(only) || only.is_negated || only.values.length !== 1) return undefined
  return intent === 'count' || intent === 'changes_on' ? undefined : { type: 'ci', id: only.values[0]! }
}

/** Which records name another. */
const relations: Partial<Record<Noun, Partial<Record<Noun, 'ci_id' | 'change_id'>>>> = {
  incident: { ci: 'ci_id', change: 'change_id' },
  change: { ci: 'ci_id' },
}

/** What is asked of one record: something of itself, or the records that name it. */
export function aboutRecord(
  reading: Reading,
  record: RecordRef,
  now: Date,
  wants: Wanted | undefined,
): Meaning {
  const { noun, intent } = reading
  const relation = noun && noun !== record.type ? relations[noun]?.[record.type] : undefined
  if (relation) addValues(reading.conditions, relation, [record.id])
  if (relation) return withOpenOnly(meaningOf(reading, now), reading)
  if (intent === 'changes_on' && record.type === 'ci') {
    addValues(reading.conditions, 'ci_id', [record.id])
    return changesOn(reading, now)
  }
  const aspect = intent === 'changes_on' ? 'history' : aspectOf(reading, wants)
  return { intent: 'show', noun: record.type, conditions: [], record, aspect }
}

function aspectOf(reading: Reading, wants: Wanted | undefined): Aspect {
  if (reading.is_how_to) return 'steps'
  if (saysCondition(reading, 'breached', 'overdue', 'at_risk')) return 'sla'
  if (reading.aspect) return reading.aspect
  if (reading.measure) return 'times'
  if (reading.group_by === 'assignment_group' || reading.group_by === 'assigned_to') return 'people'
  if (reading.group_by) return 'all'
  if (wants?.is === 'record') return wants.aspect
  return reading.conditions.some(({ field }) => field === 'state' || field === 'condition') ? 'state' : 'all'
}
