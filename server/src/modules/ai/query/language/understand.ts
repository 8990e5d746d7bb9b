import { wordsIn } from '../../text/words.ts'
import { aboutRecord, namedCi, refersToRecord } from './about-record.ts'
import { compose } from './compose.ts'
import { goesOn, goOn } from './follow-ups.ts'
import type { Wanted } from './intents.ts'
import { itemsOf, type Item } from './items.ts'
import type { Meaning, RecordRef } from './meaning.ts'
import { impliedBy, isTemplate, meaningOf, withOpenOnly } from './meanings.ts'
import { isHostLike, type Names } from './names.ts'
import type { Reading, UnknownName } from './reading.ts'
import { specialMeaning } from './special-meanings.ts'
import { closeEnough, leftOut, nearlyTheSame, wantedBy, wordsAbout } from './wanted.ts'
import type { NearestExample } from './wanted.ts'
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
  /** What was understood, and which words had no part in it. */
  | { kind: 'meaning'; meaning: Meaning; unused: string[] }
  | { kind: 'knowledge' | 'help' | 'greeting' | 'chatter' }
  /** Understood, but it cannot be right: nobody is called so. */
  | { kind: 'puzzle'; message: string; unknown?: UnknownName }

const itemsIn = ({ text, now, names }: Question) => itemsOf(wordsOf(text), text, { now, names })

const kindOf = (item: Item, place: number, items: Item[]): string => {
  // "a mail" is no system.
  if (item.is === 'name' && /^an?$/i.test(items[place - 1]?.text ?? '')) return item.text
  if (item.is === 'record') return item.record.type === 'ci' ? 'the system' : `the ${item.record.type}`
  if (item.is === 'groups') return 'the team'
  if (item.is === 'priority') return 'P1'
  if (item.is === 'email' || (item.is === 'name' && item.person)) return 'the colleague'
  const isSystem = item.is === 'name' ? item.cis : item.is === 'word' && isHostLike(item.text)
  return isSystem ? 'the system' : item.text
}

/**
 * The question with names replaced by what they name, to compare it with the examples. In the second form, words that are only
 * a part of a name stay, because they may mean something else. In the third, what may describe a record is replaced as well:
 * "who is on the mail outage" becomes "who is on the incident".
 */
export function withoutNames(question: Question): string[] {
  const items = itemsIn(question)
  const isPart = (item: Item) => item.is === 'name' && item.cis?.some(({ is_part }) => is_part)
  const isWord = (item: Item | undefined) => /^(?:word|number|noun|name|quoted)$/.test(item?.is ?? '')
  const isThe = (item: Item | undefined) => item?.text.toLowerCase() === 'the'
  const words = items.flatMap((item, place) => {
    const begin = items.slice(0, place).findLastIndex((each) => !isWord(each))
    if (!isWord(item) || !isThe(items[begin]))
      return isThe(item) && isWord(items[place + 1]) ? [] : [kindOf(item, place, items)]
    return begin === place - 1 ? ['the incident'] : []
  })
  const whole = items.map((item, place) => (isPart(item) ? item.text : kindOf(item, place, items)))
  return [items.map(kindOf).join(' '), whole.join(' '), words.join(' ')]
}

/** What a question asks of live records; knowledge when it asks something else. */
export function understand(question: Question, nearest?: NearestExample): Understanding {
  const { now, names, asker, before } = question
  const items = itemsIn(question)
  const reading = compose(items, { email: asker, names, now })
  if (reading.is_help) return { kind: 'help' }
  const isFollowUp = before !== undefined && goesOn(reading)
  const isPlain = (items.length === 1 && reading.record !== undefined) || isFollowUp
  const wants = isPlain ? undefined : wantedBy(reading, nearest)
  const meant = (meaning: Meaning, row = wants): Understanding => ({
    kind: 'meaning',
    meaning,
    unused: meaning.about ? [] : leftOut(reading, meaning, row),
  })
  const record = reading.record ?? (refersToRecord(reading) ? question.record : undefined)
  const named: RecordRef | undefined =
    reading.cis.length === 1 ? { type: 'ci', id: reading.cis[0]!.id } : undefined
  const ci = named ?? (record?.type === 'ci' ? record : undefined)
  const { problems, unknown } = reading
  if (problems.length > 0 && speaksOfRecords(reading, before !== undefined, wants))
    return { kind: 'puzzle', message: `${problems.join('. ')}.`, ...(unknown && { unknown }) }
  const isSame = nearest !== undefined && nearest.score >= nearlyTheSame
  if (isSame && (wants?.is === 'chatter' || wants?.is === 'knowledge')) return { kind: wants.is }
  // Words that neither the grammar nor the example knows may change everything, unless the example is close.
  const isSure = (meaning: Meaning) =>
    (nearest?.score ?? 0) >= closeEnough || leftOut(reading, meaning, wants).length === 0
  if ((wants?.is === 'impact' || wants?.is === 'dependencies') && !ci && reading.cis.length > 1)
    return {
      kind: 'puzzle',
      message: `Which one do you mean: ${reading.cis.map(({ name }) => name).join(', ')}?`,
    }
  const special = specialMeaning(question, reading, wants, ci)
  if (special && isSure(special)) return meant(special)
  const asksHow =
    !wants || ['knowledge', 'chatter', 'greeting', ...(ci && isSame ? [] : ['record'])].includes(wants.is)
  if (reading.is_how_to && !record && asksHow) return { kind: 'knowledge' }
  const about = wants?.is === 'record' ? wordsAbout(question.text, nearest!.example) : []
  const inName = wordsIn(reading.ci_text)
  const isNamed = reading.cis.every(({ is_part }) => !is_part) || about.every((word) => inName.includes(word))
  const isCi = wants?.is === 'record' && !reading.noun && isNamed
  const isListed = isSame && wants?.is === 'records'
  const subject = record ?? (isListed ? undefined : (namedCi(reading) ?? (isCi ? ci : undefined)))
  if (subject) return meant(aboutRecord(reading, subject, now, wants))
  if (isFollowUp) return meant(goOn(before, reading))
  if (reading.refers === 'it' && !reading.noun && reading.weight > 0 && reading.unused.length === 0)
    return { kind: 'puzzle', message: 'I do not know which record you mean: name it, such as INC0000042.' }
  if (wants?.is === 'record' && about.length > 0) {
    const aspect = reading.aspect === 'approval' ? 'approval' : wants.aspect
    const noun = aspect === 'approval' ? 'change' : (!reading.is_weak_noun && reading.noun) || 'incident'
    return meant({ intent: 'show', noun, conditions: [], aspect, about })
  }
  const hasState =
    reading.conditions.some(({ field }) => field === 'state' || field === 'condition') ||
    reading.times.some(({ field }) => field === 'resolved_at' || field === 'closed_at')
  const isCounted = reading.intent === 'count' && wants?.is === 'stats' && wants.measure !== 'sla'
  if (wants && isTemplate(wants) && (isSame || (!isCounted && (wants.is === 'stats' || !hasState)))) {
    const implied = withOpenOnly(impliedBy(reading, wants, question), reading)
    if (isSure(implied)) return meant(implied)
  }
  const hasFilter = reading.conditions.some(({ field }) => field !== 'text')
  const listed = withOpenOnly(meaningOf(reading, now), reading)
  const isRow = wants?.is === 'records'
  if (isLive(reading) || (isRow && hasFilter && isSure(listed)))
    return meant(listed, isRow ? wants : undefined)
  if (wants?.is === 'greeting' || wants?.is === 'help') return { kind: 'greeting' }
  return { kind: wants?.is === 'chatter' ? 'chatter' : 'knowledge' }
}

/** A name that nobody has is a mistake in such a question; elsewhere it may be a part of what somebody wants to know. */
const speaksOfRecords = (
  { noun, is_weak_noun, intent, joins }: Reading,
  isLater: boolean,
  wants: Wanted | undefined,
): boolean =>
  (noun !== undefined && !is_weak_noun) ||
  intent !== undefined ||
  (isLater && joins === true) ||
  (wants !== undefined && ['changes_on', 'impact', 'dependencies'].includes(wants.is))

/** Enough of it speaks of records. A word such as "problem" alone does not. */
function isLive(reading: Reading): boolean {
  const { conditions, times, unused, weight, noun, is_weak_noun, intent, measure, sort } = reading
  const filters = conditions.filter(({ field }) => field !== 'text').length + times.length
  if (unused.length > weight || (reading.asks_who && !noun)) return false
  if (!noun && unused.length > 0 && unused.length >= weight) return false
  const isMost = reading.asks_most && reading.group_by !== undefined
  if (intent === 'changes_on') return true
  if (noun && !is_weak_noun) return true
  const isAsked = measure !== undefined || ((sort !== undefined || isMost) && unused.length === 0)
  return filters > 0 || isAsked || (noun !== undefined && intent !== undefined)
}
