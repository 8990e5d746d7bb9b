import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../db/ctx.ts'
import { openCache, type Cache } from '../cache/open.ts'
import type { Embedding } from '../embedding/model.ts'
import { openEmbedding } from '../embedding/open.ts'
import { loadEmbedding, type StaticEmbedding } from '../embedding/static.ts'
import { openModels, type Models } from '../models/open.ts'
import { openIndex, type PassageIndex } from '../retrieval/open.ts'

export interface Ai {
  /** The sentence encoder, or the static embedding that replaces it. */
  embedding: Embedding
  /** A table of word vectors: synchronous, and without knowledge of sentences. */
  static_embedding: StaticEmbedding
  index: PassageIndex
  models: Models
  cache: Cache
}

export async function openAi(config: Config, makeCtx: () => Ctx): Promise<Ai> {
  const static_embedding = loadEmbedding()
  const ctx = makeCtx()
  const embedding = openEmbedding(config.ai_embedding, static_embedding, ctx.log)
  return {
    embedding,
    static_embedding,
    index: await openIndex(ctx, embedding, static_embedding),
    models: openModels(config, embedding),
    cache: openCache(makeCtx, embedding, config.ai_cache_entries),
  }
}
