/** Evidence for or against something as a probability. */
export const logistic = (evidence: number): number => 1 / (1 + Math.exp(-evidence))

/** Turns scores into probabilities, in place. A higher temperature makes them less certain. */
export function softmax(scores: Float64Array, temperature = 1): void {
  let largest = -Infinity
  for (const score of scores) if (score > largest) largest = score
  let sum = 0
  for (let c = 0; c < scores.length; c++) sum += scores[c] = Math.exp((scores[c]! - largest) / temperature)
  for (let c = 0; c < scores.length; c++) scores[c]! /= sum
}
