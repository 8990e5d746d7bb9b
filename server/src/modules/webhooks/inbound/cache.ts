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
  /** After a change on this machine. */
  forget: (id: string) => Promise<void>
}

export function openInboundCache(peers: Peers): InboundCache {
  const entries = new LRUCache<string, CacheEntry>({ max: 1000, ttl: second })
  peers.subscribe('inbound webhook', (id) => entries.delete(id))
  return {
    find: async (db, id) => {
      const cached = entries.get(id)
      if (cached) return cached
      const webhook = await findForCall(db, id)
      if (!webhook) return undefined
      const entry = { webhook, evaluate: compileRules(webhook) }
      entries.set(id, entry)
      return entry
    },
    forget: (id) => {
      entries.delete(id)
      return peers.publish('inbound webhook', id)
    },
  }
}
