import { withArticle } from '../../../../kernel/with-article.ts'
import { valueText } from '../../../records/field-text.ts'
import { isAmount } from './amounts.ts'
import { spanOf, type Span } from './calendar.ts'
import { isTime, type Condition, type Meaning, type Noun, type TimeField } from './meaning.ts'
import type { ValueCondition } from './meaning.ts'
import { isOfCi, schemas } from './schema.ts'

/** The meaning of a question as text: "Open P1 incidents of Network Operations, created since 2025-03-10". */
export function describe(meaning: Meaning, isCountOfOne = false): string {
  const { noun, conditions, sort, limit } = meaning
  const isOnly = sort !== undefined && limit === 1
  const isOne = isCountOfOne || isOnly
  const isBreach = conditions.some(({ field }) => field === 'sla_breach_at') && conditions.some(hasBreached)
  const values = conditions.filter((each) => !isTime(each)).filter((each) => !(isBreach && hasBreached(each)))
  const adjectives = values.filter((each) => isAdjective(each, noun))
  const before = adjectives.filter(({ is_negated }) => !is_negated).map(adjectiveText)
  const excluded = adjectives.filter(({ is_negated }) => is_negated).map(adjectiveText)
  const notText = excluded.length > 0 ? [`that ${isOne ? 'is' : 'are'} ${excluded.join(' and ')}`] : []
  const after = [...values.flatMap((each) => phraseOf(each, noun, isOne)), ...notText]
  const verbOf = (field: TimeField) =>
    isBreach && field === 'sla_breach_at' ? 'that breached the SLA' : verbs[field]
  const times = conditions.filter(isTime).map(({ field, span }) => `${verbOf(field)} ${spanText(span)}`)
  const superlative = isOnly ? [`the ${superlatives[sort.by][sort.order]}`] : []
  const subject = [...superlative, ...before, isOne ? schemas[noun].one : schemas[noun].many].join(' ')
  const text = [subject, ...after, ...times, ...orderOf(meaning)].join(', ')
  return capital(
    text.replaceAll(/, (of|assigned|on|opened|approved|with|without|caused|that|at|to) /g, ' $1 '),
  )
}

/** "the first 5, oldest first"; of one record, only what its superlative lacks. */
function orderOf({ sort, limit }: Meaning): string[] {
  if (!sort) return []
  const isBreach = sort.by === 'sla_breach_at'
  if (limit === 1) return isBreach ? ['to breach its SLA'] : []
  const first = limit === undefined ? '' : `the first ${limit}, `
  return [`${first}${superlatives[sort.by][sort.order]}${isBreach ? ' to breach' : ''} first`]
}

const hasBreached = (each: Condition) =>
  'values' in each && !each.is_negated && each.values[0] === 'breached_once'

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Leaves names in capitals as they are. */
export const uncapital = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const conditionWords: Record<string, string> = {
  at_risk: 'at risk',
  breached_once: 'breached',
  backed_out: 'backed out',
}
const adjectiveFields = new Set(
  'state priority condition risk type class environment criticality close_code'.split(' '),
)

/** Precedes the noun, or follows it when negated: "incidents that are not P4". */
const isAdjective = (each: ValueCondition, noun: Noun) =>
  each.values.length > 0 && !isAtRisk(each) && adjectiveFields.has(each.field) && !isOfCi(noun, each.field)

const isAtRisk = ({ field, values, is_negated }: ValueCondition) =>
  field === 'condition' && values.join() === 'at_risk' && !is_negated

function adjectiveText({ field, values, is_negated }: ValueCondition): string {
  const words = values.map((value) =>
    field === 'risk' ? `${value}-risk` : (conditionWords[value] ?? valueText(field, value)),
  )
  if (!is_negated) return words.join(' or ')
  return words.length > 1 ? `neither ${words.join(' nor ')}` : `not ${words[0]}`
}

const prepositions: Record<string, string> = {
  assignment_group: 'of',
  assigned_to: 'assigned to',
  opened_by: 'opened by',
  approved_by: 'approved by',
  category: 'in category',
  subcategory: 'in subcategory',
  ci_id: 'on',
  change_id: 'linked to',
  item: 'for',
  'incident class': 'on a CI of class',
  'incident environment': 'on a CI in',
  'incident criticality': 'on a CI of criticality',
  'ci assigned_to': 'owned by',
  'article assigned_to': 'written by',
  'change opened_by': 'requested by',
  'request opened_by': 'requested for',
}

/** Wordings for "has none" and "has one" where the name of the field does not fit. */
const named: Record<string, [lacking: string, having: string]> = {
  assigned_to: ['assigned to nobody', 'with an assignee'],
  'ci assigned_to': ['without an owner', 'with an owner'],
  'article assigned_to': ['without an author', 'with an author'],
  assignment_group: ['without a group', 'with a group'],
  opened_by: ['without a requester', 'with a requester'],
  ci_id: ['without a CI', 'with a CI'],
  change_id: ['without a change', 'caused by a change'],
  close_code: ['without a result', 'with a result'],
  duplicate_of: ['that are no duplicates', 'that are duplicates'],
}

/** The conditions that follow the noun. */
function phraseOf(condition: ValueCondition, noun: Noun, isOne: boolean): string[] {
  const { field, values, labels, is_negated } = condition
  if (isAtRisk(condition)) return [`at risk of breaching ${isOne ? 'its' : 'their'} SLA`]
  if (field === 'text') {
    const words = values.map((value) => `"${value.replaceAll('"', '')}"`).join(' or ')
    return [`${is_negated ? 'without' : 'with'} the words ${words}`]
  }
  if (isAmount(field) && is_negated) return [`not ${labels![0]!}`]
  if (isAmount(field)) return [labels![0]!.replace(/^(?=took|take|lasted|needed|nobody|no one)/, 'that ')]
  const name = withArticle(field.replaceAll('_', ' '))
  if (values.length === 0)
    return [
      (named[`${noun} ${field}`] ?? named[field] ?? [`without ${name}`, `with ${name}`])[is_negated ? 1 : 0],
    ]
  const preposition = prepositions[`${noun} ${field}`] ?? prepositions[field]
  return preposition ? [`${is_negated ? 'not ' : ''}${preposition} ${(labels ?? values).join(' or ')}`] : []
}

export const verbs: Record<TimeField, string> = {
  created_at: 'created',
  updated_at: 'last updated',
  resolved_at: 'resolved',
  closed_at: 'closed',
  cancelled_at: 'cancelled',
  sla_breach_at: 'breaching their SLA',
  window: 'planned',
  activity: 'with activity',
}

/** Whole days as days, everything else to the minute, or to the second where that was typed; in UTC. */
export function spanText({ from, to }: Span): string {
  if (!from) return `before ${at(to!)}`
  if (!to) return `since ${at(from)}`
  if (!isMidnight(from) || !isMidnight(to)) return `from ${timeText(from)} to ${timeText(to)}`
  const [first, last] = [at(from), new Date(to.getTime() - 1).toISOString().slice(0, 10)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}

const isMidnight = (time: Date) => time.toISOString().endsWith('T00:00:00.000Z')
const at = (time: Date) => (isMidnight(time) ? time.toISOString().slice(0, 10) : timeText(time))
const timeText = (time: Date) => {
  const [date, hours = ''] = time.toISOString().split('T')
  return `${date} ${hours.replace(/(?::00)?\.000Z$|:\d\d\.(?!000)\d+Z$/, '')} UTC`
}

const superlatives: Record<NonNullable<Meaning['sort']>['by'], Record<'asc' | 'desc', string>> = {
  created_at: { asc: 'oldest', desc: 'newest' },
  updated_at: { asc: 'least recently updated', desc: 'most recently updated' },
  priority: { asc: 'highest priority', desc: 'lowest priority' },
  sla_breach_at: { asc: 'next', desc: 'last' },
  planned_start: { asc: 'next planned', desc: 'last planned' },
}

/** Converts stored times, which are text, back to dates. */
export function revived(meaning: Meaning): Meaning {
  const revive = <T extends Condition | { span: Span }>(each: T): T =>
    'span' in each ? { ...each, span: spanOf(each.span.from, each.span.to) } : each
  const { conditions, periods } = meaning
  return { ...meaning, conditions: conditions.map(revive), periods: periods?.map(revive) }
}
