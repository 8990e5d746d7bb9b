import type { Ctx, Db } from '../../../db/ctx.ts'
import type { StaticEmbedding } from '../embedding/static.ts'
import { termsOf } from '../text/terms.ts'
import { maxCandidates, searchesFor } from './candidates.ts'
import { rank, weightsOf, type Candidate, type RankedRecord } from './rank.ts'
import * as store from './store.ts'
import { toVector } from './vectors.ts'

export interface Passage {
  record_id: string
  title: string
  heading: string
  text: string
  version: number
  bm25: number
  cosine: number
  score: number
  /** How likely it is that any record does, as far as this one shows. */
  coverage: number
}

export interface PassageQuery {
  kind: store.Kind
  query: string
  limit: number
  category?: string
}

/** Maximum terms of a query; a pasted log may have thousands. */
const maxQueryTerms = 64

/** With pgvector: passages of similar meaning in other words. */
const maxNeighbours = 50

/** Best first, one passage per record. */
export async function findPassages(
  ctx: Ctx,
  embedding: StaticEmbedding,
  wanted: PassageQuery,
): Promise<Passage[]> {
  const ranked = (await rankRecords(ctx, embedding, wanted)).slice(0, wanted.limit)
  const byId = new Map(ranked.map((each) => [each.record_id, each]))
  const texts = await store.textsOf(ctx.db, wanted.kind, ranked)
  return texts.map((text) => {
    const { bm25, cosine, score, coverage } = byId.get(text.record_id)!
    return { ...text, bm25, cosine, score, coverage }
  })
}

export async function rankRecords(
  ctx: Ctx,
  embedding: StaticEmbedding,
  wanted: PassageQuery,
): Promise<RankedRecord[]> {
  const terms = termsOf(wanted.query).slice(0, maxQueryTerms)
  const vector = embedding.embed(wanted.query)
  const statistics = await store.statisticsOf(ctx.db, wanted.kind, terms)
  const weights = weightsOf(terms, statistics)
  const candidates = new Map<string, Candidate>()
  const gather = async (finder: store.Search['wanted'], limit: number) => {
    const search = { ...wanted, weights, wanted: finder, limit }
    for (const candidate of await store.candidatesOf(ctx.db, search))
      candidates.set(`${candidate.record_id} ${candidate.chunk}`, candidate)
  }
  for (const words of searchesFor(terms, statistics))
    if (candidates.size < maxCandidates / 2) await gather({ words }, maxCandidates - candidates.size)
  if (embedding.uses_pgvector) await gather({ nearest: toVector(vector) }, maxNeighbours)
  return rank({ terms, vector }, [...candidates.values()], statistics)
}

export const knowledgeVersion = (db: Db): Promise<number> => store.versionOf(db, 'article')
