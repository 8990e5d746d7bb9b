import { wordsIn } from '../../text/words.ts'
import type { Intent } from './intents.ts'
import { isTime, type Aspect, type Meaning, type Noun, type RecordRef } from './meaning.ts'
import { changesOn, meaningOf, withOpenOnly } from './meanings.ts'
import { addValues, type Reading } from './reading.ts'

/** What was understood, and which words had no part in it. */
export interface MeaningMatch {
  kind: 'meaning'
  meaning: Meaning
  unused: string[]
}

export const meant = (
  meaning: Meaning,
  { unused, labels }: Reading,
  left = [...unused, ...labels],
): MeaningMatch => ({
  kind: 'meaning',
  meaning,
  unused: left,
})

/** "why is it breached?", or just "history". */
export const refersToRecord = ({
  refers,
  aspect,
  intent,
  noun,
  conditions,
  times,
  unused,
}: Reading): boolean =>
  refers === 'it' ||
  ((aspect !== undefined || intent === 'changes_on') &&
    !noun &&
    conditions.length + times.length + unused.length === 0)

export const oneCi = ({ cis }: Reading): RecordRef | undefined =>
  cis.length === 1 ? { type: 'ci', id: cis[0]!.id } : undefined

/** "who owns db01?", "tell me about db01": the CI itself, when nothing else is asked of it. */
export function namedCi(reading: Reading): RecordRef | undefined {
  const { noun, conditions, times, intent, measure, sort, group_by, unused, is_how_to } = reading
  const [only, ...others] = conditions
  if (noun || is_how_to || measure || sort || group_by) return undefined
  if (others.length + times.length + unused.length > 0) return undefined
  if (only?.field !== 'ci_id' || isTime(only) || only.is_negated || only.values.length !== 1) return undefined
  return intent === 'count' || intent === 'changes_on' ? undefined : { type: 'ci', id: only.values[0]! }
}

/** Whether a word names a CI of the question, or what kind of thing it is. */
export const isInName = (word: string, { cis }: Reading): boolean =>
  cis.some(({ name, is_part }) => is_part || wordsIn(name).includes(word))

/** Which records name another. */
const relations: Partial<Record<Noun, Partial<Record<Noun, 'ci_id' | 'change_id'>>>> = {
  incident: { ci: 'ci_id', change: 'change_id' },
  change: { ci: 'ci_id' },
}

export function aboutRecord(
  reading: Reading,
  record: RecordRef,
  now: Date,
  wants: Intent['wants'] | undefined,
): MeaningMatch {
  const { noun, unused, intent } = reading
  const relation = noun && noun !== record.type ? relations[noun]?.[record.type] : undefined
  if (relation) addValues(reading.conditions, relation, [record.id])
  if (relation) return meant(withOpenOnly(meaningOf(reading, now), reading), reading)
  if (intent === 'changes_on' && record.type === 'ci') {
    addValues(reading.conditions, 'ci_id', [record.id])
    return { kind: 'meaning', meaning: changesOn(reading, now), unused }
  }
  const aspect = intent === 'changes_on' ? 'history' : aspectOf(reading, wants)
  return {
    kind: 'meaning',
    meaning: { intent: 'show', noun: record.type, conditions: [], record, aspect },
    unused: wants?.is === 'record' ? [] : unused,
  }
}

function aspectOf(reading: Reading, wants: Intent['wants'] | undefined): Aspect {
  const says = (value: string) =>
    reading.conditions.some(
      (each) => each.field === 'condition' && 'values' in each && each.values.includes(value),
    )
  if (reading.is_how_to) return 'steps'
  if (says('breached') || says('overdue') || says('at_risk')) return 'sla'
  if (reading.aspect) return reading.aspect
  if (wants?.is === 'record') return wants.aspect
  if (reading.group_by === 'assignment_group' || reading.group_by === 'assigned_to') return 'people'
  return reading.conditions.some(({ field }) => field === 'state' || field === 'condition') ? 'state' : 'all'
}
