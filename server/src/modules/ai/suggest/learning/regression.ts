import { seededIntegers } from '../../../../kernel/random.ts'
import { softmax } from '../../math/probability.ts'
import type { Matrix } from './vocabulary.ts'

export interface Weights {
  weights: Float32Array
  bias: Float32Array
}

const initialLearningRate = 0.8
/** The bias learns more slowly, because every row has it. */
const biasLearningRate = 0.05
/** Smaller gradients are skipped, which saves a third of the time. */
const minGradient = 0.002

/**
 * Multinomial logistic regression by stochastic gradient descent. The decreasing learning rate is all the regularisation that
 * is needed: measured, a penalty on the weights and dropping words both made it worse.
 */
export function fit(rows: Matrix, labels: Int32Array, classes: number, rounds: number): Weights {
  const weights = new Float32Array(rows.width * classes)
  const bias = new Float32Array(classes)
  const gradient = new Float64Array(classes)
  const wrongOnes = new Int32Array(classes)
  const total = rounds * labels.length
  let done = 0
  for (let round = 0; round < rounds; round++)
    for (const row of shuffled(labels.length, round)) {
      const step = initialLearningRate * (1 - done++ / total)
      gradient.set(bias)
      addScores(rows, row, weights, gradient)
      softmax(gradient)
      gradient[labels[row]!]! -= 1
      let wrong = 0
      for (let c = 0; c < classes; c++) {
        gradient[c]! *= step
        bias[c]! -= biasLearningRate * gradient[c]!
        if (Math.abs(gradient[c]!) > minGradient * step) wrongOnes[wrong++] = c
      }
      if (wrong > 0) updateWeights(rows, row, weights, gradient, wrongOnes.subarray(0, wrong))
    }
  return { weights, bias }
}
function addScores(
  { starts, columns, values }: Matrix,
  row: number,
  weights: Float32Array,
  scores: Float64Array,
): void {
  const classes = scores.length
  const end = starts[row + 1]!
  for (let i = starts[row]!; i < end; i++) {
    const value = values[i]!
    const at = columns[i]! * classes
    for (let c = 0; c < classes; c++) scores[c]! += value * weights[at + c]!
  }
}

function updateWeights(
  { starts, columns, values }: Matrix,
  row: number,
  weights: Float32Array,
  gradient: Float64Array,
  among: Int32Array,
): void {
  const classes = gradient.length
  const end = starts[row + 1]!
  for (let i = starts[row]!; i < end; i++) {
    const value = values[i]!
    const at = columns[i]! * classes
    for (let j = 0; j < among.length; j++) weights[at + among[j]!]! -= value * gradient[among[j]!]!
  }
}

/** A deterministic pseudo-random permutation of the numbers below `length`. */
export function shuffled(length: number, seed: number): Int32Array {
  const order = Int32Array.from({ length }, (_, i) => i)
  const next = seededIntegers(Math.imul(seed + 1, 0x9e3779b1))
  for (let i = length - 1; i > 0; i--) {
    const j = next() % (i + 1)
    const swapped = order[i]!
    order[i] = order[j]!
    order[j] = swapped
  }
  return order
}
