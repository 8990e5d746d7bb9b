import { wordsIn } from '../../text/words.ts'
import { continueMeaning } from './follow-ups.ts'
import { wordsAbout, type QuestionIntent } from './intents.ts'
import { isSure, uncoveredWords, unusedNames } from './uncovered-words.ts'
import { isTime, type Meaning } from './meaning.ts'
import { impliedBy, isTemplate, meaningOf, withOpenOnly } from './meanings.ts'
import { invalidQuestionIn, type InvalidQuestion } from './reading.ts'
import { specialMeaning, aboutRecord, asksOnlyOfCi } from './special-meanings.ts'
import { analyse, closeScore, isLive, minTalkScore } from './analysis.ts'
import type { Analysis, NearestExample, Question } from './analysis.ts'

export type Understanding =
  /** The meaning, the words that it does not use, and the plain words that it was read as. */
  | { kind: 'meaning'; meaning: Meaning; unused: string[]; assumed_example?: string; read_as?: string }
  | { kind: 'help' | 'greeting' | 'chatter' }
  /** Probably not about records; `doubts` has the unknown words if that is not certain. */
  | { kind: 'knowledge'; doubts?: string[] }
  | InvalidQuestion

/** The meaning of a question about records, or `knowledge` for any other question. */
export function understand(question: Question, nearest?: NearestExample): Understanding {
  const analysis = analyse(question, nearest)
  if (analysis.reading.is_help) return { kind: 'help' }
  return (
    unclear(analysis) ??
    talkOrHowTo(analysis) ??
    ofOneRecord(analysis) ??
    ofSeveral(analysis) ??
    fallback(analysis)
  )
}

/** "how many tickets will we get on Tuesday" */
const isUnknowable = ({ intent, conditions }: Meaning, now: Date): boolean =>
  /^(?:count|stats)$/.test(intent) &&
  conditions.some(
    (each) =>
      isTime(each) && /^(?:created|resolved|closed)_at$/.test(each.field) && (each.span.from ?? now) > now,
  )

/** Adds the example that decided the intent to the answer, unless it is close. */
function toUnderstanding(
  { question, reading, nearest }: Analysis,
  meaning: Meaning,
  row: QuestionIntent | undefined,
): Understanding {
  if (isUnknowable(meaning, question.now))
    return { kind: 'invalid', message: 'That is in the future, so I cannot know it.' }
  const { unknown, uncovered } = uncoveredWords(reading, row, meaning)
  const unused = meaning.about
    ? []
    : [...new Set([...unknown, ...uncovered, ...unusedNames(reading, meaning)])]
  // The word order may have reversed the direction.
  const isTurned = row && /^(?:impact|dependencies)$/.test(row.is) && row.is !== meaning.intent
  const isFar = row && !isTurned && nearest!.score < closeScore
  // The grammar alone has the same result.
  const read = isFar && withOpenOnly(meaningOf(reading, question.now), reading)
  const isAspectRead = reading.record !== undefined && reading.aspect === meaning.aspect
  const isRead = meaning.intent === 'show' ? isAspectRead : JSON.stringify(meaning) === JSON.stringify(read)
  return { kind: 'meaning', meaning, unused, ...(isFar && !isRead && { assumed_example: nearest!.example }) }
}

/** Impossible or ambiguous questions. Where records are not asked for, an unknown name may be part of the topic. */
function unclear({ reading, wants, ci, is_follow_up }: Analysis): Understanding | undefined {
  const { cis } = reading
  const isAroundCi = wants?.is === 'impact' || wants?.is === 'dependencies'
  const problem = invalidQuestionIn(reading)
  if (problem && (isLive(reading) || is_follow_up || isAroundCi || wants?.is === 'changes_on')) return problem
  if (!isAroundCi || ci || cis.length === 0) return undefined
  return { kind: 'invalid', message: `Which one do you mean: ${cis.map(({ name }) => name).join(', ')}?` }
}

/** Small talk, how-to questions, and special kinds of questions. */
function talkOrHowTo(analysis: Analysis): Understanding | undefined {
  const { reading, wants, nearest, is_same, record, ci } = analysis
  if (is_same && (wants?.is === 'chatter' || wants?.is === 'knowledge')) return { kind: wants.is }
  const special = specialMeaning(analysis)
  // A comparison with explicit periods needs no example.
  const isSaid = special?.periods && reading.compares
  const isFar = isSaid && nearest !== undefined && nearest.score < closeScore
  if (special && !isFar && isSure(analysis, special)) return toUnderstanding(analysis, special, wants)
  if (special && isSaid) return toUnderstanding(analysis, special, undefined)
  const isTalk = /^(?:knowledge|chatter|greeting|impact|dependencies)$/.test(wants?.is ?? 'knowledge')
  const asksHow = isTalk || (wants?.is === 'record' && !(ci && is_same))
  return reading.is_how_to && !record && asksHow ? { kind: 'knowledge' } : undefined
}

/** Questions about one record: named, referred to, or described. */
function ofOneRecord(analysis: Analysis): Understanding | undefined {
  const { question, reading, wants, nearest, is_follow_up, record, ci } = analysis
  const about = wants?.is === 'record' ? wordsAbout(question.text, nearest!.example) : []
  const inName = wordsIn(reading.ci_text)
  const isNamed = reading.cis.every(({ is_part }) => !is_part) || about.every((word) => inName.includes(word))
  const isCi = wants?.is === 'record' && !reading.noun && isNamed
  // "anything on db01?" asks for its incidents.
  const isAlone = asksOnlyOfCi(reading) && wants?.is !== 'records'
  const subject = record ?? (isCi || isAlone ? ci : undefined)
  if (subject) return toUnderstanding(analysis, aboutRecord(analysis, subject), wants)
  if (is_follow_up) return toUnderstanding(analysis, continueMeaning(question.before!, reading), wants)
  if (reading.refers === 'it' && !reading.noun && reading.weight > 0 && reading.unused.length === 0)
    return { kind: 'invalid', message: 'I do not know which record you mean: name it, such as INC0000042.' }
  if (wants?.is !== 'record' || about.length === 0) return undefined
  const aspect = /^(?:approval|all|state)$/.test(reading.aspect ?? '') ? reading.aspect! : wants.aspect
  const noun = aspect === 'approval' ? 'change' : (!reading.is_weak_noun && reading.noun) || 'incident'
  // "why was the mailbox migration rejected" looks among rejected ones.
  const conditions = aspect === 'approval' ? reading.conditions.filter(({ field }) => field === 'state') : []
  const states = new Set(
    reading.understood.flatMap(({ part, text }) => (part === 'state' ? wordsIn(text) : [])),
  )
  const described = about.filter((word) => !states.has(word))
  return described.length > 0
    ? toUnderstanding(analysis, { intent: 'show', noun, conditions, aspect, about: described }, wants)
    : undefined
}

/** Questions about several records, or statistics of them. */
function ofSeveral(analysis: Analysis): Understanding | undefined {
  const { question, reading, wants, is_same } = analysis
  const hasState =
    reading.conditions.some(({ field }) => ['state', 'condition', 'duration'].includes(field)) ||
    reading.times.some(({ field }) => /^(?:resolved|closed|cancelled)_at$/.test(field ?? ''))
  const guesses = reading.conditions.flatMap((each) => ('is_guess' in each ? each.values : []))
  const isExplained = guesses.length > 0 && uncoveredWords(reading, wants).unknown.length === 0
  const isCounted =
    reading.intent === 'count' && wants?.is === 'stats' && wants.measure !== 'sla' && !isExplained
  // "what got resolved today" is complete, although "what must be resolved today" is a close example.
  const isAlone =
    wants?.is === 'stats' ? is_same || !isCounted : (is_same && reading.unused.length > 0) || !hasState
  const implied =
    wants && isTemplate(wants) && isAlone
      ? withOpenOnly(impliedBy(reading, wants, question), reading)
      : undefined
  if (implied && isSure(analysis, implied)) return toUnderstanding(analysis, implied, wants)
  const listed = withOpenOnly(meaningOf(reading, question.now), reading)
  const isRow = wants?.is === 'records'
  const isTalk = wants?.is === 'chatter' && reading.unused.length > 0
  return (isLive(reading) && !isTalk) || (isRow && isSure(analysis, listed))
    ? toUnderstanding(analysis, listed, isRow ? wants : undefined)
    : undefined
}

function fallback({ reading, wants, nearest }: Analysis): Understanding {
  const isTalk = wants?.is === 'greeting' || wants?.is === 'help'
  if (isTalk && uncoveredWords(reading, wants).unknown.length === 0) return { kind: 'greeting' }
  if (wants?.is === 'chatter') return { kind: 'chatter' }
  if (nearest?.wants.is === 'knowledge' && nearest.score >= minTalkScore) return { kind: 'knowledge' }
  const { noun, is_weak_noun, is_one, unused } = reading
  return { kind: 'knowledge', doubts: noun && !is_weak_noun && !is_one ? unused : [] }
}
