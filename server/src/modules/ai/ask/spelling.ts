import type { Ctx } from '../../../db/ctx.ts'
import { lookUp } from '../../search/store.ts'
import type { Ai } from '../engine/open.ts'
import { wordsIn } from '../text/words.ts'

/** A shorter word may be an abbreviation. */
const shortest = 4

/**
 * A question with its typing errors corrected: a word that neither the embedding nor any title knows is replaced by the word
 * of a title that is one mistake away.
 */
export async function respelled({ db }: Ctx, { static_embedding }: Ai, question: string): Promise<string> {
  const isKnown = (word: string) => static_embedding.countTokens(word) === 1
  const unknown = wordsIn(question).filter(
    (word) => word.length >= shortest && /^\p{L}+$/u.test(word) && !isKnown(word),
  )
  const terms = unknown.length > 0 ? await lookUp(db, [...new Set(unknown)]) : []
  const corrected = new Map(terms.map(({ word, similar }) => [word, similar.find(isKnown) ?? similar[0]]))
  return question.replaceAll(/\p{L}+/gu, (typed) => corrected.get(typed.toLowerCase()) ?? typed)
}
