import { transact, type Ctx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { quantise } from '../math/vectors.ts'
import { countLocal } from '../usage/service.ts'
import { encodeQuestion, findCached, slotOf, type CacheSlot } from './lookup.ts'
import {
  lifetimes,
  noCounts,
  type Answer,
  type CacheStats,
  type ConfirmedQuestion,
  type Counts,
  type Question,
  type Report,
} from './model.ts'
import type { Cache } from './open.ts'
import * as store from './store.ts'

/** Longer answers are returned but not cached. */
const longestBody = 64 * 1024

type Compute<Body> = () => Promise<Answer<Body>>

type CachedAnswer<Body> = Omit<Answer<Body>, 'sources'> & { is_hit: boolean }

export async function answer<Body extends object>(
  ctx: Ctx,
  cache: Cache,
  question: ConfirmedQuestion<Body>,
  compute: Compute<Body>,
): Promise<Body & Report> {
  const started = performance.now()
  const outcome = await findOrComputeOnce(ctx, cache, question, compute)
  const { body, model_used, tokens_used, provider_tokens = 0, is_hit } = outcome
  const local = { model_used, tokens_used: tokens_used - provider_tokens }
  if (!is_hit) await countLocal(ctx, question.counted_as ?? question.endpoint, local)
  cache.note(question.endpoint, is_hit ? { hits: 1, tokens_saved: tokens_used } : { misses: 1 })
  return {
    ...body,
    model_used,
    tokens_used: is_hit ? 0 : tokens_used,
    latency_ms: Math.round(performance.now() - started),
    cache_hit: is_hit,
    ...(is_hit && { tokens_saved: tokens_used }),
  }
}

/** A caller with the same question waits for the computation in progress, unless its answer must not be shared. */
async function findOrComputeOnce<Body>(
  ctx: Ctx,
  cache: Cache,
  question: ConfirmedQuestion<Body>,
  compute: Compute<Body>,
): Promise<CachedAnswer<Body>> {
  if (cache.max_entries === 0) return { ...(await compute()), is_hit: false }
  const slot = slotOf(ctx, cache, question)
  if (question.bypass) return computeAndStore(ctx, cache, question, slot, compute)
  const ahead = cache.flights.get(slot.key) as Promise<CachedAnswer<Body>> | undefined
  if (ahead) {
    const shared = await ahead
    return shared.keep === false
      ? computeAndStore(ctx, cache, question, slot, compute)
      : { ...shared, is_hit: true }
  }
  const flight = findOrCompute(ctx, cache, question, slot, compute)
  cache.flights.set(slot.key, flight)
  try {
    return await flight
  } finally {
    cache.flights.delete(slot.key)
  }
}

async function findOrCompute<Body>(
  ctx: Ctx,
  cache: Cache,
  question: ConfirmedQuestion<Body>,
  slot: CacheSlot,
  compute: Compute<Body>,
): Promise<CachedAnswer<Body>> {
  const found = await findCached(ctx, cache, question, slot)
  const body = found && (JSON.parse(found.body) as Body)
  const isConfirmed = body && (found.key === slot.key || (await question.confirms?.(body)) !== false)
  if (!isConfirmed) return computeAndStore(ctx, cache, question, slot, compute)
  cache.use(found.key)
  return { ...found, body, is_hit: true }
}

async function computeAndStore<Body>(
  ctx: Ctx,
  cache: Cache,
  { endpoint, text }: Question,
  slot: CacheSlot,
  compute: Compute<Body>,
): Promise<CachedAnswer<Body>> {
  const made = await compute()
  const body = JSON.stringify(made.body)
  if (made.keep !== false && body.length <= longestBody) {
    const encoded = slot.form === null ? undefined : await encodeQuestion(cache, text)
    const vector = encoded ? quantise(encoded) : null
    const kept = { ...made, ...slot, question: text, vector, endpoint, body, lifetime: lifetimes[endpoint] }
    // The answer is returned even when it cannot be cached.
    await store
      .keep(ctx.db, kept, cache.max_entries)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'an answer could not be kept'))
  }
  return { ...made, is_hit: false }
}

export async function stats(ctx: Ctx, cache: Cache): Promise<CacheStats> {
  await cache.flush()
  const rows = await store.counts(ctx.db)
  const total = { entries: 0, ...noCounts }
  for (const { counts } of rows)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
  const since = rows.reduce((first, row) => (row.since < first ? row.since : first), ctx.now)
  return {
    ...withRate(total),
    max_entries: cache.max_entries,
    since: since.toISOString(),
    endpoints: Object.fromEntries(rows.map(({ endpoint, counts }) => [endpoint, withRate(counts)])),
  }
}

const withRate = <C extends Counts>(counts: C) => {
  const { hits, misses } = counts
  return { ...counts, hit_rate: hits + misses === 0 ? 0 : Math.round((1000 * hits) / (hits + misses)) / 1000 }
}

/** Empties the cache; every node notices with its next question. */
export const purge = (ctx: Ctx) =>
  transact(ctx, async (ctx) => {
    const purged = await store.purge(ctx.db)
    await record(ctx, 'ai_cache', {
      subject_type: 'ai_cache',
      action: 'purged',
      changes: purged > 0 ? [{ field: 'entries', from: purged, to: 0 }] : [],
    })
    return { purged }
  })
