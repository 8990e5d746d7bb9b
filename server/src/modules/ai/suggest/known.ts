import type { Ctx } from '../../../db/ctx.ts'
import type { SuggestionModel } from './learning/training.ts'
import { unpack } from './packing.ts'
import * as store from './store.ts'

export interface LoadedModel {
  version: number
  learned: SuggestionModel
}

/** The current model, from this node or another; the version is checked with every question. */
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
    while (loading) await loading // concurrent callers wait for the same load
    if ((known?.version ?? 0) < version)
      await (loading = load(ctx, version).finally(() => (loading = undefined)))
    return known
  }
}
