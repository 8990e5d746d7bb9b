import { softmax } from '../../math/probability.ts'

export interface HeldOutRows {
  scores: Float64Array[]
  labels: number[]
}

const fewest = 200

/** The temperature that calibrates the scores; undefined with too few rows. */
export function temperatureFor({ scores, labels }: HeldOutRows): number | undefined {
  if (labels.length < fewest) return undefined
  let [best, least] = [1, Infinity]
  for (let log = -1.2; log <= 1.21; log += 0.05) {
    const loss = lossAt({ scores, labels }, Math.exp(log))
    if (loss < least) [best, least] = [Math.exp(log), loss]
  }
  return best
}

export function lossAt({ scores, labels }: HeldOutRows, temperature: number): number {
  let sum = 0
  for (const [i, row] of scores.entries()) {
    const shares = row.slice()
    softmax(shares, temperature)
    sum -= Math.log(Math.max(1e-12, shares[labels[i]!]!))
  }
  return sum / labels.length
}

export interface Outcome {
  confidence: number
  is_right: boolean
}

const bins = 15

/** Expected calibration error in fifteen bins. */
export function calibrationError(outcomes: Outcome[]): number {
  const sums = new Float64Array(bins)
  for (const { confidence, is_right } of outcomes)
    sums[Math.min(bins - 1, Math.floor(confidence * bins))]! += confidence - Number(is_right)
  return sums.reduce((sum, gap) => sum + Math.abs(gap), 0) / outcomes.length
}

export const accuracyOf = (outcomes: Outcome[]): number =>
  outcomes.filter(({ is_right }) => is_right).length / outcomes.length
