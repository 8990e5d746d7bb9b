/** Values that rarely change, cached for a while and shared by all requests of this process. */
export class Cache {
  readonly #entries = new Map<string, { until: number; value: Promise<unknown> }>()

  /** Loads the value if it is missing or older than `ttl` milliseconds. A failure is not cached. */
  get<T>(key: string, now: Date, ttl: number, load: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
    if (known && known.until >= now.getTime()) return known.value as Promise<T>
    const value = load()
    this.#entries.set(key, { until: now.getTime() + ttl, value })
    value.catch(() => this.#entries.delete(key))
    return value
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
