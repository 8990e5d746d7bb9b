import type { Io } from '../io.ts'

const width = 30

/** A bar on a terminal; elsewhere nothing, because a log file has no use for it. */
export class ProgressBar {
  readonly #io: Io
  readonly #total: number
  readonly #isShown: boolean
  #done = 0

  constructor(io: Io, total: number, isShown: boolean) {
    this.#io = io
    this.#total = total
    this.#isShown = isShown && io.stderr.isTTY === true
  }

  advance(count: number): void {
    this.#done += count
    if (this.#isShown) this.#io.stderr.write(`\r${barOf(this.#done, this.#total)}`)
  }

  /** Leaves the line free for what follows. */
  end(): void {
    if (this.#isShown) this.#io.stderr.write('\r\u001B[K')
  }
}

export function barOf(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.floor(share * width)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.floor(share * 100)} %  ${done} of ${total}`
}
