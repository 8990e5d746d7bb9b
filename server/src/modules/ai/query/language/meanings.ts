import { day } from '../../../../kernel/durations.ts'
import { isAmount } from './amounts.ts'
import { spanOf, type Span } from './calendar.ts'
import type { QuestionIntent } from './intents.ts'
import { isResolutionTime, isTime } from './meaning.ts'
import type { Condition, GroupField, Meaning, Noun, TimeCondition, TimeField } from './meaning.ts'
import type { ValueCondition } from './meaning.ts'
import { addValues, type Reading } from './reading.ts'
import { hasField, schemas } from './schema.ts'

/** The meaning of a question that is not a follow-up. */
export function meaningOf(reading: Reading, now: Date): Meaning {
  const { noun = 'incident', times, measure } = reading
  const group_by = groupOf(reading)
  const intent = intentOf(reading)
  if (intent === 'changes_on') return changesOn(reading, now)
  const limit = limitOf(reading)
  const isTop = reading.limit !== undefined && !group_by && hasField(noun, 'priority')
  const sort = reading.sort ?? (isTop ? ({ by: 'priority', order: 'asc' } as const) : undefined)
  // A time without a verb refers to the creation; for times to resolve and SLA compliance, to the resolution.
  const usual = isResolutionTime(measure) || measure === 'sla' ? 'resolved_at' : schemas[noun].usual_time
  const conditions = [...reading.conditions, ...timesOf(times, usual, noun)]
  if (measure === 'mean_age' && !conditions.some(({ field }) => field === 'state'))
    addValues(conditions, 'condition', ['open'])
  const measured = intent === 'stats' ? (measure ?? 'count') : undefined
  return { intent, noun, conditions, sort, limit, measure: measured, group_by }
}

/** Compared values are grouped by their field. */
export function groupOf({ group_by, compares, conditions }: Reading): GroupField | undefined {
  const compared = conditions.find(
    (each) => !isTime(each) && each.values.length > 1 && each.field !== 'text' && !isAmount(each.field),
  )
  return group_by ?? (compares ? (compared?.field as GroupField | undefined) : undefined)
}

export const intentOf = (reading: Reading): Exclude<Meaning['intent'], 'show'> =>
  reading.measure !== undefined || groupOf(reading) !== undefined ? 'stats' : (reading.intent ?? 'list')

/** "the oldest incident" and "the oldest" mean one record. */
export const limitOf = ({ limit, sort, is_one, noun }: Reading): number | undefined =>
  limit ?? (sort && (is_one ?? !noun) ? 1 : undefined)

/** Conditions for the times whose field this kind of record has. */
export function timesOf(times: Reading['times'], usual: TimeField, noun: Noun): TimeCondition[] {
  const { timeOf, usual_time } = schemas[noun]
  const conditions: TimeCondition[] = []
  for (const { field: asked = usual, span } of times) {
    const field = timeOf(asked) ? asked : usual_time
    const other = conditions.find((each) => each.field === field && areApart(each.span, span))
    const isSaid = conditions.some((each) => each.field === field && isSame(each.span, span))
    if (isSaid) continue
    if (other) other.span = joined(other.span, span) ?? joined(span, other.span) ?? other.span
    else conditions.push({ field, span })
  }
  return conditions
}

const isSame = (one: Span, other: Span) =>
  one.from?.getTime() === other.from?.getTime() && one.to?.getTime() === other.to?.getTime()

/** Times that exclude each other are alternatives: "yesterday or today". */
const areApart = (one: Span, other: Span): boolean => endsBy(one, other.from) || endsBy(other, one.from)
const endsBy = ({ to }: Span, start: Date | undefined) =>
  to !== undefined && start !== undefined && to <= start

/** Consecutive times are one. */
const joined = ({ from, to }: Span, next: Span): Span | undefined =>
  to?.getTime() === next.from?.getTime() ? spanOf(from, next.to) : undefined

/** "What changed on db01?" without a time: in the last week. */
export function changesOn({ times, conditions }: Reading, now: Date): Meaning {
  const lastWeek = { from: new Date(now.getTime() - 7 * day), to: new Date(now.getTime() + 1) }
  const kept = conditions.filter(({ field }) => field === 'ci_id' || field === 'assignment_group')
  const span = times[0]?.span ?? lastWeek
  return { intent: 'changes_on', noun: 'change', conditions: [...kept, { field: 'activity', span }] }
}

/** "not on hold" implies open records. */
const saysState = ({ field, values, is_negated }: ValueCondition, noun: Noun): boolean =>
  ['state', 'condition', 'change_id', 'approved_by', 'duration', 'reopen_count'].includes(field) &&
  !(field === 'change_id' && values.length === 0) &&
  !(field === 'state' && is_negated && values.every((value) => schemas[noun].open_states.includes(value)))

/** Without a state, a time or "all", only open records are meant. */
export function withOpenOnly(meaning: Meaning, { wants_all, times }: Reading): Meaning {
  const { intent, noun, conditions, measure } = meaning
  // "not updated for a week" and "older than a month" imply open records.
  const isOld = ({ field = 'updated_at', span }: Reading['times'][number]) =>
    field === 'updated_at' && !span.from
  const isSaid = conditions.some((each) => (isTime(each) ? !times.some(isOld) : saysState(each, noun)))
  const isAsked = intent === 'list' || intent === 'count' || measure === 'none'
  if (!isAsked || isSaid || wants_all || schemas[noun].open_states.length === 0) return meaning
  const open: Condition = { field: 'condition', values: ['open'], is_assumed: true }
  return { ...meaning, conditions: [open, ...conditions] }
}

/** The unit with which a trend has at most about thirty steps. */
function unitFor({ times }: Reading): 'day' | 'week' | 'month' {
  const { from, to } = times[0]?.span ?? {}
  const days = from && to ? (to.getTime() - from.getTime()) / day : 0
  return days <= 31 ? 'day' : days <= 200 ? 'week' : 'month'
}

type Template = Extract<QuestionIntent, { is: 'records' | 'stats' }>

/** Intents that add conditions of their own. */
export const isTemplate = (wants: QuestionIntent): wants is Template =>
  wants.is === 'stats' || (wants.is === 'records' && wants.implies !== undefined)

/** The meaning of the example, with the names, values and times of the question. */
export function impliedBy(
  reading: Reading,
  wants: Template,
  { now, asker }: { now: Date; asker: string },
): Meaning {
  const noun = reading.noun ?? (wants.is === 'records' ? wants.noun : undefined) ?? 'incident'
  const conditions = reading.conditions.filter(({ field }) => field !== 'text')
  const { cis } = reading
  // "how is the ERP doing"
  if (wants.is === 'records' && cis.length > 0 && !conditions.some(({ field }) => field === 'ci_id'))
    addValues(
      conditions,
      'ci_id',
      cis.map(({ id }) => id),
      { labels: cis.map(({ name }) => name) },
    )
  const { intent: _, ...rest } = { ...reading, noun, conditions }
  if (wants.is === 'stats') {
    // Configuration items are counted by their incidents.
    const isOfCis = noun === 'ci' && !reading.group_by && /^(?:category|ci_id)$/.test(wants.group_by ?? '')
    if (isOfCis) return meaningOf({ ...rest, noun: 'incident', group_by: 'ci_id' }, now)
    const group_by = reading.group_by ?? (wants.group_by === 'day' ? unitFor(reading) : wants.group_by)
    const measure = reading.measure ?? wants.measure ?? 'count'
    return meaningOf({ ...rest, group_by, measure }, now)
  }
  const isDue = wants.implies === 'due' && schemas[noun].timeOf('sla_breach_at') !== undefined
  const implied: Record<NonNullable<typeof wants.implies>, Condition> = {
    mine: { field: 'assigned_to', values: [asker] },
    open: { field: 'condition', values: ['open'] },
    urgent: { field: 'priority', values: ['P1', 'P2'] },
    submitted: { field: 'state', values: ['submitted'] },
    due: { field: 'condition', values: reading.times.length > 0 ? ['open'] : ['at_risk'] },
    planned: { field: 'window', span: { from: now } },
  }
  const added = implied[wants.implies!]
  const meaning = meaningOf({ ...rest, ...(wants.intent && { intent: wants.intent }) }, now)
  // An incident of last night may be resolved by now.
  const isPast = wants.implies === 'open' && reading.times.length > 0
  if (isPast || meaning.conditions.some(({ field }) => field === added.field)) return meaning
  const kept = meaning.conditions.map((each) =>
    isDue && isTime(each) ? { ...each, field: 'sla_breach_at' as const } : each,
  )
  return { ...meaning, conditions: [added, ...kept] }
}
