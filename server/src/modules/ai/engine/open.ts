import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../db/ctx.ts'
import { openCache, type Cache } from '../cache/open.ts'
import { loadEmbedding, type Embedding } from '../embedding/static.ts'
import { openModels, type Models } from '../models/open.ts'
import { openVectors } from '../retrieval/vectors.ts'

export interface Ai {
  embedding: Embedding
  models: Models
  cache: Cache
}

export async function openAi(config: Config, makeCtx: () => Ctx): Promise<Ai> {
  const local = loadEmbedding()
  const embedding = { ...local, uses_pgvector: await openVectors(makeCtx(), local.dimensions) }
  return {
    embedding,
    models: openModels(config, embedding),
    cache: openCache(makeCtx, embedding, config.ai_cache_entries),
  }
}
