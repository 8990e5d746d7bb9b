import { findDifference } from './differences.ts'
import { rateResemblance, type EncodedQuestion, type Network } from './resemblance.ts'
import { isEdit, isSameOrder } from './same-words.ts'

/** Least logit for two questions to be the same; the development pairs and all nearby pairs of their questions chose it. */
const sameEnough = 0.3

/** Words of content that a question needs before the network may judge it. */
const fewestWords = 2

/**
 * Whether two questions that are near each other in meaning ask the same. A difference that matters keeps them apart. With
 * the same words of content, only their order may differ, and little. Questions that are the same but for one place are two
 * questions, since that is how most with another answer differ. Where one is worded anew, the network decides.
 */
export function asksTheSame(network: Network, a: EncodedQuestion, b: EncodedQuestion): boolean {
  const is_edit = isEdit(a, b)
  if (findDifference(a, b, is_edit)) return false
  if (hasSameContent(a, b)) return isSameOrder(a, b)
  if (is_edit || Math.min(a.content.size, b.content.size) < fewestWords) return false
  return rateResemblance(network, a, b) >= sameEnough
}

const hasSameContent = ({ common_content: a }: EncodedQuestion, { common_content: b }: EncodedQuestion) =>
  a.size === b.size && [...a].every((stem) => b.has(stem))
