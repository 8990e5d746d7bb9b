import type { Evidence } from './model.ts'

export interface Clue extends Evidence {
  /** Confidence from this evidence alone, 0 to 1. */
  weight: number
  causes: string[]
}

/** Maximum confidence: records never prove a cause. */
const maxConfidence = 0.95

/**
 * Independent evidence adds up (noisy or). Evidence for other causes takes away up to half. Monotonic: more agreement never
 * lowers the confidence, more disagreement never raises it.
 */
export function confidenceOf(agreeing: number[], others: number[]): number {
  const doubt = agreeing.reduce((left, weight) => left * (1 - weight), 1)
  const support = sum(agreeing)
  const agreement = support === 0 ? 0 : support / (support + sum(others))
  return Math.round(maxConfidence * (1 - doubt) * (0.5 + agreement / 2) * 100) / 100
}

const sum = (weights: number[]) => weights.reduce((total, weight) => total + weight, 0)

export interface Verdict {
  cause: string
  confidence: number
  support: Clue[]
}

export function mostProbable(clues: Clue[]): Verdict | undefined {
  const verdicts = [...new Set(clues.flatMap(({ causes }) => causes))].map((cause) => {
    const support = clues.filter(({ causes }) => causes.includes(cause))
    const others = clues.filter(({ causes }) => causes.length > 0 && !causes.includes(cause))
    const confidence = confidenceOf(weightsOf(support), weightsOf(others))
    return { cause, confidence, support }
  })
  return verdicts.toSorted((one, other) => other.confidence - one.confidence)[0]
}

const weightsOf = (clues: Clue[]) => clues.map(({ weight }) => weight)
