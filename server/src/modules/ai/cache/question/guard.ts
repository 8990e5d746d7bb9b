import type { QuestionWords } from './question-words.ts'
import { isSameOrder } from './same-words.ts'
import { setOf } from './words.ts'

/** Least logits of the model for two questions to be the same (ADR 0017). */
const sameEnough = 1.4
const surelySame = 3.3

/** Questions that are answered with yes or no: one word turns the answer. */
const yesOrNo = setOf('is was can must must-not should will would')

/** Fewer words of content than this say too little to be sure. */
const fewWords = 3

/** Whether the model's logit for two questions means that they ask the same. */
export function isSameBy(logit: number, a: QuestionWords, b: QuestionWords): boolean {
  const isShort = Math.min(a.content.size, b.content.size) < fewWords
  const needsMore = isShort || (yesOrNo.has(a.kind) && yesOrNo.has(b.kind))
  return logit >= (needsMore ? surelySame : sameEnough)
}

/**
 * What the words alone say, since the model does not read figures well and hardly sees the order of words: questions with
 * other figures differ, and so do those with the same words in another order or after another question word. Undefined where
 * the model decides.
 */
export function judgeByWords(a: QuestionWords, b: QuestionWords): boolean | undefined {
  if (hasOtherFigures(a, b)) return false
  if (!areEqual(a.stems, b.stems)) return undefined
  if (!isSameOrder(a, b)) return false
  return areEqual(a.content, b.content) ? true : undefined // `http` has the stem of `https`
}

function hasOtherFigures(a: QuestionWords, b: QuestionWords): boolean {
  if (a.figures.toSorted().join(' ') !== b.figures.toSorted().join(' ')) return true
  // A number in letters may be implied: the second monitor is another monitor.
  return a.numbers.some((n) => !b.numbers.includes(n)) && b.numbers.some((n) => !a.numbers.includes(n))
}

const areEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((word) => b.has(word))
