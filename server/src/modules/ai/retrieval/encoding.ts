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
      // The static embedding, which replaces the encoder, has its vectors already.
      while (index.embedding.name === encoderName && mayGoOn()) {
        if ((await yieldToRequests(() => encodeNext(ctx, index))) > 0) continue
        mayBeOutdated &&= (await outdateSome(ctx)) > 0
        if (!mayBeOutdated) break
      }
      await transact(ctx, (ctx) => finish(ctx, job))
    },
  }
}

const outdateSome = (ctx: Ctx) => transact(ctx, (ctx) => store.outdate(ctx.db, encoderName, outdatedAtOnce))

/** Returns how many passages it has encoded. */
export async function encodeNext(ctx: Ctx, { embedding }: PassageIndex): Promise<number> {
  const due = await store.unencoded(ctx.db, batch)
  if (due.length === 0) return 0
  const vectors = await embedding.encode(due.map(({ text }) => text))
  if (embedding.name !== encoderName) return 0
  const passages = due.map(({ kind, record_id, place, digest }, i) => ({
    kind,
    record_id,
    place,
    digest,
    encoded: `\\x${quantise(vectors[i]!).toString('hex')}`,
    embedding: toVector(vectors[i]!),
  }))
  await transact(ctx, (ctx) => store.writeEncoded(ctx.db, encoderName, passages))
  return due.length
}
