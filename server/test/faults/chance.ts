import { randomInt } from 'node:crypto'
import { seededIntegers } from '../../src/kernel/random.ts'

/** Deterministic random numbers; FAULT_SEED repeats the sequence that a run has printed. */
export class Chance {
  readonly seed: number
  readonly #integers: () => number

  constructor(seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31))) {
    this.seed = seed
    this.#integers = seededIntegers(seed)
  }

  /** A number from `least` up to, but not including, `most`. */
  between(least: number, most: number): number {
    return least + this.#next() * (most - least)
  }

  /** True in so many of 100 cases. */
  happens(percent: number): boolean {
    return this.#next() * 100 < percent
  }

  /** A whole number from 0 up to, but not including, `most`. */
  below(most: number): number {
    return Math.floor(this.#next() * most)
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!
  }

  #next(): number {
    return this.#integers() / 2 ** 32
  }
}

/** Figures for docs/reliability.md. */
export const report = (figures: object): void =>
  void process.stdout.write(`${new Date().toISOString()} ${JSON.stringify(figures)}\n`)
