import type { Queue } from '../db/ctx.ts'
import type { Channel } from '../kernel/channel.ts'
import type { Log } from '../kernel/log.ts'
import type { Peers } from '../kernel/peers.ts'
import type { BackgroundLoop } from './background-loop.ts'

/** The minimum interval between two wake-ups of other processes. */
const notifyInterval = 10

/** The background loops of this process. */
export class Loops {
  readonly #running = new Set<BackgroundLoop>()
  readonly #peers: Peers
  readonly #log: Log
  /** Queues whose other processes are not notified yet. */
  readonly #pending = new Set<Queue>()

  constructor(peers: Peers, log: Log) {
    this.#peers = peers
    this.#log = log
    peers.supervisor?.handle('wake', (queues: Queue[]) => this.#wakeHere(queues))
  }

  get running(): BackgroundLoop[] {
    return [...this.#running]
  }

  add(loops: BackgroundLoop[]): void {
    for (const loop of loops) this.#running.add(loop)
  }

  /** A commit has added work, for this or another process of this machine. */
  readonly wake = (queue: Queue): void => {
    this.#wakeHere([queue])
    const { supervisor } = this.#peers
    if (!supervisor) return
    if (this.#pending.size === 0) setTimeout(() => this.#notifyPeers(supervisor), notifyInterval).unref()
    this.#pending.add(queue)
  }

  /** A failure fails no request, because its change is committed. */
  readonly catchUp = async (queues: ReadonlySet<Queue>): Promise<void> => {
    const woken = this.running.filter(({ queue }) => queue && queues.has(queue))
    const logFailure = (error: unknown) => this.#log.debug({ err: error }, 'could not catch up with a commit')
    await Promise.all(woken.flatMap(({ catchUp }) => catchUp?.().catch(logFailure) ?? []))
  }

  async stop(timeout: number, loops: Iterable<BackgroundLoop> = this.#running): Promise<void> {
    const stopping = [...loops]
    await Promise.all(stopping.map((loop) => loop.stop(timeout)))
    for (const loop of stopping) this.#running.delete(loop)
  }

  #notifyPeers(supervisor: Channel): void {
    supervisor.notify('wake', [...this.#pending])
    this.#pending.clear()
  }

  #wakeHere(queues: Queue[]): void {
    for (const loop of this.#running) if (loop.queue && queues.includes(loop.queue)) loop.wake?.()
  }
}
