import { noPeers, type Peers } from '../kernel/peers.ts'

/** Values that change rarely, cached for all requests of this process. */
export class Cache {
  readonly #peers: Peers
  readonly #entries = new Map<string, { until: number; value: Promise<unknown> }>()

  constructor(peers: Peers = noPeers) {
    this.#peers = peers
    peers.subscribe('cache', (key) => this.#entries.delete(key))
  }

  /** Loads it when it is missing or older than `ttl` milliseconds. A failure is not cached. */
  get<T>(key: string, now: Date, ttl: number, load: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
    if (known && known.until >= now.getTime()) return known.value as Promise<T>
    const value = load()
    this.#entries.set(key, { until: now.getTime() + ttl, value })
    value.catch(() => this.#entries.delete(key))
    return value
  }

  /** In all processes of this machine. */
  delete(key: string): Promise<void> {
    this.#entries.delete(key)
    return this.#peers.publish('cache', key)
  }
}
