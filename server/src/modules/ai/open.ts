import type { Config } from '../../config.ts'
import { loadEmbedding, type Embedding } from './embedding/static.ts'
import { openModels, type Models } from './models/open.ts'

/** What the AI endpoints share, made once. */
export interface Ai {
  embedding: Embedding
  models: Models
}

export function openAi(config: Config): Ai {
  const embedding = loadEmbedding()
  return { embedding, models: openModels(config, embedding) }
}
