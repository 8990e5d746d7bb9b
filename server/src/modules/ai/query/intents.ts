import { cosine } from '../math/vectors.ts'
import { examples } from './language/intents.ts'
import type { NearestExample } from './language/wanted.ts'

/** Turns texts into vectors of their meaning: a sentence encoder, or the static embedding. */
export type Encode = (texts: readonly string[]) => Promise<Float32Array[]>

/** Matches questions with the examples, whose vectors are computed once. */
export function openIntents(encode: Encode) {
  let vectors: Promise<Float32Array[]> | undefined
  const load = () => {
    vectors ??= encode(examples.map(({ example }) => example)).catch((error: unknown) => {
      vectors = undefined
      throw error
    })
    return vectors
  }
  /** The last form can only say that one record is asked about. */
  return async (forms: string[]): Promise<NearestExample> => {
    const asked = await encode(forms)
    let known = await load()
    // Another model has taken over since.
    if (known[0]!.length !== asked[0]!.length) {
      vectors = undefined
      known = await load()
    }
    const nearest = asked.map((vector) => {
      const scores = known.map((example) => cosine(vector, example))
      const best = scores.indexOf(Math.max(...scores))
      return { ...examples[best]!, score: scores[best]! }
    })
    const allowed = nearest.filter(({ wants }, n) => n < forms.length - 1 || wants.is === 'record')
    return allowed.toSorted((a, b) => b.score - a.score)[0]!
  }
}

export type MatchIntent = ReturnType<typeof openIntents>
