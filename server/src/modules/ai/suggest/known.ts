import type { Ctx } from '../../../db/ctx.ts'
import type { Learned } from './learning/training.ts'
import { unpack } from './packing.ts'
import * as store from './store.ts'

export interface Known {
  version: number
  learned: Learned
}

/** What this node has learned, or another one; looked for with every question, and read only when it is new. */
export function rememberModel(): (ctx: Ctx) => Promise<Known | undefined> {
  let known: Known | undefined
  return async (ctx) => {
    const version = await store.newestVersion(ctx.db)
    if (version === 0) return undefined
    if (known?.version === version) return known
    const content = await store.contentOf(ctx.db, version)
    if (content) known = { version, learned: unpack(content) }
    return known
  }
}
