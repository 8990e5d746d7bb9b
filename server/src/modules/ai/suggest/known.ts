import type { Ctx } from '../../../db/ctx.ts'
import type { SuggestionModel } from './learning/training.ts'
import { unpack } from './packing.ts'
import * as store from './store.ts'

export interface LoadedModel {
  version: number
  learned: SuggestionModel
}

/** What this node has learned, or another one; looked for with every question, and read once when it is new. */
export function rememberModel(): (ctx: Ctx) => Promise<LoadedModel | undefined> {
  let known: LoadedModel | undefined
  let loading: Promise<void> | undefined
  const load = async (ctx: Ctx, version: number) => {
    const content = await store.contentOf(ctx.db, version)
    if (content) known = { version, learned: await unpack(content) }
  }
  return async (ctx) => {
    const version = await store.newestVersion(ctx.db)
    if (version === 0) return (known = undefined)
    while (loading) await loading // many ask while a new one is read
    if ((known?.version ?? 0) < version)
      await (loading = load(ctx, version).finally(() => (loading = undefined)))
    return known
  }
}
