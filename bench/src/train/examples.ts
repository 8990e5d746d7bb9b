import { formOf, keyForm } from '@mainstay/server/dist/modules/ai/cache/question/form.js'
import { judgeByRules } from '@mainstay/server/dist/modules/ai/cache/question/guard.js'
import { takeApart } from '@mainstay/server/dist/modules/ai/cache/question/question-words.js'
import { featuresOf } from '@mainstay/server/dist/modules/ai/cache/question/resemblance.js'
import { isEdit } from '@mainstay/server/dist/modules/ai/cache/question/same-words.js'
import { sharedEncoder } from '@mainstay/server/dist/modules/ai/embedding/encoder.js'
import { cosine } from '@mainstay/server/dist/modules/ai/math/vectors.js'
import { freshPairs, ownPairs, readFamilies, splitPairs } from '../eval/question-pairs.ts'

/** Two questions with all that decides about them but the network. */
export interface Example {
  a: string
  b: string
  is_same: boolean
  /** Pairs of one group are never in training and test at once. */
  group: number
  /** Written as a pair, or as something else than the first question of a family. */
  is_direct: boolean
  /** What equal forms or the rules say; undefined where the network decides. */
  verdict: boolean | undefined
  is_edit: boolean
  features: number[]
}

interface PlainPair {
  a: string
  b: string
  is_same: boolean
  group: number
  is_direct: boolean
}

/** Pairs of questions that are within a family, or written as a pair. */
export function trainingPairs(): PlainPair[] {
  const families = readFamilies()
  const ofFamilies = families.flatMap(({ same, others }, group) => [
    ...same.flatMap((a, i) =>
      same.slice(i + 1).map((b) => ({ a, b, is_same: true, group, is_direct: i === 0 })),
    ),
    ...others.flatMap((b) => same.map((a, i) => ({ a, b, is_same: false, group, is_direct: i === 0 }))),
  ])
  const ofPairs = ownPairs().map(({ type, a, b }, i) => ({
    a,
    b,
    is_same: type !== 'confusable',
    group: families.length + i,
    is_direct: true,
  }))
  return [...ofFamilies, ...ofPairs]
}

/** So near to a question of a test set that training with it would give the test away. */
const tooNear = 0.9

/** Without the pairs that have a question near to one that is kept for testing. */
export async function makeExamples(pairs: PlainPair[]): Promise<Example[]> {
  const kept = [...splitPairs('dev'), ...splitPairs('unseen'), ...freshPairs()]
  const tests = await encode(kept.flatMap(({ a, b }) => [a, b]))
  const vectors = await encode(pairs.flatMap(({ a, b }) => [a, b]))
  const isNear = new Map(
    [...vectors].map(([text, vector]) => [
      text,
      [...tests.values()].some((test) => cosine(test, vector) >= tooNear),
    ]),
  )
  return pairs.filter(({ a, b }) => !isNear.get(a) && !isNear.get(b)).map((pair) => exampleOf(pair, vectors))
}

export function exampleOf(pair: PlainPair, vectors: Map<string, Float32Array>): Example {
  const [one, other] = [pair.a, pair.b].map((text) => {
    const form = formOf(text)
    return { key: keyForm(form), ...takeApart(form), vector: vectors.get(text)! }
  }) as [Encoded, Encoded]
  return {
    ...pair,
    verdict: one.key === other.key ? true : judgeByRules(one, other),
    is_edit: isEdit(one, other),
    features: featuresOf(one, other, cosine(one.vector, other.vector)),
  }
}

type Encoded = ReturnType<typeof takeApart> & { key: string; vector: Float32Array }

export async function encode(texts: string[]): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>()
  for (const text of new Set(texts)) vectors.set(text, await sharedEncoder().encode(text, false))
  return vectors
}
