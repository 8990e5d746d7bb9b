import type { Channel } from '../kernel/channel.ts'

/** How many connections or streams each caller has open, in all workers of this machine together. */
export interface MachineCounts {
  /** Counts of other workers arrive some milliseconds late. */
  total: (key: string) => number
  add: (key: string, n: 1 | -1) => void
}

export type Counts = [key: string, count: number][]

const reportInterval = 20

export function machineCounts(name: string, supervisor: Channel | undefined): MachineCounts {
  const own = new Map<string, number>()
  const others = new Map<string, number>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const report = () => {
    timer = undefined
    if (changed.size === 0) return
    const counts = [...changed].map((key): [string, number] => [key, own.get(key) ?? 0])
    changed.clear()
    supervisor?.notify(`counts:${name}`, counts)
    timer = setTimeout(report, reportInterval).unref()
  }
  supervisor?.handle(`counts:${name}`, (counts: Counts) => {
    for (const [key, count] of counts) setOrDelete(others, key, count)
  })
  return {
    total: (key) => (own.get(key) ?? 0) + (others.get(key) ?? 0),
    add: (key, n) => {
      setOrDelete(own, key, (own.get(key) ?? 0) + n)
      if (supervisor) changed.add(key)
      // The first change is reported immediately, the following ones in batches.
      if (!timer) report()
    },
  }
}

function setOrDelete(counts: Map<string, number>, key: string, count: number): void {
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

/** The counts of all workers, held by the supervisor. */
export class CountsHub<Worker> {
  readonly #byKey = new Map<string, Map<Worker, number>>()

  set(worker: Worker, counts: Counts): void {
    for (const [key, count] of counts) {
      const byWorker = this.#byKey.get(key) ?? new Map<Worker, number>()
      if (count > 0) byWorker.set(worker, count)
      else byWorker.delete(worker)
      if (byWorker.size > 0) this.#byKey.set(key, byWorker)
      else this.#byKey.delete(key)
    }
  }

  /** The counts of all other workers; without keys, all of them. */
  othersThan(worker: Worker, keys: Iterable<string> = this.#byKey.keys()): Counts {
    return [...keys].map((key) => {
      const byWorker = this.#byKey.get(key) ?? new Map<Worker, number>()
      const total = [...byWorker.values()].reduce((sum, count) => sum + count, 0)
      return [key, total - (byWorker.get(worker) ?? 0)]
    })
  }

  keysOf(worker: Worker): string[] {
    return [...this.#byKey].flatMap(([key, byWorker]) => (byWorker.has(worker) ? [key] : []))
  }
}
