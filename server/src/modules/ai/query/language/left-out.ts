import { examples, type Wanted } from './intents.ts'
import { isTime, type Aspect, type Meaning } from './meaning.ts'
import type { Part, Reading } from './reading.ts'
import { contentOf, stemsOf } from './wanted.ts'

/** Whether the meaning of a question has a place for a part of it; what is said of one record is asked of it. */
function hasPart({ intent, conditions, record, periods, ...meaning }: Meaning, part: Part): boolean {
  const isTimed = conditions.some(isTime)
  const has = (...fields: string[]) => conditions.some(({ field }) => fields.includes(field))
  if (part === 'time') return isTimed || periods !== undefined
  if (part === 'text') return has(part)
  if (intent === 'show') return true
  if (part === 'measure') return intent === 'stats' || intent === 'sla'
  if (part === 'not') return !['list', 'count', 'stats'].includes(intent)
  if (part === 'aspect') return false
  if (part === 'sort' || part === 'limit' || part === 'group_by') return meaning[part] !== undefined
  if (part === 'state' || part === 'condition')
    return isTimed || meaning.measure === 'sla' || has('state', 'condition')
  return part === meaning.group_by || has(part) || (part === 'ci_id' && record !== undefined)
}

/** Every list tells this of its records. */
const isListed = (aspect: Aspect | undefined) => ['all', 'people', 'state', 'times'].includes(aspect ?? '')

/**
 * What the meaning of a question leaves out of it: strange words, and words that were understood. Those of the examples that it
 * was recognised by are no loss.
 */
export function leftOut(reading: Reading, wants: Wanted | undefined, meaning?: Meaning) {
  const recognised = examples.filter((each) => each.wants === wants).map(({ example }) => example)
  const isNamed = meaning?.record ?? meaning?.conditions.some(({ field }) => field === 'ci_id')
  const explained = new Set(stemsOf([isNamed ? reading.ci_text : '', ...recognised].join(' ')))
  const isExplained = (stems: string[]) => stems.every((stem) => explained.has(stem))
  const hasPlace = (part: Part) =>
    !meaning || hasPart(meaning, part) || (part === 'aspect' && isListed(reading.aspect))
  return {
    strange: reading.unused.filter((word) => !isExplained(contentOf(word))),
    lost: reading.said
      .filter(({ text, part }) => !hasPlace(part) && !isExplained(stemsOf(text)))
      .map(({ text }) => text),
  }
}
