import { setTimeout as sleep } from 'node:timers/promises'

/** The acknowledged writes: names of records, each created by one successful request. */
export class Ledger {
  readonly acknowledged = new Set<string>()
  readonly attempted = new Set<string>()
  readonly surprises: string[] = []
  #over = false
  readonly #clients: Promise<void>[]

  /** `write` creates a record of that name, and returns undefined if it had nothing to do. */
  constructor(write: (name: string) => Promise<Response | undefined>, clients = 16) {
    this.#clients = Array.from({ length: clients }, (_, id) => this.#run(write, id))
  }

  async #run(write: (name: string) => Promise<Response | undefined>, id: number): Promise<void> {
    for (let i = 0; !this.#over; i++) {
      const name = `${id}-${i}`
      this.attempted.add(name)
      const response = await write(name).catch(() => undefined)
      if (response?.ok) this.acknowledged.add(name)
      else if (response && (response.status !== 503 || !response.headers.get('retry-after')))
        this.surprises.push(`${response.status} ${await response.text()}`)
      else await sleep(20)
    }
  }

  async close(): Promise<void> {
    this.#over = true
    await Promise.all(this.#clients)
  }

  /** Acknowledged but missing, present twice, or present without a request. */
  reconcile(found: string[]): { lost: string[]; doubled: string[]; phantom: string[] } {
    const times = new Map<string, number>()
    for (const name of found) times.set(name, (times.get(name) ?? 0) + 1)
    return {
      lost: [...this.acknowledged].filter((name) => !times.has(name)),
      doubled: [...times].filter(([, times]) => times > 1).map(([name]) => name),
      phantom: [...times.keys()].filter((name) => !this.attempted.has(name)),
    }
  }
}

export const nothingLost = { lost: [], doubled: [], phantom: [] }
