import { isTime, type Condition, type Meaning, type Noun, type ValueCondition } from './meaning.ts'
import { groupOf, intentOf, limitOf, timesOf } from './meanings.ts'
import { addValues, type Reading } from './reading.ts'
import { hasField, schemas } from './schema.ts'

/** "and P2?", "which of them are unassigned?", "show the oldest", "how many?", "per group?". */
export function isFollowUp(reading: Reading): boolean {
  const { joins, adds, refers, noun, conditions, intent, weight, unused } = reading
  // "who is on each of those": the list says it.
  if (refers === 'they' && reading.asks_who && unused.length === 0) return true
  if ((weight === 0 && !reading.asks_most) || unused.length > weight) return false
  const isAsked = intent === 'count' || reading.asks_most || reading.asks_which
  const isWhole = isAsked && unused.length === 0 && reading.cis.length === 0
  const isShort = !noun && intent !== 'changes_on' && (isWhole || conditions.length === 0)
  return joins === true || adds === true || refers === 'they' || isShort
}

/** The previous meaning, with the conditions that the new question replaces. */
export function continueMeaning(before: Meaning, reading: Reading): Meaning {
  const noun = reading.noun ?? before.noun
  const conditions = keptOf(before, reading, noun)
  for (const { field, values, ...more } of reading.conditions.filter((each) => !isTime(each)))
    addValues(conditions, field, values, more)
  const usual = before.conditions.find(isTime)?.field ?? schemas[noun].usual_time
  const times = timesOf(reading.times, usual, noun)
  return { ...formOf(before, reading), noun, conditions: [...conditions, ...times] }
}

const keptOf = (before: Meaning, reading: Reading, noun: Noun): Condition[] =>
  before.conditions.flatMap((each): Condition[] => {
    if (isTime(each)) return reading.times.length > 0 ? [] : timesOf([each], each.field, noun)
    if (each.is_assumed && (reading.times.length > 0 || reading.wants_all)) return []
    return !hasField(noun, each.field) || isReplaced(each, reading) ? [] : [{ ...each }]
  })

/** A new state replaces another state, and "open". */
function isReplaced(condition: ValueCondition, reading: Reading): boolean {
  const kind = kindOf(condition)
  return !reading.adds && reading.conditions.some((each) => kindOf(each) === kind && !('is_negated' in each))
}

const kindOf = (each: Condition) =>
  each.field === 'condition' && each.values.includes('open') ? 'state' : each.field

/** Intent, grouping and order: those of the new question, or else the previous ones. */
function formOf(before: Meaning, reading: Reading): Omit<Meaning, 'noun' | 'conditions'> {
  const asked = intentOf(reading)
  const isNew = reading.intent !== undefined || reading.asks_which || reading.sort || asked === 'stats'
  const isElsewhere = reading.noun !== undefined && reading.noun !== 'change'
  const same = before.intent === 'changes_on' && isElsewhere ? 'list' : before.intent
  const intent = isNew ? asked : same
  const limit = limitOf(reading)
  if (before.periods && intent === 'stats' && reading.times.length === 0)
    return { intent, measure: 'count', periods: before.periods }
  const sort = reading.sort ?? (intent === 'list' ? before.sort : undefined)
  if (intent !== 'stats') return { intent, limit, sort }
  const group_by = groupOf(reading) ?? before.group_by
  return { intent, limit, measure: reading.measure ?? before.measure ?? 'count', group_by }
}
