import type { Peers } from '../kernel/peers.ts'
import type { Worker } from './lease-loop.ts'

/** The minimum interval between two wake-ups of other processes. */
const notifyInterval = 10

/** The background loops of this process. */
export class Loops {
  readonly #running = new Set<Worker>()
  readonly #peers: Peers
  #notifying: NodeJS.Timeout | undefined

  constructor(peers: Peers) {
    this.#peers = peers
    peers.supervisor?.handle('wake', () => this.#wakeHere())
  }

  add(workers: Worker[]): void {
    for (const worker of workers) this.#running.add(worker)
  }

  /** A commit may have added work, for this or another process of this machine. */
  readonly wake = (): void => {
    this.#wakeHere()
    const { supervisor } = this.#peers
    if (!supervisor || this.#notifying) return
    this.#notifying = setTimeout(() => {
      this.#notifying = undefined
      supervisor.notify('wake')
    }, notifyInterval).unref()
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
