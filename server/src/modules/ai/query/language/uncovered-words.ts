import type { Span } from './calendar.ts'
import { contentOf, stemsOf, stemsOfRow, type QuestionIntent } from './intents.ts'
import { isTime, type Aspect, type Meaning } from './meaning.ts'
import type { Part, Reading } from './reading.ts'
import { minScore, type Analysis } from './analysis.ts'

/** Whether the meaning covers a part of the question. One about a single record covers all but times and texts. */
function hasPart({ intent, conditions, record, periods, ...meaning }: Meaning, part: Part): boolean {
  const isTimed = conditions.some(isTime)
  const has = (...fields: string[]) => conditions.some(({ field }) => fields.includes(field))
  if (part === 'text') return has(part)
  if (part === 'compares') return periods !== undefined || meaning.group_by !== undefined
  if (intent === 'show') return true
  if (part === 'measure') return intent === 'stats' || intent === 'sla'
  if (part === 'dropped') return !['list', 'count', 'stats'].includes(intent)
  if (part === 'aspect') return meaning.measure === 'sla'
  if (part === 'sort' || part === 'limit' || part === 'group_by') return meaning[part] !== undefined
  if (part === 'state' || part === 'condition')
    return (
      isTimed || periods?.some((each) => each.field) || meaning.measure === 'sla' || has('state', 'condition')
    )
  return part === meaning.group_by || has(part) || (part === 'ci_id' && record !== undefined)
}

/** Whether one of its periods includes the span. */
const coversTime = ({ conditions, periods = [] }: Meaning, { from, to }: Span) =>
  [...conditions.filter(isTime), ...periods].some(
    ({ span }) => (span.from ?? 0) <= (from ?? 0) && (span.to ?? Infinity) >= (to ?? Infinity),
  )

/** Aspects that every list shows anyway. */
const isListed = (aspect: Aspect | undefined) => ['all', 'people', 'state', 'times'].includes(aspect ?? '')

/** "which SLAs will breach today" */
const isDue = ({ aspect }: Reading, { conditions }: Meaning) =>
  aspect === 'sla' && conditions.some(({ field }) => field === 'sla_breach_at')

/**
 * The words of a question that its meaning does not cover: unknown ones, and some that were understood. Words of the matching
 * examples do not count.
 */
export function uncoveredWords(reading: Reading, wants: QuestionIntent | undefined, meaning?: Meaning) {
  const isNamed = meaning?.record ?? meaning?.conditions.some(({ field }) => field === 'ci_id')
  const named = [reading.ci_text, ...reading.cis.map(({ location }) => location ?? '')].join(' ')
  const explained = new Set([...stemsOf(isNamed ? named : ''), ...stemsOfRow(wants)])
  const isExplained = (stems: string[]) => stems.every((stem) => explained.has(stem))
  const hasPlace = (part: Part) =>
    !meaning ||
    hasPart(meaning, part) ||
    (part === 'aspect' && (isListed(reading.aspect) || isDue(reading, meaning)))
  const times = reading.times.flatMap(({ label, span }) =>
    label && meaning && !coversTime(meaning, span) ? [{ text: label, part: 'time' as const }] : [],
  )
  const without = reading.understood.filter(({ part }) => !hasPlace(part))
  const texts = without.filter(({ part }) => part === 'text').flatMap(({ text }) => text.split(' '))
  return {
    unknown: [...reading.unused, ...texts].filter((word) => !isExplained(contentOf(word))),
    uncovered: [...without, ...times]
      .filter(({ text, part }) => part === 'dropped' || (part !== 'text' && !isExplained(stemsOf(text))))
      .map(({ text }) => text),
  }
}

/** The records and systems that are named, but neither the subject of the meaning nor in one of its conditions. */
export function unusedNames({ named }: Reading, { record, conditions }: Meaning): string[] {
  const values = conditions.flatMap((each) => (isTime(each) ? [] : each.values))
  const used = [record?.id, ...values].map((value) => value?.toLowerCase())
  const isUsed = ({ text, ids }: Reading['named'][number]) =>
    ids.some((id) => used.includes(id.toLowerCase())) ||
    used.some((value) => value?.includes(text.toLowerCase()))
  return named.filter((each) => !isUsed(each)).map(({ text }) => text)
}

/** Minimum cosine where the question and the example share no word besides names and nouns. */
const minScoreWithoutSharedWords = 0.75
/** Added to the minimum cosine when all words of the question are unknown. */
const unknownWordsPenalty = 0.4

/** The example must cover what was understood; the more unknown words, the higher the minimum cosine. */
export function isSure(analysis: Analysis, meaning: Meaning): boolean {
  const { question, reading, intent_words, wants, nearest, is_same } = analysis
  const { unknown, uncovered } = uncoveredWords(reading, wants, meaning)
  if (is_same || uncovered.length > 0) return is_same
  const known = new Set(stemsOfRow(wants))
  const share = contentOf(unknown.join(' ')).length / contentOf(question.text).length
  const sharesWords = contentOf(intent_words).some((stem) => known.has(stem))
  const least = sharesWords ? minScore + unknownWordsPenalty * share : minScoreWithoutSharedWords
  return wants ? nearest!.score >= least : unknown.length === 0
}
