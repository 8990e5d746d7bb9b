import { unavailable } from './errors.ts'

/** Lets so many pieces of work run at once and so many wait; whoever comes when both are full is refused. */
export class Semaphore {
  readonly #concurrent: number
  readonly #queued: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #finished = 0

  constructor({ concurrent, queued }: { concurrent: number; queued: number }) {
    this.#concurrent = concurrent
    this.#queued = queued
  }

  get finished(): number {
    return this.#finished
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#acquire()
    try {
      return await work()
    } finally {
      this.#finished++
      this.#release()
    }
  }

  async #acquire(): Promise<void> {
    if (this.#running < this.#concurrent) {
      this.#running++
      return
    }
    if (this.#waiting.length >= this.#queued)
      throw unavailable('overloaded', 'Too many secrets are being checked; try again shortly')
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** The slot goes to whoever waits longest, so nobody can slip in between. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
