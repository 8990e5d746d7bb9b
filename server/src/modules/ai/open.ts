import type { Config } from '../../config.ts'
import { loadEmbedding, type Embedding } from './embedding/static.ts'

/** What the AI endpoints share, made once. */
export interface Ai {
  embedding: Embedding
}

export const openAi = (_config: Config): Ai => ({ embedding: loadEmbedding() })
