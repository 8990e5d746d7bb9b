import type { Evidence } from './model.ts'

/** Evidence with how much it says, and for which causes it speaks. */
export interface Clue extends Evidence {
  /** From 0 to 1: how sure one would be with nothing but this. */
  weight: number
  causes: string[]
}

/** Records hint at a cause; they never prove it. */
const surest = 0.95

/**
 * Independent hints add up: each leaves less room for doubt. What speaks for something else takes up to half of it away. More
 * that agrees never lowers it, and more that does not never raises it.
 */
export function confidenceOf(agreeing: number[], others: number[]): number {
  const doubt = agreeing.reduce((left, weight) => left * (1 - weight), 1)
  const support = sum(agreeing)
  const agreement = support === 0 ? 0 : support / (support + sum(others))
  return Math.round(surest * (1 - doubt) * (0.5 + agreement / 2) * 100) / 100
}

const sum = (weights: number[]) => weights.reduce((total, weight) => total + weight, 0)

export interface Verdict {
  cause: string
  confidence: number
  support: Clue[]
}

/** The cause for which most speaks. */
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
