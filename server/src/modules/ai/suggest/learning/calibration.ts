import { softmax } from '../../math/probability.ts'

export interface HeldOutRows {
  scores: Float64Array[]
  labels: number[]
}

export interface Calibration {
  /** A higher temperature makes the probabilities less certain. */
  temperature: number
  /** The power of the scores. Words repeat each other's evidence, so large scores promise too much; 1 in older models. */
  damping?: number
}

export function probabilitiesOf(
  scores: Float64Array,
  { temperature, damping = 1 }: Calibration,
): Float64Array {
  const probabilities = scores.map((score) => Math.sign(score) * Math.abs(score) ** damping)
  softmax(probabilities, temperature)
  return probabilities
}

const fewest = 200
const dampings = [0.6, 0.7, 0.8, 0.9, 1]

/** The calibration with the least loss; undefined with too few rows. */
export function calibrationFor(heldOut: HeldOutRows): Calibration | undefined {
  if (heldOut.labels.length < fewest) return undefined
  let [best, least]: [Calibration, number] = [{ temperature: 1 }, Infinity]
  for (const damping of dampings)
    for (let log = -1.5; log <= 1.21; log += 0.05) {
      const calibration = { temperature: Math.exp(log), damping }
      const loss = lossOf(heldOut, calibration)
      if (loss < least) [best, least] = [calibration, loss]
    }
  return best
}

export function lossOf({ scores, labels }: HeldOutRows, calibration: Calibration): number {
  let sum = 0
  for (const [i, row] of scores.entries())
    sum -= Math.log(Math.max(1e-12, probabilitiesOf(row, calibration)[labels[i]!]!))
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
