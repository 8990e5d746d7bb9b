import { transact, type Ctx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { rightsOf } from '../model.ts'
import { canonical } from './canonical.ts'
import {
  lifetimes,
  noCounts,
  rules,
  type Answer,
  type CacheStats,
  type Counts,
  type Question,
  type Report,
} from './model.ts'
import type { Cache } from './open.ts'
import * as store from './store.ts'

export type { Answer } from './model.ts'
export type { Cache } from './open.ts'

/** A longer answer is told and not kept. */
const longestBody = 64 * 1024

/** The answer to a question: one that is kept, or a new one. */
export async function answer<Body extends object>(
  ctx: Ctx,
  cache: Cache,
  question: Question,
  compute: () => Promise<Answer<Body>>,
): Promise<Body & Report> {
  const started = performance.now()
  const told = await find(ctx, cache, question, compute)
  const { body, model_used, tokens_used, is_hit } = told
  return {
    ...body,
    model_used,
    tokens_used: is_hit ? 0 : tokens_used,
    latency_ms: Math.round(performance.now() - started),
    cache_hit: is_hit,
    ...(is_hit && { tokens_saved: tokens_used }),
  }
}

interface Told<Body> {
  body: Body
  model_used: string
  tokens_used: number
  is_hit: boolean
}

async function find<Body extends object>(
  ctx: Ctx,
  cache: Cache,
  question: Question,
  compute: () => Promise<Answer<Body>>,
): Promise<Told<Body>> {
  if (cache.max_entries === 0) return { ...(await compute()), is_hit: false }
  const { endpoint, is_semantic } = question
  const form = canonical(question.text)
  const partition = partitionOf(ctx, cache, question)
  const key = sha256(`${partition}\n${form}`)
  const [found] = question.bypass ? [] : await store.find(ctx.db, [key])
  if (found?.is_current) {
    cache.note(endpoint, { hits: 1, tokens_saved: found.tokens_used }, key)
    return { ...found, body: JSON.parse(found.body) as Body, is_hit: true }
  }
  if (found) await store.forget(ctx.db, [key])
  cache.note(endpoint, { misses: 1, invalidated: found ? 1 : 0 })
  const made = await compute()
  const body = JSON.stringify(made.body)
  if (made.keep !== false && body.length <= longestBody) {
    const lifetime = lifetimes[endpoint]
    await store.keep(ctx.db, {
      ...made,
      key,
      endpoint,
      partition,
      form: is_semantic ? form : null,
      body,
      lifetime,
    })
    await store.trim(ctx.db, cache.max_entries)
  }
  return { ...made, is_hit: false }
}

/** Everything besides the words of the question that an answer depends on. */
function partitionOf({ actor }: Ctx, { embedding }: Cache, { endpoint, partition }: Question): string {
  const facts = Object.entries(partition).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([rules, embedding.name, endpoint, rightsOf(actor), facts]))
}

export async function stats(ctx: Ctx, cache: Cache): Promise<CacheStats> {
  await cache.flush()
  const rows = await store.counts(ctx.db)
  const total = { entries: 0, ...noCounts }
  for (const row of rows)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += row[name]
  const since = rows.reduce((first, row) => (row.since < first ? row.since : first), ctx.now)
  return {
    ...withRate(total),
    max_entries: cache.max_entries,
    since: since.toISOString(),
    endpoints: Object.fromEntries(
      rows.map(({ endpoint, since: _, ...counts }) => [endpoint, withRate(counts)]),
    ),
  }
}

const withRate = <C extends Counts>(counts: C) => {
  const { hits, misses } = counts
  return { ...counts, hit_rate: hits + misses === 0 ? 0 : Math.round((1000 * hits) / (hits + misses)) / 1000 }
}

/** Throws all answers away; every node sees it with its next question. */
export const purge = (ctx: Ctx) =>
  transact(ctx, async (ctx) => {
    const gone = await store.purge(ctx.db)
    const purged = gone.reduce((sum, { count }) => sum + count, 0)
    await record(ctx, 'ai_cache', {
      subject_type: 'ai_cache',
      action: 'purged',
      changes: purged > 0 ? [{ field: 'entries', from: purged, to: 0 }] : [],
      events: [],
    })
    return { purged }
  })
