import type { Span } from './calendar-units.ts'
import {
  isTime,
  type Condition,
  type Meaning,
  type Noun,
  type TimeField,
  type ValueCondition,
  type ValueField,
} from './meaning.ts'
import { schemas } from './schema.ts'

/** How a question was understood, in words: "Open P1 incidents of Network Operations, created since 2025-03-10". */
export function describe(meaning: Meaning, isOne = false): string {
  const { noun, conditions, sort, limit } = meaning
  const values = conditions.filter((each): each is ValueCondition => !isTime(each))
  const before = values.flatMap(adjectiveOf)
  const after = values.flatMap((each) => phraseOf(each, noun))
  const times = conditions.filter(isTime).map(({ field, span }) => `${verbOf(field)} ${spanText(span)}`)
  const subject = [...before, isOne ? schemas[noun].one : schemas[noun].many].join(' ')
  const order = sort
    ? [`${limit === undefined ? '' : limit === 1 ? 'the first, ' : `the first ${limit}, `}${orderText(sort)}`]
    : []
  return capital(
    [subject, ...after, ...times, ...order]
      .join(', ')
      .replaceAll(/, (of|assigned|on|opened|with|without|caused) /g, ' $1 '),
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const conditionWords: Record<string, string> = { at_risk: 'soon breaching', breached_once: 'breached' }
const wordsFor = (value: string) => conditionWords[value] ?? value.replaceAll('_', ' ')
const oneOf = (values: string[]) => values.map(wordsFor).join(' or ')

/** What stands before the noun. */
function adjectiveOf({ field, values, is_negated }: ValueCondition): string[] {
  const isAdjective = [
    'state',
    'priority',
    'condition',
    'risk',
    'type',
    'class',
    'environment',
    'criticality',
  ].includes(field)
  if (!isAdjective || values.length === 0) return []
  const text = field === 'risk' ? values.map((value) => `${value}-risk`).join(' or ') : oneOf(values)
  return [is_negated ? `not ${values.map(wordsFor).join(' nor ')}` : text]
}

const prepositions: Partial<Record<ValueField, string>> = {
  assignment_group: 'of',
  assigned_to: 'assigned to',
  opened_by: 'opened by',
  category: 'in category',
  subcategory: 'in subcategory',
  ci_id: 'on',
  change_id: 'linked to',
  item: 'for',
}

const ownPrepositions: Record<string, string> = {
  'ci assigned_to': 'owned by',
  'article assigned_to': 'written by',
  'change opened_by': 'requested by',
  'request opened_by': 'requested for',
}

const lacking: Partial<Record<ValueField, string>> = {
  assigned_to: 'assigned to nobody',
  assignment_group: 'without a group',
  category: 'without a category',
  ci_id: 'without a CI',
}

/** What stands behind it. */
function phraseOf({ field, values, labels, is_negated }: ValueCondition, noun: Noun): string[] {
  const not = is_negated ? 'not ' : ''
  if (field === 'text')
    return [
      `${is_negated ? 'without' : 'with'} the words ${values.map((value) => `"${value.replaceAll('"', '')}"`).join(' or ')}`,
    ]
  if (values.length === 0)
    return [is_negated ? having(field) : (lacking[field] ?? `without ${nameOf(field)}`)]
  const preposition = ownPrepositions[`${noun} ${field}`] ?? prepositions[field]
  return preposition ? [`${not}${preposition} ${(labels ?? values).join(' or ')}`] : []
}

const having = (field: ValueField) => (field === 'change_id' ? 'caused by a change' : `with ${nameOf(field)}`)

const nameOf = (field: ValueField) =>
  field === 'assigned_to' ? 'an assignee' : `a ${field.replaceAll('_', ' ')}`

const verbs: Record<TimeField, string> = {
  created_at: 'created',
  updated_at: 'last updated',
  resolved_at: 'resolved',
  closed_at: 'closed',
  sla_breach_at: 'breaching their SLA',
  window: 'planned',
  activity: 'with activity',
}
const verbOf = (field: TimeField) => verbs[field]

/** Whole days as days, everything else to the minute; in UTC. */
export function spanText({ from, to }: Span): string {
  if (!from) return `before ${at(to!)}`
  if (!to) return `since ${at(from)}`
  const last = new Date(to.getTime() - 1)
  if (!isMidnight(from) || !isMidnight(to)) return `from ${at(from)} to ${at(to)}`
  const [first, end] = [from.toISOString().slice(0, 10), last.toISOString().slice(0, 10)]
  return first === end ? `on ${first}` : `from ${first} to ${end}`
}

const isMidnight = (time: Date) => time.toISOString().endsWith('T00:00:00.000Z')
const at = (time: Date) =>
  isMidnight(time)
    ? time.toISOString().slice(0, 10)
    : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const orders: Record<string, string> = {
  'created_at asc': 'oldest first',
  'created_at desc': 'newest first',
  'updated_at asc': 'least recently updated first',
  'updated_at desc': 'most recently updated first',
  'priority asc': 'highest priority first',
  'priority desc': 'lowest priority first',
  'sla_breach_at asc': 'next to breach first',
  'sla_breach_at desc': 'last to breach first',
  'planned_start asc': 'the next first',
  'planned_start desc': 'the last planned first',
}
const orderText = ({ by, order }: NonNullable<Meaning['sort']>) => orders[`${by} ${order}`]!

const revivedSpan = ({ from, to }: Span): Span => ({
  ...(from && { from: new Date(from) }),
  ...(to && { to: new Date(to) }),
})

/** Times that came back from the database as text. */
export function revived(meaning: Meaning): Meaning {
  const revive = (condition: Condition): Condition =>
    isTime(condition) ? { ...condition, span: revivedSpan(condition.span) } : condition
  const periods = meaning.periods?.map(({ label, span }) => ({ label, span: revivedSpan(span) }))
  return { ...meaning, conditions: meaning.conditions.map(revive), ...(periods && { periods }) }
}
