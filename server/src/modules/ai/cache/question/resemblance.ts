import type { QuestionWords } from './question-words.ts'

/** A question with the vector of its meaning. */
export interface EncodedQuestion extends QuestionWords {
  vector: Float32Array
}

/** One hidden layer: its weights, its biases, the weights of the output and the bias of the output. */
export type Network = Float32Array

/** Products and distances of the two vectors, their cosine, and four figures about the words. */
const inputsFor = (dimensions: number) => 2 * dimensions + 5

/**
 * How far two questions ask the same, as a logit: a small network that was trained on families of questions (ADR 0017). Its
 * inputs are symmetric, so the order of the two does not matter.
 */
export function rateResemblance(values: Network, a: EncodedQuestion, b: EncodedQuestion): number {
  const features = featuresOf(a, b)
  const inputs = features.length
  const hidden = (values.length - 1) / (inputs + 2)
  let sum = values.at(-1)!
  for (let unit = 0; unit < hidden; unit++) {
    let activation = values[hidden * inputs + unit]!
    for (let i = 0; i < inputs; i++) activation += values[unit * inputs + i]! * features[i]!
    if (activation > 0) sum += activation * values[hidden * (inputs + 1) + unit]!
  }
  return sum
}

function featuresOf(a: EncodedQuestion, b: EncodedQuestion): Float32Array {
  const dimensions = a.vector.length
  const features = new Float32Array(inputsFor(dimensions))
  let cosine = 0
  for (let i = 0; i < dimensions; i++) {
    const [x, y] = [a.vector[i]!, b.vector[i]!]
    cosine += x * y
    features[i] = 20 * x * y
    features[dimensions + i] = 4 * Math.abs(x - y)
  }
  features.set([5 * cosine - 4, ...overlapOf(a.content, b.content)], 2 * dimensions)
  return features
}

/** Shared words, words that only one has, by how many one has more of those, and whether one has all words of the other. */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number[] {
  const shared = [...a].filter((word) => b.has(word)).length
  const [onlyA, onlyB] = [a.size - shared, b.size - shared].map((count) => Math.min(count, 4) / 4) as [
    number,
    number,
  ]
  const all = a.size + b.size - shared
  const isPart = shared === a.size || shared === b.size
  return [shared / Math.max(1, all), onlyA + onlyB, Math.abs(onlyA - onlyB), isPart ? 1 : 0]
}
