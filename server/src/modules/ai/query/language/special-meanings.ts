import { day } from '../../../../kernel/durations.ts'
import { calendarSpan, type Span, type Unit } from './calendar.ts'
import type { QuestionIntent } from './intents.ts'
import type { Aspect, Condition, Meaning, NamedSpan, RecordRef } from './meaning.ts'
import { changesOn, groupOf, meaningOf, withOpenOnly } from './meanings.ts'
import { addValues, saysCondition, type Reading } from './reading.ts'
import type { Analysis } from './analysis.ts'
import { relations } from './schema.ts'

/** Meanings other than a list, a count or one record. */
export function specialMeaning({ question, reading, wants, ci }: Analysis): Meaning | undefined {
  const { now, before } = question
  const { noun, cis, conditions, times } = reading
  const isTraversal = (intent: unknown) => intent === 'impact' || intent === 'dependencies'
  const traversal = [wants?.is, reading.joins && before?.intent].find(isTraversal)
  // "how can we connect to the VPN" asks for instructions.
  const isHowTo = /^\W*how (?:can|could|do|should|to)\b/i.test(question.text) && !needing.test(question.text)
  if (traversal && ci && !isHowTo)
    return {
      intent: directionOf(question.text, reading.ci_text || 'it') ?? traversal,
      noun: 'ci',
      conditions: [],
      record: ci,
    }
  const isAboutRecord = reading.record !== undefined || reading.refers !== undefined
  const isPriority = ({ field }: Condition) => field === 'priority'
  if (wants?.is === 'sla' && !isAboutRecord)
    return { intent: 'sla', noun: 'incident', conditions: conditions.filter(isPriority) }
  const periods = comparedPeriods(reading, wants, now)
  if (periods) {
    const kept = conditions.filter(({ field }) => field !== 'text')
    const { measure = 'count' } = reading
    return { intent: 'stats', noun: noun ?? 'incident', conditions: kept, measure, periods }
  }
  // Planned changes are in the future.
  const isPlanned = times.some(({ field }) => field === 'window')
  const isChanges = !isPlanned && (wants?.is === 'changes_on' || reading.intent === 'changes_on')
  if (isChanges && cis.length > 0 && (!noun || noun === 'change')) {
    const [values, labels] = [cis.map(({ id }) => id), cis.map(({ name }) => name)]
    return changesOn({ ...reading, conditions: [{ field: 'ci_id', values, labels }] }, now)
  }
  const isAnywhere = wants?.is === 'changes_on' && !isAboutRecord && times.length > 0 && !noun
  return isAnywhere ? changesOn(reading, now) : undefined
}

const needing = /\b(?:depends?|rel(?:y|ies)|needs?|uses?|requires?)\b/i

/** The encoder hardly distinguishes "what needs X" from "what X needs", so the word order decides. */
function directionOf(text: string, name: string): 'impact' | 'dependencies' | undefined {
  const [before, after] = ` ${text.replaceAll(/[?.,!](?=\s|$)/g, '')} `.split(` ${name} `)
  if (after === undefined || /\b(?:if|when)\b/i.test(text)) return undefined
  const [isObject, isSubject] = [before, after].map((part) => needing.test(part!))
  return isObject === isSubject ? undefined : isObject ? 'impact' : 'dependencies'
}

/** The two periods to compare: those in the question, or the current one and the named or the last one. */
function comparedPeriods(
  reading: Reading,
  wants: QuestionIntent | undefined,
  now: Date,
): NamedSpan[] | undefined {
  const { compares, times } = reading
  const [first, second] = times.flatMap(({ label, ...time }) => (label ? [{ ...time, label }] : []))
  if (first && second && (compares || wants?.is === 'compare')) return [first, second]
  if (wants?.is !== 'compare' && !(compares && first && !groupOf(reading))) return undefined
  const unit = first ? unitOf(first.span) : 'week'
  if (!unit) return undefined
  const [current, last] = ['this', 'last'].map((which, n) => ({
    ...(compares && first),
    label: `${which} ${unit}`,
    span: calendarSpan(unit, now, -n),
  }))
  return [current!, compares && first && first.span.to! <= now ? first : last!]
}

/** The calendar unit with the length of a period. */
function unitOf({ from, to }: Span): Unit | undefined {
  const length = (span: Span) => Math.round((span.to!.getTime() - span.from!.getTime()) / day)
  if (!from || !to) return undefined
  return (['day', 'week', 'month', 'quarter', 'year'] as const).find(
    (unit) => length(calendarSpan(unit, from)) === length({ from, to }),
  )
}

/** "who owns db01?", "tell me about db01": nothing else is asked of it. */
export function asksOnlyOfCi({ noun, conditions, times, group_by, unused }: Reading): boolean {
  const [only, ...others] = conditions
  const isAlone = !noun && !group_by && others.length + times.length + unused.length === 0
  return isAlone && only?.field === 'ci_id' && !('is_negated' in only)
}

/** A question about one record: an aspect of it, or the records that refer to it. */
export function aboutRecord({ question, reading, wants }: Analysis, record: RecordRef): Meaning {
  const { noun, intent } = reading
  const relation = noun && relations[noun]?.[record.type]
  if (relation) addValues(reading.conditions, relation, [record.id])
  if (relation) return withOpenOnly(meaningOf(reading, question.now), reading)
  const isLinked = noun && relations[record.type]?.[noun] && !reading.aspect
  if (isLinked) return { intent: 'show', noun: record.type, conditions: [], record, aspect: 'links' }
  const isDone = /^\s*who\b.*\b(?:resolved|closed|fixed|changed|touched|updated|edited)\b/i.test(
    question.text,
  )
  const isDecided = /\b(?:approves?|approvers?|sign(?:s|ed)? off)\b/i.test(question.text)
  const asked = isDone || intent === 'changes_on' ? 'history' : aspectOf(reading, wants)
  // Only incidents have an SLA: "why was it rejected" asks for the decision.
  const isOther = asked === 'sla' && (record.type === 'change' || record.type === 'request')
  const aspect = isDecided || isOther ? 'approval' : asked
  return { intent: 'show', noun: record.type, conditions: [], record, aspect }
}

function aspectOf(reading: Reading, wants: QuestionIntent | undefined): Aspect {
  if (saysCondition(reading, 'breached', 'overdue', 'at_risk')) return 'sla'
  if (reading.is_how_to) return 'steps'
  if (reading.aspect) return reading.aspect
  if (reading.measure) return 'times'
  if (reading.group_by === 'assignment_group' || reading.group_by === 'assigned_to') return 'people'
  if (reading.conditions.some(({ field }) => field === 'change_id')) return 'links'
  if (reading.group_by) return 'all'
  if (wants?.is === 'record') return wants.aspect
  return reading.conditions.some(({ field }) => field === 'state' || field === 'condition') ? 'state' : 'all'
}
