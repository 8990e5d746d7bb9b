import { unavailable } from './errors.ts'

/** Limits how many tasks run and how many wait; the others wait in order, and are refused when the queue is full. */
export class Semaphore {
  readonly #concurrent: number
  readonly #queued: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #finished = 0

  constructor({ concurrent, queued = Infinity }: { concurrent: number; queued?: number }) {
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

  /** The slot goes to the longest waiting task, so that no other can take it in between. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
