import { findDifference } from './differences.ts'
import { rateResemblance, type EncodedQuestion } from './resemblance.ts'
import { isEdit, isSameOrder } from './same-words.ts'

/**
 * Least logits for two questions to be the same, chosen by cross-validation on the development pairs so that no confusable
 * pair reaches them: one for questions that differ in one place only, one for those that are worded anew.
 */
const sameEnough = { edit: 1, reworded: -0.5 }

/**
 * Whether two questions that are near each other in meaning ask the same. A difference that matters keeps them apart. Where
 * they share all words of content, only the order of these may differ, and little; otherwise the network decides.
 */
export function asksTheSame(a: EncodedQuestion, b: EncodedQuestion): boolean {
  const is_edit = isEdit(a, b)
  if (findDifference(a, b, is_edit)) return false
  if (hasSameContent(a, b)) return isSameOrder(a, b)
  return rateResemblance(a, b) >= (is_edit ? sameEnough.edit : sameEnough.reworded)
}

const hasSameContent = ({ content: a }: EncodedQuestion, { content: b }: EncodedQuestion) =>
  a.size === b.size && [...a].every((stem) => b.has(stem))
