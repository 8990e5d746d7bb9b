import { stemOf } from '../../text/stem.ts'
import { stopWords } from '../../text/stop-words.ts'
import { wordsIn } from '../../text/words.ts'
import { comparedPeriods } from './compared-periods.ts'
import { compose } from './compose.ts'
import { goesOn, goOn } from './follow-ups.ts'
import type { Intent } from './intents.ts'
import { itemsOf, type Item } from './items.ts'
import { isTime, type Aspect, type Meaning, type Noun, type RecordRef } from './meaning.ts'
import { changesOn, impliedBy, meaningOf, withOpenOnly } from './meanings.ts'
import type { Names } from './names.ts'
import { addValues, type Reading, type UnknownName } from './reading.ts'
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

/** The nearest example of the table of intents. */
export interface NearestExample {
  wants: Intent['wants']
  example: string
  /** Cosine of the question and the example. */
  score: number
}

export type Understanding =
  | { kind: 'meaning'; meaning: Meaning; unused: string[] }
  | { kind: 'knowledge' | 'help' | 'greeting' | 'chatter' }
  /** Understood, but it cannot be right: nobody is called so. */
  | { kind: 'puzzle'; message: string; unknown?: UnknownName }

const itemsIn = ({ text, now, names }: Question) => itemsOf(wordsOf(text), text, { now, names })

const kinds: Record<Noun, string> = {
  incident: 'the incident',
  change: 'the change',
  request: 'the request',
  ci: 'the system',
  article: 'the article',
}

/** The question with names replaced by what they name, to compare it with the examples. */
export const withoutNames = (question: Question): string =>
  itemsIn(question)
    .map((item: Item) => {
      if (item.is === 'record') return kinds[item.record.type]
      if (item.is === 'groups') return 'the team'
      if (item.is === 'priority') return 'P1'
      if (item.is === 'email' || (item.is === 'name' && item.person)) return 'the colleague'
      return item.is === 'name' && item.cis ? 'the system' : item.text
    })
    .join(' ')

/** The least cosine of a question and an example that want the same. */
const nearEnough = 0.5
/** So near that the example decides even where the words make sense by themselves. */
const nearlyTheSame = 0.85

/** What a question asks of live records; knowledge when it asks something else. */
export function understand(question: Question, nearest?: NearestExample): Understanding {
  const { now, names, asker, before } = question
  const items = itemsIn(question)
  const reading = compose(items, { email: asker, names, now })
  if (reading.is_help) return { kind: 'help' }
  const isPlain =
    (items.length === 1 && reading.record !== undefined) || (before !== undefined && goesOn(reading))
  const wants = isPlain ? undefined : wantedBy(reading, nearest)
  const record = reading.record ?? (refersToRecord(reading) ? question.record : undefined)
  const ci = oneCi(reading) ?? (record?.type === 'ci' ? record : undefined)
  if (reading.problems.length > 0 && speaksOfRecords(reading, before !== undefined, wants))
    return {
      kind: 'puzzle',
      message: `${reading.problems.join('. ')}.`,
      ...(reading.unknown && { unknown: reading.unknown }),
    }
  const special = specialMeaning(question, reading, wants, ci)
  if (special) return { kind: 'meaning', meaning: special, unused: [] }
  if (reading.is_how_to && !record && wants?.is !== 'records' && wants?.is !== 'stats')
    return { kind: 'knowledge' }
  const about = wants?.is === 'record' ? wordsAbout(question.text, nearest!.example) : []
  const isCi = wants?.is === 'record' && !reading.noun && about.every((word) => isInName(word, reading))
  const subject = record ?? namedCi(reading) ?? (isCi ? ci : undefined)
  if (subject) return aboutRecord(reading, subject, now, wants)
  if (before && goesOn(reading)) return meant(goOn(before, reading), reading)
  if (reading.refers === 'it' && !reading.noun && reading.weight > 0 && reading.unused.length === 0)
    return { kind: 'puzzle', message: 'I do not know which record you mean: name it, such as INC0000042.' }
  if (wants?.is === 'record' && about.length > 0)
    return meant(recordAbout(reading, wants.aspect, about), reading, [])
  const hasState = reading.conditions.some(({ field }) => field === 'state' || field === 'condition')
  if (wants && isTemplate(wants) && (wants.is === 'stats' || !hasState || nearest!.score >= nearlyTheSame))
    return meant(withOpenOnly(impliedBy(reading, wants, question), reading), reading, [])
  if (isLive(reading)) return meant(withOpenOnly(meaningOf(reading, now), reading), reading)
  return {
    kind:
      wants && (wants.is === 'greeting' || wants.is === 'help' || wants.is === 'chatter')
        ? wants.is
        : 'knowledge',
  }
}

const meant = (
  meaning: Meaning,
  { unused, labels }: Reading,
  left = [...unused, ...labels],
): Understanding => ({
  kind: 'meaning',
  meaning,
  unused: left,
})

/** The example counts where the words leave something open, or where it is nearly the same sentence. */
function wantedBy(reading: Reading, nearest: NearestExample | undefined): Intent['wants'] | undefined {
  if (!nearest || nearest.score < nearEnough) return undefined
  if (nearest.score >= nearlyTheSame) return nearest.wants
  const texts = reading.conditions.filter(({ field }) => field === 'text')
  const isComplete =
    reading.noun !== undefined && !reading.is_weak_noun && !reading.asks_who && reading.unused.length === 0
  if (!isComplete) return nearest.wants
  const explained = new Set(contentOf(nearest.example))
  const words = texts
    .flatMap((each) => ('values' in each ? each.values : []))
    .flatMap((text) => contentOf(text))
  return words.length > 0 && words.every((word) => explained.has(word)) ? nearest.wants : undefined
}

const contentOf = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.tickets.has(word))
    .map((word) => stemOf(word))

/** What a question says of a record besides what its example says. */
function wordsAbout(text: string, example: string): string[] {
  const explained = new Set([
    ...contentOf(example),
    ...contentOf('incident ticket problem issue outage work fix yet'),
  ])
  return wordsIn(text).filter((word) => !stopWords.tickets.has(word) && !explained.has(stemOf(word)))
}

/** Whether a word names a CI of the question, or what kind of thing it is. */
const isInName = (word: string, { cis }: Reading): boolean =>
  cis.some(({ name, is_part }) => is_part || wordsIn(name).includes(word))

function recordAbout(reading: Reading, aspect: Aspect, about: string[]): Meaning {
  const noun = aspect === 'approval' ? 'change' : (reading.noun ?? 'incident')
  return { intent: 'show', noun, conditions: [], aspect, about }
}

const isTemplate = (wants: Intent['wants']): wants is Extract<Intent['wants'], { is: 'records' | 'stats' }> =>
  (wants.is === 'records' && wants.implies !== undefined) || wants.is === 'stats'

/** What is not a list, a count or one record. */
function specialMeaning(
  question: Question,
  reading: Reading,
  wants: Intent['wants'] | undefined,
  ci: RecordRef | undefined,
): Meaning | undefined {
  const { now, before } = question
  const isSame = before && reading.joins && (before.intent === 'impact' || before.intent === 'dependencies')
  const reach =
    wants?.is === 'impact' || wants?.is === 'dependencies' ? wants.is : isSame ? before.intent : undefined
  if (reach && ci) return { intent: reach, noun: 'ci', conditions: [], record: ci }
  if (wants?.is === 'sla' && !reading.record && !reading.refers)
    return {
      intent: 'sla',
      noun: 'incident',
      conditions: reading.conditions.filter(({ field }) => field === 'priority'),
    }
  const periods = comparedPeriods(reading, wants, now)
  if (periods) {
    const conditions = reading.conditions.filter(({ field }) => field !== 'text')
    return { intent: 'stats', noun: reading.noun ?? 'incident', conditions, measure: 'count', periods }
  }
  const isChanges = wants?.is === 'changes_on' || reading.intent === 'changes_on'
  if (isChanges && reading.cis.length > 0 && (!reading.noun || reading.noun === 'change')) {
    reading.conditions = []
    addValues(
      reading.conditions,
      'ci_id',
      reading.cis.map(({ id }) => id),
      { labels: reading.cis.map(({ name }) => name) },
    )
    return changesOn(reading, now)
  }
  return wants?.is === 'changes_on' &&
    !reading.record &&
    !reading.refers &&
    reading.times.length > 0 &&
    !reading.noun
    ? changesOn(reading, now)
    : undefined
}

/** A name that nobody has is a mistake in such a question; elsewhere it may be a part of what somebody wants to know. */
const speaksOfRecords = (
  { noun, is_weak_noun, intent, joins }: Reading,
  isLater: boolean,
  wants: Intent['wants'] | undefined,
): boolean =>
  (noun !== undefined && !is_weak_noun) ||
  intent !== undefined ||
  (isLater && joins) ||
  (wants !== undefined && ['changes_on', 'impact', 'dependencies'].includes(wants.is))

/** "why is it breached?", or just "history". */
const refersToRecord = ({ refers, aspect, intent, noun, conditions, times, unused }: Reading): boolean =>
  refers === 'it' ||
  ((aspect !== undefined || intent === 'changes_on') &&
    !noun &&
    conditions.length + times.length + unused.length === 0)

const oneCi = ({ cis }: Reading): RecordRef | undefined =>
  cis.length === 1 ? { type: 'ci', id: cis[0]!.id } : undefined

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

function aboutRecord(
  reading: Reading,
  record: RecordRef,
  now: Date,
  wants: Intent['wants'] | undefined,
): Understanding {
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
