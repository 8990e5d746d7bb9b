import type { Ctx, Db } from '../../../db/ctx.ts'
import { encoderName } from '../embedding/encoder.ts'
import { termsOf } from '../text/terms.ts'
import { maxCandidates, searchesFor } from './candidates.ts'
import type { PassageIndex } from './open.ts'
import { rank } from './rank.ts'
import { weightsOf, type Candidate, type RankedRecord } from './scoring.ts'
import * as store from './store.ts'
import { toVector } from './vectors.ts'

export type Passage = store.StoredPassage & Omit<RankedRecord, 'chunk'>

export interface PassageQuery {
  kind: store.Kind
  query: string
  limit: number
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
  const [statistics, encoded] = await Promise.all([
    store.statisticsOf(ctx.db, wanted.kind, terms),
    encode(index, wanted.query),
  ])
  const search = { ...wanted, weights: weightsOf(terms, statistics), model: encoded ? encoderName : null }
  const [byWords, byMeaning] = await Promise.all([
    findByWords(ctx.db, search, searchesFor(terms, statistics)),
    encoded ? findByMeaning(ctx, index, search, encoded, statistics.passages) : [],
  ])
  const candidates = new Map(
    [...byWords, ...byMeaning].map((each) => [`${each.record_id} ${each.chunk}`, each]),
  )
  const query = { terms, vector: index.static_embedding.embed(wanted.query), ...(encoded && { encoded }) }
  return rank(query, [...candidates.values()], statistics)
}

type SearchBase = Omit<store.Search, 'wanted' | 'limit'>

async function findByWords(db: Db, search: SearchBase, searches: string[]): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const words of searches) {
    if (found.length >= maxCandidates / 2) break
    const limit = maxCandidates - found.length
    found.push(...(await store.candidatesOf(db, { ...search, wanted: { words }, limit })))
  }
  return found
}

async function findByMeaning(
  ctx: Ctx,
  index: PassageIndex,
  search: SearchBase,
  vector: Float32Array,
  passages: number,
): Promise<Candidate[]> {
  const wanted = await nearestTo(ctx, index, search.kind, vector, passages)
  return wanted ? store.candidatesOf(ctx.db, { ...search, wanted, limit: maxNeighbours }) : []
}

async function encode({ embedding }: PassageIndex, text: string): Promise<Float32Array | undefined> {
  const [encoded] = await embedding.encode([text], { urgent: true })
  return embedding.name === encoderName ? encoded : undefined
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

export const knowledgeVersion = (db: Db): Promise<string> => store.versionOf(db, 'article')
