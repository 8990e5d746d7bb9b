import { examples, type Wanted } from './intents.ts'
import { isTime, type Aspect, type Meaning } from './meaning.ts'
import type { Part, Reading } from './reading.ts'
import { contentOf, nearEnough, stemsOf, type Analysis } from './wanted.ts'

/** Whether the meaning of a question has a place for a part of it; what is said of one record is asked of it. */
function hasPart({ intent, conditions, record, periods, ...meaning }: Meaning, part: Part): boolean {
  const isTimed = conditions.some(isTime)
  const has = (...fields: string[]) => conditions.some(({ field }) => fields.includes(field))
  if (part === 'time') return isTimed || periods !== undefined
  if (part === 'text') return has(part)
  if (intent === 'show') return true
  if (part === 'measure') return intent === 'stats' || intent === 'sla'
  if (part === 'not') return !['list', 'count', 'stats'].includes(intent)
  if (part === 'aspect') return meaning.measure === 'sla'
  if (part === 'sort' || part === 'limit' || part === 'group_by') return meaning[part] !== undefined
  if (part === 'state' || part === 'condition')
    return (
      isTimed || periods?.some((each) => each.field) || meaning.measure === 'sla' || has('state', 'condition')
    )
  return part === meaning.group_by || has(part) || (part === 'ci_id' && record !== undefined)
}

/** The words of the examples that a question was recognised by. */
export const stemsOfRow = (row: Wanted | undefined): string[] =>
  stemsOf(examples.flatMap(({ wants, example }) => (wants === row ? [example] : [])).join(' '))

/** Every list tells this of its records. */
const isListed = (aspect: Aspect | undefined) => ['all', 'people', 'state', 'times'].includes(aspect ?? '')

/** "which SLAs will breach today" */
const isDue = ({ aspect }: Reading, { conditions }: Meaning) =>
  aspect === 'sla' && conditions.some(({ field }) => field === 'sla_breach_at')

/**
 * What the meaning of a question leaves out of it: strange words, and words that were understood. Those of the examples that it
 * was recognised by are no loss.
 */
export function leftOut(reading: Reading, wants: Wanted | undefined, meaning?: Meaning) {
  const isNamed = meaning?.record ?? meaning?.conditions.some(({ field }) => field === 'ci_id')
  const explained = new Set([...stemsOf(isNamed ? reading.ci_text : ''), ...stemsOfRow(wants)])
  const isExplained = (stems: string[]) => stems.every((stem) => explained.has(stem))
  const hasPlace = (part: Part) =>
    !meaning ||
    hasPart(meaning, part) ||
    (part === 'aspect' && (isListed(reading.aspect) || isDue(reading, meaning)))
  const without = reading.said.filter(({ part }) => !hasPlace(part))
  const texts = without.filter(({ part }) => part === 'text').flatMap(({ text }) => text.split(' '))
  return {
    strange: [...reading.unused, ...texts].filter((word) => !isExplained(contentOf(word))),
    lost: without
      .filter(({ text, part }) => part !== 'text' && !isExplained(stemsOf(text)))
      .map(({ text }) => text),
  }
}

/** How near an example must be where no word of the question, besides names and nouns, is one of the examples. */
const nearWithoutWords = 0.75
/** So much nearer must an example be to a question of strange words only. */
const forStrangeWords = 0.4

/** What was understood must not be lost, and the more words are strange, the nearer must the example be. */
export function isSure(analysis: Analysis, meaning: Meaning): boolean {
  const { question, reading, told, wants, nearest, is_same } = analysis
  const { strange, lost } = leftOut(reading, wants, meaning)
  if (is_same || lost.length > 0) return is_same
  const known = new Set(stemsOfRow(wants))
  const share = contentOf(strange.join(' ')).length / contentOf(question.text).length
  const isTold = contentOf(told).some((stem) => known.has(stem))
  const least = isTold ? nearEnough + forStrangeWords * share : nearWithoutWords
  return wants ? nearest!.score >= least : strange.length === 0
}
