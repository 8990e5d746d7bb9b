import type { QuestionWords } from './question-words.ts'
import { isSameOrder } from './same-words.ts'
import { setOf } from './words.ts'

/** Minimum logits for two questions to be the same (ADR 0017). */
const minLogit = 1.4
const minLogitIfAmbiguous = 3.3

/** Yes-or-no questions: one word can reverse the answer. */
const yesOrNo = setOf('is was can must must-not should will would')

/** With fewer content words, a higher logit is needed. */
const fewWords = 3

/** Whether the model's logit for two questions means that they ask the same. */
export function isSameBy(logit: number, a: QuestionWords, b: QuestionWords): boolean {
  const isShort = Math.min(a.content.size, b.content.size) < fewWords
  const needsMore = isShort || (yesOrNo.has(a.kind) && yesOrNo.has(b.kind))
  return logit >= (needsMore ? minLogitIfAmbiguous : minLogit)
}

/**
 * Decides by the words alone, because the model handles numbers and word order badly: questions with different numbers or
 * host names differ, and so do the same words in another order or after another question word. Undefined where the model decides.
 */
export function judgeByWords(a: QuestionWords, b: QuestionWords): boolean | undefined {
  if (hasOtherFigures(a, b) || hasOtherHosts(a, b)) return false
  if (!areEqual(a.stems, b.stems)) return undefined
  if (!isSameOrder(a, b)) return false
  return areEqual(a.content, b.content) ? true : undefined // `http` has the stem of `https`
}

function hasOtherFigures(a: QuestionWords, b: QuestionWords): boolean {
  if (a.figures.toSorted().join(' ') !== b.figures.toSorted().join(' ')) return true
  // A spelt-out number may be implied: "the second monitor" is "another monitor".
  return a.numbers.some((n) => !b.numbers.includes(n)) && b.numbers.some((n) => !a.numbers.includes(n))
}

const hasOtherHosts = (a: QuestionWords, b: QuestionWords) =>
  a.hosts.some((host) => !b.content.has(host)) && b.hosts.some((host) => !a.content.has(host))

const areEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((word) => b.has(word))
