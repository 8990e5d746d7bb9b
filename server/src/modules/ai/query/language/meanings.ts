import { day } from '../../../../kernel/durations.ts'
import type { Intent } from './intents.ts'
import {
  isTime,
  type Condition,
  type GroupField,
  type Meaning,
  type Noun,
  type TimeField,
  type ValueField,
} from './meaning.ts'
import type { Reading } from './reading.ts'
import { hasField, schemas } from './schema.ts'

/** What a question means that stands alone. */
export function meaningOf(reading: Reading, now: Date): Meaning {
  const { noun = 'incident', sort, measure } = reading
  const group_by = groupOf(reading)
  const intent = intentOf(reading)
  if (intent === 'changes_on') return changesOn(reading, now)
  const limit = limitOf(reading)
  const isTop = reading.limit !== undefined && !sort && !group_by && hasField(noun, 'priority')
  return {
    intent,
    noun,
    conditions: [...reading.conditions, ...timesOf(reading, noun)],
    ...(sort ? { sort } : isTop ? { sort: { by: 'priority', order: 'asc' } as const } : {}),
    ...(limit !== undefined && { limit }),
    ...(intent === 'stats' && { measure: measure ?? 'count' }),
    ...(group_by && { group_by }),
  }
}

/** What is compared is counted side by side. */
export function groupOf({ group_by, compares, conditions }: Reading): GroupField | undefined {
  const compared = conditions.find(
    (each) => 'values' in each && each.values.length > 1 && each.field !== 'text',
  )
  return group_by ?? (compares ? (compared?.field as GroupField | undefined) : undefined)
}

export const intentOf = (reading: Reading): Exclude<Meaning['intent'], 'show'> =>
  reading.measure !== undefined || groupOf(reading) !== undefined ? 'stats' : (reading.intent ?? 'list')

/** "the oldest incident" is one, and so is "the oldest". */
export const limitOf = ({ limit, sort, is_one, noun }: Reading): number | undefined =>
  limit ?? (sort && (is_one || !noun) ? 1 : undefined)

export const timeFieldOf = (field: TimeField, noun: Noun): TimeField =>
  schemas[noun].timeOf(field) ? field : schemas[noun].usual_time

/** A time alone is that of the creation; in a question of how long things took, that of the resolution. */
function timesOf({ times, measure }: Reading, noun: Noun): Condition[] {
  const usual = measure ? 'resolved_at' : schemas[noun].usual_time
  return times.map(({ field = usual, span }) => ({ field: timeFieldOf(field, noun), span }))
}

/** "What changed on db01?" without a time: in the last week. */
export function changesOn({ times, conditions }: Reading, now: Date): Meaning {
  const lastWeek = { from: new Date(now.getTime() - 7 * day), to: new Date(now.getTime() + 1) }
  const kept = conditions.filter(({ field }) => field === 'ci_id' || field === 'assignment_group')
  const span = times[0]?.span ?? lastWeek
  return { intent: 'changes_on', noun: 'change', conditions: [...kept, { field: 'activity', span }] }
}

/** Who asks for records without a word about their state or a time means the open ones. */
export function withOpenOnly(meaning: Meaning, { wants_all }: Reading): Meaning {
  const { intent, noun, conditions } = meaning
  const isSaid = conditions.some(
    (each) => isTime(each) || ['state', 'condition', 'change_id'].includes(each.field),
  )
  if (
    (intent !== 'list' && intent !== 'count') ||
    isSaid ||
    wants_all ||
    schemas[noun].open_states.length === 0
  )
    return meaning
  return {
    ...meaning,
    conditions: [{ field: 'condition', values: ['open'], is_assumed: true }, ...conditions],
  }
}

type Template = Extract<Intent['wants'], { is: 'records' | 'stats' }>

/** What the example says, with the names, values and times of the question. */
export function impliedBy(
  reading: Reading,
  wants: Template,
  { now, asker }: { now: Date; asker: string },
): Meaning {
  const noun = reading.noun ?? (wants.is === 'records' ? wants.noun : undefined) ?? 'incident'
  const conditions = reading.conditions.filter(
    ({ field }) => field !== 'text' && hasField(noun, field as ValueField),
  )
  if (wants.is === 'stats') {
    const { group_by, measure } = wants
    const said = { ...reading, noun, conditions, intent: undefined }
    return {
      ...meaningOf({ ...said, ...(group_by && !reading.group_by && { group_by }) } as Reading, now),
      intent: 'stats',
      measure: reading.measure ?? measure ?? 'count',
    }
  }
  const implied = {
    mine: { field: 'assigned_to', values: [asker] },
    open: { field: 'condition', values: ['open'] },
    submitted: { field: 'state', values: ['submitted'] },
    due: { field: 'condition', values: reading.times.length > 0 ? ['open'] : ['at_risk'] },
  } as const
  const meaning = meaningOf({ ...reading, noun, intent: wants.intent, conditions } as Reading, now)
  const said = new Set(meaning.conditions.map(({ field }) => field))
  if (wants.implies === 'planned')
    return said.has('window')
      ? meaning
      : { ...meaning, conditions: [...meaning.conditions, { field: 'window', span: { from: now } }] }
  const added = implied[wants.implies!]
  const times =
    wants.implies === 'due'
      ? meaning.conditions.map((each) => (isTime(each) ? { ...each, field: 'sla_breach_at' as const } : each))
      : meaning.conditions
  return said.has(added.field)
    ? meaning
    : { ...meaning, conditions: [{ ...added, values: [...added.values] }, ...times] }
}
