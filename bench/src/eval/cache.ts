import type { Ctx } from '@mainstay/server/dist/db/ctx.js'
import { openCache, type Cache } from '@mainstay/server/dist/modules/ai/cache/open.js'
import { answer } from '@mainstay/server/dist/modules/ai/cache/service.js'
import { openEmbedding } from '@mainstay/server/dist/modules/ai/embedding/open.js'
import { loadEmbedding } from '@mainstay/server/dist/modules/ai/embedding/static.js'
import { readJsonLines, type Data } from './data.ts'
import type { Figure } from './figures.ts'
import { openEvaluation } from './open.ts'
import {
  freshPairs,
  heldOutPairs,
  ownPairs,
  pairOf,
  splitPairs,
  type LabelledPair,
  type Pair,
} from './question-pairs.ts'

/** Whether the second question of a pair hits the answer to the first, and whether it should. */
export async function measureCache(data: Data): Promise<Figure[]> {
  const { config, log, ctx, close } = await openEvaluation()
  const embedding = openEmbedding(config.ai_embedding, loadEmbedding(), log)
  const cache = openCache(ctx, embedding, config.ai_cache_entries)
  try {
    const given = publicPairs(data)
    return [
      ...(given ? await measurePairs(ctx, cache, given, 'public') : []),
      ...(await measurePairs(ctx, cache, ownPairs(), 'own')),
      ...(await measurePairs(ctx, cache, splitPairs('dev'), 'dev')),
      ...(await measurePairs(ctx, cache, splitPairs('unseen'), 'unseen')),
      ...(await measurePairs(ctx, cache, freshPairs(), 'fresh')),
      ...(await measurePairs(ctx, cache, heldOutPairs(), 'held out')),
    ]
  } finally {
    await cache.stop(0)
    await close()
  }
}

const publicPairs = (data: Data): Pair[] | undefined =>
  readJsonLines<LabelledPair>(data.folder, 'cache_pairs.jsonl')?.map(pairOf)

/** Each pair in a partition of its own, in both orders. */
async function measurePairs(ctx: () => Ctx, cache: Cache, pairs: Pair[], set: string): Promise<Figure[]> {
  const hits: { type: Pair['type']; is_hit: boolean; ms: number }[] = []
  for (const [n, { type, a, b }] of pairs.entries())
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const partition = { set, n, first }
      await ask(ctx(), cache, first, partition)
      const started = performance.now()
      const { cache_hit } = await ask(ctx(), cache, second, partition)
      hits.push({ type, is_hit: cache_hit, ms: performance.now() - started })
    }
  const share = (type: Pair['type']) => {
    const all = hits.filter((hit) => hit.type === type)
    return all.filter(({ is_hit }) => is_hit).length / all.length
  }
  const times = hits.filter(({ is_hit }) => is_hit).map(({ ms }) => ms)
  return [
    { measure: `${set} pairs, each in both orders`, value: pairs.length, unit: 'count' },
    { measure: `${set}: paraphrases that hit`, value: share('paraphrase'), at_least: 0.7, unit: '%' },
    { measure: `${set}: trivial variants that hit`, value: share('trivial'), at_least: 0.95, unit: '%' },
    {
      measure: `${set}: confusable questions that hit (false hits)`,
      value: share('confusable'),
      at_most: 0,
      unit: '%',
    },
    {
      measure: `${set}: latency of a hit, median`,
      value: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0,
      unit: 'ms',
    },
  ]
}

const ask = (ctx: Ctx, cache: Cache, text: string, partition: Record<string, unknown>) =>
  answer(ctx, cache, { endpoint: 'ask', text, partition, is_semantic: true, bypass: false }, async () => ({
    body: {},
    model_used: 'local/none',
    tokens_used: 0,
    sources: [],
  }))
