import type { Service } from '../service.ts'

/** What clients were told is done: the names of API keys, each made by one acknowledged POST. */
export class Ledger {
  readonly acknowledged = new Set<string>()
  readonly attempted = new Set<string>()
  readonly surprises: string[] = []
  #over = false
  #clients: Promise<void>[] = []

  constructor(service: Service, token: string, clients = 16) {
    this.#clients = Array.from({ length: clients }, (_, id) => this.#run(service, token, id))
  }

  async #run(service: Service, token: string, id: number): Promise<void> {
    for (let i = 0; !this.#over; i++) {
      const name = `${id}-${i}`
      this.attempted.add(name)
      const response = await service.write(token, name).catch(() => undefined)
      if (response?.status === 201) this.acknowledged.add(name)
      else if (response && (response.status !== 503 || !response.headers.get('retry-after')))
        this.surprises.push(`${response.status} ${await response.text()}`)
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async close(): Promise<void> {
    this.#over = true
    await Promise.all(this.#clients)
  }

  /** Acknowledged but not there, there twice, and there without anybody having asked for it. */
  async reconcile(
    service: Service,
    token: string,
  ): Promise<{ lost: string[]; doubled: string[]; phantom: string[] }> {
    const found = new Map<string, number>()
    for (let next: string | undefined = ''; next !== undefined;) {
      const response = await service.call(token, `/profile/api-keys?limit=200${next && `&cursor=${next}`}`)
      const page = (await response.json()) as { data: { name: string }[]; next_cursor?: string }
      for (const { name } of page.data) found.set(name, (found.get(name) ?? 0) + 1)
      next = page.next_cursor
    }
    return {
      lost: [...this.acknowledged].filter((name) => !found.has(name)),
      doubled: [...found].filter(([, times]) => times > 1).map(([name]) => name),
      phantom: [...found.keys()].filter((name) => !this.attempted.has(name)),
    }
  }
}
