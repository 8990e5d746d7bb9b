import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { Ledger } from '../faults/ledger.ts'
import type { Service } from '../service.ts'

const perNode = 2

/** Clients of every node that create incidents, and repeat what was not acknowledged with the same Idempotency-Key. */
export class Load {
  readonly ledger: Ledger
  /** When a write was acknowledged, by node. */
  readonly #acknowledged: number[][]
  #isOver = false

  constructor(nodes: Service[], token: string) {
    this.#acknowledged = nodes.map(() => [performance.now()])
    this.ledger = new Ledger(async (name) => {
      const [client = 0, number = 0] = name.split('-').map(Number)
      const node = client % nodes.length
      const response = await this.#create(nodes[node]!, token, name, `P${1 + (number % 4)}`)
      if (response?.ok) this.#acknowledged[node]!.push(performance.now())
      await sleep(100)
      return response
    }, nodes.length * perNode)
  }

  async #create(node: Service, token: string, name: string, priority: string): Promise<Response | undefined> {
    while (!this.#isOver) {
      const response = await node
        .call(token, '/incidents', {
          method: 'POST',
          body: JSON.stringify({ short_description: name, priority }),
          headers: { 'idempotency-key': `cluster-${name}` },
        })
        .catch(() => undefined)
      const isRefused = !response || (response.status === 503 && response.headers.get('retry-after'))
      // 409: the first try is still in progress on a node that has not noticed the failure yet.
      if (!isRefused && response.status !== 409) return response
      await sleep(100)
    }
    return undefined
  }

  /** The longest time in seconds in which a node acknowledged nothing. */
  longestGap(since: number): number {
    const gaps = this.#acknowledged.flatMap((times) =>
      times.slice(1).map((time, i) => (time < since ? 0 : time - times[i]!)),
    )
    return Math.round(Math.max(...gaps) / 100) / 10
  }

  /** Waits until every node has acknowledged writes sent after this call. */
  async served(): Promise<void> {
    const before = this.#acknowledged.map(({ length }) => length)
    const isServed = () => this.#acknowledged.every(({ length }, i) => length > before[i]! + perNode)
    await eventually(isServed, 240)
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.ledger.close()
  }
}
