import { compose } from './compose.ts'
import { goesOn, goOn } from './follow-ups.ts'
import { itemsOf } from './items.ts'
import { isTime, type Aspect, type Meaning, type Noun, type RecordRef } from './meaning.ts'
import { changesOn, meaningOf } from './meanings.ts'
import type { Names } from './names.ts'
import { addValues, type Reading } from './reading.ts'
import { wordsOf } from './words.ts'

/** Who asks what, when, and after what. */
export interface Question {
  text: string
  now: Date
  /** E-mail address of the one who asks. */
  asker: string
  names: Names
  /** What was asked before in this conversation. */
  before?: Meaning
  /** "it": the record that the conversation has come to, or that the question came with. */
  record?: RecordRef
}

export type Understanding =
  | { kind: 'meaning'; meaning: Meaning; unused: string[] }
  | { kind: 'knowledge'; unused: string[] }
  | { kind: 'help' }
  /** Understood, but it cannot be right: nobody is called so. */
  | { kind: 'puzzle'; message: string }

/** What a question asks of live records; knowledge when it asks something else. */
export function understand(question: Question): Understanding {
  const { text, now, names, asker } = question
  const items = itemsOf(wordsOf(text), text, { now, names })
  const reading = compose(items, { email: asker, names, now })
  if (reading.is_help) return { kind: 'help' }
  const record = reading.record ?? namedCi(reading) ?? (refersToRecord(reading) ? question.record : undefined)
  if (reading.is_how_to && !record) return { kind: 'knowledge', unused: [] }
  if (reading.problems.length > 0 && speaksOfRecords(reading, question.before !== undefined))
    return { kind: 'puzzle', message: `${reading.problems.join('. ')}.` }
  if (record) return aboutRecord(reading, record, now)
  if (question.before && goesOn(reading))
    return { kind: 'meaning', meaning: goOn(question.before, reading), unused: unusedIn(reading) }
  if (reading.refers === 'it' && !reading.noun && reading.weight > 0 && reading.unused.length === 0)
    return { kind: 'puzzle', message: 'I do not know which record you mean: name it, such as INC0000042.' }
  if (!isLive(reading)) return { kind: 'knowledge', unused: reading.unused }
  return { kind: 'meaning', meaning: meaningOf(reading, now), unused: unusedIn(reading) }
}

const unusedIn = ({ unused, labels }: Reading): string[] => [...unused, ...labels]

/** A name that nobody has is a mistake in such a question; elsewhere it may be a part of what somebody wants to know. */
const speaksOfRecords = ({ noun, is_weak_noun, intent, joins }: Reading, isLater: boolean): boolean =>
  (noun !== undefined && !is_weak_noun) || intent !== undefined || (isLater && joins)

/** "why is it breached?", or just "history". */
const refersToRecord = ({ refers, aspect, noun, conditions, times, unused }: Reading): boolean =>
  refers === 'it' || (aspect !== undefined && !noun && conditions.length + times.length + unused.length === 0)

/** "who owns db01?", "tell me about db01": the CI itself, when nothing else is asked of it. */
function namedCi(reading: Reading): RecordRef | undefined {
  const { noun, conditions, times, intent, measure, sort, group_by, unused, is_how_to } = reading
  const [only, ...others] = conditions
  if (noun || is_how_to || measure || sort || group_by) return undefined
  if (others.length + times.length + unused.length > 0) return undefined
  if (only?.field !== 'ci_id' || isTime(only) || only.is_negated || only.values.length !== 1) return undefined
  return intent === 'count' || intent === 'changes_on' ? undefined : { type: 'ci', id: only.values[0]! }
}

/** Enough of it speaks of records. A word such as "problem" alone does not. */
function isLive(reading: Reading): boolean {
  const { conditions, times, unused, weight, noun, is_weak_noun, intent, measure, sort } = reading
  const filters = conditions.filter(({ field }) => field !== 'text').length + times.length
  if (unused.length > weight || (reading.asks_who && !noun)) return false
  if (!noun && unused.length > 0 && unused.length >= weight) return false
  if (intent === 'changes_on') return true
  if (noun && !is_weak_noun) return true
  const isAsked = measure !== undefined || (sort !== undefined && unused.length === 0)
  return filters > 0 || isAsked || (noun !== undefined && intent !== undefined)
}

/** Which records name another. */
const relations: Partial<Record<Noun, Partial<Record<Noun, 'ci_id' | 'change_id'>>>> = {
  incident: { ci: 'ci_id', change: 'change_id' },
  change: { ci: 'ci_id' },
}

function aboutRecord(reading: Reading, record: RecordRef, now: Date): Understanding {
  const { noun, unused, intent } = reading
  const relation = noun && noun !== record.type ? relations[noun]?.[record.type] : undefined
  if (relation) addValues(reading.conditions, relation, [record.id])
  if (relation) return { kind: 'meaning', meaning: meaningOf(reading, now), unused: unusedIn(reading) }
  if (intent === 'changes_on' && record.type === 'ci') {
    addValues(reading.conditions, 'ci_id', [record.id])
    return { kind: 'meaning', meaning: changesOn(reading, now), unused }
  }
  const aspect = intent === 'changes_on' ? 'history' : aspectOf(reading)
  return {
    kind: 'meaning',
    meaning: { intent: 'show', noun: record.type, conditions: [], record, aspect },
    unused,
  }
}

function aspectOf(reading: Reading): Aspect {
  const says = (value: string) =>
    reading.conditions.some(
      (each) => each.field === 'condition' && 'values' in each && each.values.includes(value),
    )
  if (reading.is_how_to) return 'steps'
  if (says('breached') || says('overdue') || says('at_risk')) return 'sla'
  if (reading.aspect) return reading.aspect
  if (reading.group_by === 'assignment_group' || reading.group_by === 'assigned_to') return 'people'
  return reading.conditions.some(({ field }) => field === 'state' || field === 'condition') ? 'state' : 'all'
}
