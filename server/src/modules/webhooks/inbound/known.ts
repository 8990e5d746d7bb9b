import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import type { InboundRow } from './model.ts'
import { makeJudge, type Judge } from './rules.ts'
import { findForCall } from './store.ts'

interface Known {
  webhook: InboundRow
  judge: Judge
}

/** Webhooks that are being called, for a second: a storm of alerts asks for the same one again and again. */
export interface KnownInbound {
  find: (db: Db, id: string) => Promise<Known | undefined>
  /** It has changed on this node. */
  forget: (id: string) => void
}

export function rememberInbound(): KnownInbound {
  const known = new LRUCache<string, Known>({ max: 1000, ttl: second })
  return {
    find: async (db, id) => {
      const found = known.get(id)
      if (found) return found
      const webhook = await findForCall(db, id)
      if (!webhook) return undefined
      const fresh = { webhook, judge: makeJudge(webhook) }
      known.set(id, fresh)
      return fresh
    },
    forget: (id) => void known.delete(id),
  }
}
