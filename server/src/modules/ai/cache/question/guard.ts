import { cosine } from '../../math/vectors.ts'
import { findDifference } from './differences.ts'
import type { QuestionWords } from './question-words.ts'
import { featuresOf, rateResemblance, type EncodedQuestion, type Network } from './resemblance.ts'
import { isEdit, isSameOrder } from './same-words.ts'
import type { Concept } from './synonyms.ts'

/** Least logit for two questions to be the same, chosen by cross-validation (ADR 0017). */
const sameEnough = 1.5

/** Words of content that a question needs before the network may judge it. */
const fewestWords = 2

/**
 * Whether two questions that are near each other in meaning ask the same. A difference that matters keeps them apart. With
 * the same words of content, only their order may differ, and little. Otherwise the network decides, save where one question
 * is the other with up to three words replaced, and not by synonyms: that is how most with another answer differ.
 */
export const asksTheSame = (network: Network, a: EncodedQuestion, b: EncodedQuestion): boolean =>
  judgeByRules(a, b) ??
  (!(isEdit(a, b) && isAboutOther(a, b)) &&
    rateResemblance(network, featuresOf(a, b, cosine(a.vector, b.vector))) >= sameEnough)

/** What the rules alone say; undefined where the network decides. */
export function judgeByRules(a: QuestionWords, b: QuestionWords): boolean | undefined {
  if (findDifference(a, b, isEdit(a, b))) return false
  if (hasSameContent(a, b)) return isSameOrder(a, b)
  return Math.min(a.content.size, b.content.size) < fewestWords ? false : undefined
}

const hasSameContent = ({ content: a }: QuestionWords, { content: b }: QuestionWords) =>
  a.size === b.size && [...a].every((stem) => b.has(stem))

/** Whether one of them says something that the other does not say in any words. */
const isAboutOther = ({ concepts: a }: QuestionWords, { concepts: b }: QuestionWords) =>
  [...a, ...b].some(({ name, is_light }) => !is_light && !(hasConcept(a, name) && hasConcept(b, name)))

const hasConcept = (concepts: Concept[], name: string) => concepts.some((concept) => concept.name === name)
