import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import type { Peers } from '../../../kernel/peers.ts'
import type { InboundRow } from './model.ts'
import { compileRules, type EvaluateRules } from './rules.ts'
import { findForCall } from './store.ts'

interface CacheEntry {
  webhook: InboundRow
  evaluate: EvaluateRules
}

/** Caches active webhooks with compiled rules for a second, because alerts arrive in bursts. */
export interface InboundCache {
  find: (db: Db, id: string) => Promise<CacheEntry | undefined>
  /** After the commit of a change on this machine. */
  clear: () => Promise<void>
}

const topic = 'inbound webhooks'

const emptyEntries = () => new LRUCache<string, CacheEntry>({ max: 1000, ttl: second })

export function openInboundCache(peers: Peers): InboundCache {
  let entries = emptyEntries()
  const clearHere = () => {
    entries = emptyEntries()
  }
  peers.subscribe(topic, clearHere)
  return {
    find: async (db, id) => {
      // A row that was read before a change must not be kept after it.
      const openEntries = entries
      const cached = openEntries.get(id)
      if (cached) return cached
      const webhook = await findForCall(db, id)
      if (!webhook) return undefined
      const entry = { webhook, evaluate: compileRules(webhook) }
      openEntries.set(id, entry)
      return entry
    },
    clear: () => {
      clearHere()
      return peers.publish(topic)
    },
  }
}
