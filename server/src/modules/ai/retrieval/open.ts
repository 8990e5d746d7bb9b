import type { Ctx } from '../../../db/ctx.ts'
import { encoderDimensions } from '../embedding/encoder.ts'
import type { Embedding } from '../embedding/model.ts'
import type { StaticEmbedding } from '../embedding/static.ts'
import { maxMirrored, VectorMirror } from './mirror.ts'
import type { Kind } from './store.ts'
import { openVectors } from './vectors.ts'

/** What a search for passages needs besides the database. */
export interface PassageIndex {
  embedding: Embedding
  static_embedding: StaticEmbedding
  mirrors: Record<Kind, VectorMirror>
  /** Passages of a kind that are compared in memory. */
  max_mirrored: number
  /** Whether vectors are also stored for pgvector, which finds the nearest when there are more. */
  uses_pgvector: boolean
}

export async function openIndex(
  ctx: Ctx,
  embedding: Embedding,
  static_embedding: StaticEmbedding,
): Promise<PassageIndex> {
  return {
    embedding,
    static_embedding,
    mirrors: { article: new VectorMirror('article'), incident: new VectorMirror('incident') },
    max_mirrored: maxMirrored,
    uses_pgvector: await openVectors(ctx, encoderDimensions),
  }
}
