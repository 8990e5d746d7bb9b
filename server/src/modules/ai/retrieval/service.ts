import type { Ctx, Db } from '../../../db/ctx.ts'
import { encoderName } from '../embedding/encoder.ts'
import { termsOf } from '../text/terms.ts'
import { maxCandidates, searchesFor } from './candidates.ts'
import type { PassageIndex } from './open.ts'
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

/** Passages of similar meaning in other words. */
const maxNeighbours = 50

/** Best first, one passage per record. */
export async function findPassages(ctx: Ctx, index: PassageIndex, wanted: PassageQuery): Promise<Passage[]> {
  const ranked = (await rankRecords(ctx, index, wanted)).slice(0, wanted.limit)
  const byId = new Map(ranked.map((each) => [each.record_id, each]))
  const texts = await store.textsOf(ctx.db, wanted.kind, ranked)
  return texts.map((text) => {
    const { bm25, cosine, score, coverage } = byId.get(text.record_id)!
    return { ...text, bm25, cosine, score, coverage }
  })
}

export async function rankRecords(
  ctx: Ctx,
  index: PassageIndex,
  wanted: PassageQuery,
): Promise<RankedRecord[]> {
  const terms = termsOf(wanted.query).slice(0, maxQueryTerms)
  const query = {
    terms,
    vector: index.static_embedding.embed(wanted.query),
    ...(await encode(index, wanted.query)),
  }
  const statistics = await store.statisticsOf(ctx.db, wanted.kind, terms)
  const weights = weightsOf(terms, statistics)
  const candidates = new Map<string, Candidate>()
  const gather = async (finder: store.Search['wanted'], limit: number) => {
    const search = { ...wanted, weights, model: encoderName, wanted: finder, limit }
    for (const candidate of await store.candidatesOf(ctx.db, search))
      candidates.set(`${candidate.record_id} ${candidate.chunk}`, candidate)
  }
  for (const words of searchesFor(terms, statistics))
    if (candidates.size < maxCandidates / 2) await gather({ words }, maxCandidates - candidates.size)
  if (query.encoded) {
    const finder = await nearestTo(ctx, index, wanted.kind, query.encoded, statistics.passages)
    if (finder) await gather(finder, maxNeighbours)
  }
  return rank(query, [...candidates.values()], statistics)
}

async function encode({ embedding }: PassageIndex, text: string): Promise<{ encoded?: Float32Array }> {
  const [encoded] = await embedding.encode([text], { urgent: true })
  return embedding.name === encoderName ? { encoded: encoded! } : {}
}

async function nearestTo(
  ctx: Ctx,
  { mirrors, max_mirrored, uses_pgvector }: PassageIndex,
  kind: store.Kind,
  vector: Float32Array,
  passages: number,
): Promise<store.Search['wanted'] | undefined> {
  if (passages > max_mirrored) return uses_pgvector ? { nearest: toVector(vector) } : undefined
  return { passages: await mirrors[kind].nearest(ctx, vector, maxNeighbours, passages) }
}

export const knowledgeVersion = (db: Db): Promise<number> => store.versionOf(db, 'article')
