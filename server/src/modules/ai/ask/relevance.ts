import { encoderName } from '../embedding/encoder.ts'
import type { Ai } from '../engine/open.ts'
import { cosine } from '../math/vectors.ts'
import type { Section } from '../retrieval/sections.ts'
import { weightsOf, type Statistics } from '../retrieval/scoring.ts'
import { termsOf } from '../text/terms.ts'

/** How well a text answers a question. */
export interface Relevance {
  question: string
  /** The weighted share of the question's words that a text has. Words of the title say little about one of its sections. */
  share: (text: string, title?: string) => number
  /** The similarity in meaning of a section. */
  nearness: (section: Section) => number
  /** Of one sentence, list, table or code. */
  ofPart: (text: string) => number
}

// Chosen on one half of the questions of docs/ai.md, like the bonuses of headings.
const titled = 0.3
const encodedWeight = 2
const staticWeight = 0.7

export async function relevanceTo(question: string, ai: Ai, statistics: Statistics): Promise<Relevance> {
  const [encoded] = await ai.embedding.encode([question], { urgent: true })
  const isEncoded = ai.embedding.name === encoderName
  const { embed } = ai.static_embedding
  const meaning = embed(question)
  const share = shareOf(question, statistics)
  return {
    question,
    share,
    nearness: ({ heading, text, vectors }) =>
      isEncoded && vectors.every(Boolean)
        ? encodedWeight * Math.max(...vectors.map((vector) => cosine(encoded!, vector!)))
        : staticWeight * cosine(meaning, embed(`${heading} ${text}`)),
    ofPart: (text) => share(text) + staticWeight * cosine(meaning, embed(text)),
  }
}

/** The weighted share of the question's words that a text has. */
export function shareOf(question: string, statistics: Statistics): Relevance['share'] {
  const weights = weightsOf(termsOf(question), statistics)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  return (text, title = '') => {
    const [terms, titleTerms] = [new Set(termsOf(text)), new Set(termsOf(title))]
    let shared = 0
    for (const [term, weight] of weights)
      if (terms.has(term)) shared += titleTerms.has(term) ? titled * weight : weight
    return shared / all
  }
}
