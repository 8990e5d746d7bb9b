import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { isLocked, isUnavailable } from '../../../db/errors.ts'
import type { BackgroundLoop } from '../../../jobs/background-loop.ts'
import { startQueueLoop } from '../../../jobs/queue-loop.ts'
import type { StaticEmbedding } from '../embedding/static.ts'
import { quantise } from '../math/vectors.ts'
import { termsOf } from '../text/terms.ts'
import { replace, type IndexedPassage } from './index-store.ts'
import { yieldToRequestsAfter } from './pace.ts'
import { sourcesOf, type Source } from './sources.ts'
import { due, firstDue, skip, takeDue, type Kind, type QueuedRecord } from './store.ts'

const batch = 20

/** Keeps the index up to date: changed records are indexed again moments later. */
export const startIndexer = (makeCtx: () => Ctx, embedding: StaticEmbedding): BackgroundLoop =>
  startQueueLoop(makeCtx, { queue: 'index', due, work: (ctx) => indexDue(ctx, embedding) })

async function indexDue(ctx: Ctx, embedding: StaticEmbedding): Promise<number> {
  const first = await firstDue(ctx.db)
  if (first === undefined) return 0
  try {
    const started = performance.now()
    const found = await indexFrom(ctx, embedding, first, batch)
    if (found === batch) await yieldToRequestsAfter(performance.now() - started)
    return found
  } catch (error) {
    if (isUnavailable(error) || isLocked(error)) throw error
    return indexOne(ctx, embedding, first)
  }
}

const indexFrom = (ctx: Ctx, embedding: StaticEmbedding, from: number, limit: number): Promise<number> =>
  transact(ctx, async (ctx) => {
    const queued = await takeDue(ctx.db, from, limit)
    for (const kind of ['article', 'incident'] as const) await indexAll(ctx, embedding, kind, queued)
    return queued.length
  })

/** A record that cannot be indexed is skipped until it changes again. */
async function indexOne(ctx: Ctx, embedding: StaticEmbedding, seq: number): Promise<number> {
  try {
    return await indexFrom(ctx, embedding, seq, 1)
  } catch (error) {
    if (isUnavailable(error) || isLocked(error)) throw error
    const skipped = await skip(ctx.db, seq)
    ctx.log.error({ err: error, skipped }, 'a record could not be indexed')
    return 1
  }
}

async function indexAll(
  ctx: Ctx<Tx>,
  embedding: StaticEmbedding,
  kind: Kind,
  queued: QueuedRecord[],
): Promise<void> {
  const ids = queued.filter((record) => record.kind === kind).map(({ record_id }) => record_id)
  if (ids.length === 0) return
  const sources = await sourcesOf(ctx.db, kind, ids)
  await replace(
    ctx.db,
    kind,
    ids,
    sources.flatMap((source) => passagesOf(embedding, source)),
  )
}

export function passagesOf(embedding: StaticEmbedding, { id, title, chunks }: Source): IndexedPassage[] {
  const title_terms = termsOf(title)
  return chunks.map(({ heading, text }, place) => {
    const terms = termsOf(`${heading}\n${text}`)
    const meaning = embedding.embed(`${title}\n${heading}\n${text}`)
    return {
      record_id: id,
      place,
      title,
      heading,
      body: text,
      counts: countsOf(terms),
      length: terms.length,
      title_terms,
      vector: `\\x${quantise(meaning).toString('hex')}`,
    }
  })
}

function countsOf(terms: string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return Object.fromEntries(counts)
}
