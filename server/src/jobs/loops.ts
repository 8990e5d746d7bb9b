import type { Queue } from '../db/ctx.ts'
import type { Channel } from '../kernel/channel.ts'
import type { Peers } from '../kernel/peers.ts'
import type { Worker } from './lease-loop.ts'

/** The minimum interval between two wake-ups of other processes. */
const notifyInterval = 10

/** The background loops of this process. */
export class Loops {
  readonly #running = new Set<Worker>()
  readonly #peers: Peers
  /** Queues whose other processes are not notified yet. */
  readonly #pending = new Set<Queue>()

  constructor(peers: Peers) {
    this.#peers = peers
    peers.supervisor?.handle('wake', (queues: Queue[]) => this.#wakeHere(queues))
  }

  get running(): Worker[] {
    return [...this.#running]
  }

  add(workers: Worker[]): void {
    for (const worker of workers) this.#running.add(worker)
  }

  /** A commit has added work, for this or another process of this machine. */
  readonly wake = (queue: Queue): void => {
    this.#wakeHere([queue])
    const { supervisor } = this.#peers
    if (!supervisor) return
    if (this.#pending.size === 0) setTimeout(() => this.#notifyPeers(supervisor), notifyInterval).unref()
    this.#pending.add(queue)
  }

  async stop(timeout: number, workers: Iterable<Worker> = this.#running): Promise<void> {
    const stopping = [...workers]
    await Promise.all(stopping.map((worker) => worker.stop(timeout)))
    for (const worker of stopping) this.#running.delete(worker)
  }

  #notifyPeers(supervisor: Channel): void {
    supervisor.notify('wake', [...this.#pending])
    this.#pending.clear()
  }

  #wakeHere(queues: Queue[]): void {
    for (const worker of this.#running) if (worker.queue && queues.includes(worker.queue)) worker.wake()
  }
}
