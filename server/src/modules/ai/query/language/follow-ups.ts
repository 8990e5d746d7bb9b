import { isTime, type Condition, type Meaning, type Noun, type ValueCondition } from './meaning.ts'
import { groupOf, intentOf, limitOf, timeFieldOf } from './meanings.ts'
import { addValues, type Reading } from './reading.ts'
import { hasField, schemas } from './schema.ts'

/** "and P2?", "which of them are unassigned?", "show the oldest", "how many?", "per group?". */
export function goesOn(reading: Reading): boolean {
  const { joins, adds, refers, noun, conditions, intent, weight, unused } = reading
  if (weight === 0 || unused.length > weight) return refers === 'they' && unused.length === 0
  if (joins || adds || refers === 'they') return true
  return !noun && intent !== 'changes_on' && conditions.length === 0
}

/** The meaning before, with what the new question says in place of what was said of the same. */
export function goOn(before: Meaning, reading: Reading): Meaning {
  const noun = reading.noun ?? before.noun
  const conditions = keptOf(before, reading, noun)
  for (const condition of reading.conditions) {
    if (isTime(condition)) continue
    const { field, values, labels, is_negated = false } = condition
    addValues(conditions, field, values, { is_negated, ...(labels && { labels }) })
  }
  const usual = reading.measure ? 'resolved_at' : before.conditions.find(isTime)?.field
  const { usual_time } = schemas[noun]
  const times = reading.times.map(({ field = usual ?? usual_time, span }) => ({
    field: timeFieldOf(field, noun),
    span,
  }))
  return { ...formOf(before, reading), noun, conditions: [...conditions, ...times] }
}

const keptOf = (before: Meaning, reading: Reading, noun: Noun): Condition[] =>
  before.conditions.flatMap((each): Condition[] => {
    if (isTime(each))
      return reading.times.length > 0 ? [] : [{ ...each, field: timeFieldOf(each.field, noun) }]
    if (each.is_assumed && (reading.times.length > 0 || reading.wants_all)) return []
    return hasField(noun, each.field) && !isReplaced(each, reading) ? [{ ...each }] : []
  })

/** A state takes the place of another, and of "open". */
function isReplaced(condition: ValueCondition, reading: Reading): boolean {
  if (reading.adds && condition.values.length > 0) return false
  const kind = kindOf(condition)
  return kind !== 'condition' && reading.conditions.some((each) => kindOf(each) === kind)
}

const kindOf = (condition: Condition) =>
  !isTime(condition) && condition.field === 'condition' && condition.values.includes('open')
    ? 'state'
    : condition.field

/** What is done with the records: what the new question says, else the same as before. */
function formOf(before: Meaning, reading: Reading): Omit<Meaning, 'noun' | 'conditions'> {
  const asked = intentOf(reading)
  const isNew =
    reading.intent !== undefined || asked === 'stats' || reading.asks_which || reading.sort !== undefined
  const isElsewhere = reading.noun !== undefined && reading.noun !== 'change'
  const same = before.intent === 'changes_on' && isElsewhere ? 'list' : before.intent
  const intent = isNew ? asked : same
  const sort = reading.sort ?? (intent === 'list' ? before.sort : undefined)
  const limit = limitOf(reading)
  if (before.periods && intent === 'stats' && reading.times.length === 0)
    return { intent, measure: 'count', periods: before.periods }
  if (intent !== 'stats') return { intent, ...(sort && { sort }), ...(limit !== undefined && { limit }) }
  const group_by = groupOf(reading) ?? before.group_by
  const measure = reading.measure ?? before.measure ?? 'count'
  return { intent, measure, ...(group_by && { group_by }), ...(limit !== undefined && { limit }) }
}
