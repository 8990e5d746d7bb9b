import type { Peers } from '../kernel/peers.ts'
import type { Worker } from './lease-loop.ts'

/** At most so often other processes are told that there may be something to do. */
const tellInterval = 10

/** What runs beside requests in this process. */
export class Loops {
  readonly #running = new Set<Worker>()
  readonly #peers: Peers
  #telling: NodeJS.Timeout | undefined

  constructor(peers: Peers) {
    this.#peers = peers
    peers.supervisor?.handle('wake', () => this.#wakeHere())
  }

  add(workers: Worker[]): void {
    for (const worker of workers) this.#running.add(worker)
  }

  /** A commit may have left something to do, here or in another process of this machine. */
  readonly wake = (): void => {
    this.#wakeHere()
    const { supervisor } = this.#peers
    if (!supervisor || this.#telling) return
    this.#telling = setTimeout(() => {
      this.#telling = undefined
      supervisor.tell('wake')
    }, tellInterval).unref()
  }

  async stop(patience: number, workers: Iterable<Worker> = this.#running): Promise<void> {
    const stopping = [...workers]
    await Promise.all(stopping.map((worker) => worker.stop(patience)))
    for (const worker of stopping) this.#running.delete(worker)
  }

  #wakeHere(): void {
    for (const worker of this.#running) worker.wake()
  }
}
