/** Lets a few work at a time and the others wait in order, so that long work never takes all connections to the database. */
export class Turns {
  readonly #max: number
  #working = 0
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#max = max
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working < this.#max) this.#working++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#working--
    }
  }
}
