import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../../db/ctx.ts'
import { retryOnOutage, type BackgroundLoop } from '../../../jobs/background-loop.ts'
import { second } from '../../../kernel/durations.ts'
import type { Embedding } from '../embedding/model.ts'
import { openMirror, type Mirror } from './mirror.ts'
import { noCounts, type Counts, type Endpoint } from './model.ts'
import * as store from './store.ts'

const longestWait = second

/** Two keys each, so a few megabytes. */
const maxRecognised = 10_000

export interface Cache extends BackgroundLoop {
  embedding: Embedding
  /** Maximum number of entries, across all nodes; 0 disables the cache. */
  max_entries: number
  mirror: Mirror
  /** The cached question that the second model has found to ask the same, so that it compares the same words only once. */
  recognised: LRUCache<string, string>
  flights: Map<string, Promise<unknown>>
  note: (endpoint: Endpoint, counts: Partial<Counts>) => void
  /** Marks an entry as used, for least-recently-used eviction. */
  use: (key: string) => void
  flush: () => Promise<void>
}

/**
 * Counters are written once a second, so that a hit writes nothing. A crash loses at most a second of them, and so does
 * each write that fails in an outage.
 */
export function openCache(makeCtx: () => Ctx, embedding: Embedding, max_entries: number): Cache {
  let counted = new Map<Endpoint, Counts>()
  let used = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async (ctx: Ctx, counts: Map<Endpoint, Counts>, keys: string[]) => {
    for (const endpoint of [...counts.keys()].toSorted())
      await store.count(ctx.db, endpoint, counts.get(endpoint)!)
    if (keys.length > 0) await store.touch(ctx.db, keys)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const [counts, keys] = [counted, [...used]]
    counted = new Map()
    used = new Set()
    if (counts.size > 0)
      writing = writing.then(() => retryOnOutage(makeCtx(), () => write(makeCtx(), counts, keys)))
    return writing
  }
  return {
    embedding,
    max_entries,
    mirror: openMirror(max_entries),
    recognised: new LRUCache({ max: maxRecognised }),
    flights: new Map(),
    note: (endpoint, counts) => {
      const sum = counted.get(endpoint) ?? { ...noCounts }
      for (const [name, n] of Object.entries(counts)) sum[name as keyof Counts] += n
      counted.set(endpoint, sum)
      timer ??= setTimeout(() => void flush(), longestWait).unref()
    },
    use: (key) => void used.add(key),
    flush,
    stop: flush,
  }
}
