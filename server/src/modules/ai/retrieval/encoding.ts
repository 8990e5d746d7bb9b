import { sql } from 'kysely'
import { transact, type Ctx } from '../../../db/ctx.ts'
import { finish } from '../../../jobs/queue.ts'
import type { JobHandler } from '../../../jobs/job-runner.ts'
import { second } from '../../../kernel/durations.ts'
import { encoderName } from '../embedding/encoder.ts'
import { quantise } from '../math/vectors.ts'
import * as store from './encoding-store.ts'
import type { PassageIndex } from './open.ts'
import { yieldToRequests } from './pace.ts'
import type { Kind } from './store.ts'
import { toVector } from './vectors.ts'

/** Batch size; the newest passages are queried again after each batch. */
const batch = 16
const outdatedAtOnce = 2000
const maxDuration = 30 * second

/** Adds the encoder's vectors to passages, on one node at a time. Passages are found by their words until then. */
export function encodePassages(index: PassageIndex): JobHandler {
  let mayBeOutdated = true
  return {
    type: 'encode-passages',
    concurrency: 1,
    every: 2 * second,
    hasWork: () => {
      if (index.embedding.name !== encoderName) return sql`false`
      return mayBeOutdated ? sql`true` : store.hasUnencoded
    },
    run: async (ctx, job) => {
      const until = performance.now() + maxDuration
      const mayGoOn = () => !job.isEnding() && performance.now() < until
      const encoded = new Set<Kind>()
      // The static embedding, which replaces the encoder, has its vectors already.
      while (index.embedding.name === encoderName && mayGoOn()) {
        const kinds = await yieldToRequests(() => encodeNext(ctx, index))
        for (const kind of kinds) encoded.add(kind)
        if (kinds.length > 0) continue
        mayBeOutdated &&= (await outdateSome(ctx)) > 0
        if (!mayBeOutdated) break
      }
      await transact(ctx, async (ctx) => {
        await finish(ctx, job)
        // What was not found by its words may be found now.
        if (encoded.size > 0) await store.countChange(ctx.db, [...encoded])
      })
    },
  }
}

const outdateSome = (ctx: Ctx) => transact(ctx, (ctx) => store.outdate(ctx.db, encoderName, outdatedAtOnce))

/** Returns the kind of each passage that it has encoded. */
export async function encodeNext(ctx: Ctx, { embedding }: PassageIndex): Promise<Kind[]> {
  const due = await store.unencoded(ctx.db, batch)
  if (due.length === 0) return []
  const vectors = await embedding.encode(due.map(({ text }) => text))
  if (embedding.name !== encoderName) return []
  const passages = due.map(({ kind, record_id, place, digest }, i) => ({
    kind,
    record_id,
    place,
    digest,
    encoded: `\\x${quantise(vectors[i]!).toString('hex')}`,
    embedding: toVector(vectors[i]!),
  }))
  await transact(ctx, (ctx) => store.writeEncoded(ctx.db, encoderName, passages))
  return due.map(({ kind }) => kind)
}
