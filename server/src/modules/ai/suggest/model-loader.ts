import type { Ctx } from '../../../db/ctx.ts'
import type { SuggestionModel } from './learning/training.ts'
import { unpack } from './serialize.ts'
import * as store from './store.ts'

export interface LoadedModel {
  version: number
  model: SuggestionModel
}

/** The current model, from this node or another; the version is checked with every question. */
export function makeModelLoader(): (ctx: Ctx) => Promise<LoadedModel | undefined> {
  let loaded: LoadedModel | undefined
  let loading: Promise<void> | undefined
  const load = async (ctx: Ctx, version: number) => {
    const content = await store.contentOf(ctx.db, version)
    if (content) loaded = { version, model: await unpack(content) }
  }
  return async (ctx) => {
    const version = await store.newestVersion(ctx.db)
    if (version === 0) return (loaded = undefined)
    while (loading) await loading // concurrent callers wait for the same load
    if ((loaded?.version ?? 0) < version)
      await (loading = load(ctx, version).finally(() => (loading = undefined)))
    return loaded
  }
}
