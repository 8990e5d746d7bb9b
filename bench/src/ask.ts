import { openAsking, timeOf, type Ask } from './asking.ts'
import { readSet } from './eval/knowledge-set.ts'
import { openData } from './eval/data.ts'
import { cacheVectors, loadCachedVectors } from './vector-cache.ts'
import { at, spreadOf, type Figure } from './report.ts'
import type { Service } from './service.ts'
import { until, withDatabase, type Pool } from './with-database.ts'

const atOnce = 8

/**
 * Asks different questions through HTTP, one at a time, about the articles of the evaluation. Answers are cached, so that each
 * question is compared with the earlier ones, as in production.
 */
export const measureAsk = (samples: number): Promise<Figure[]> =>
  withDatabase(async (service, pool) => {
    const { texts, questions } = readSet(openData())
    const asked = [...new Set(questions.map(({ question }) => question))]
    await publish(service, texts)
    await index(pool)
    const ask = await openAsking(service, Math.ceil(asked.length / 60) + 4)
    const { times, profile } = await measure(service, ask, asked, Math.min(samples, asked.length - warmUp))
    return [
      {
        row: `/ai/ask with ${texts.length} articles, not cached: p95 of ${times.length}`,
        figure: `${at(times, 0.95).toFixed(1)} ms (p50 ${at(times, 0.5).toFixed(1)}, p99 ${at(times, 0.99).toFixed(1)})`,
        bound: 'under 60 ms',
      },
      { row: 'GET /profile at the same time', figure: `${spreadOf(profile)} ms`, bound: 'none' },
    ]
  })

async function publish(service: Service, texts: { title: string; body: string }[]): Promise<void> {
  const left = [...texts]
  const publishNext = async () => {
    for (let text = left.pop(); text; text = left.pop())
      await service.post('/knowledge/articles', {
        title: text.title.slice(0, 255),
        body: text.body,
        state: 'published',
      })
  }
  await Promise.all(Array.from({ length: atOnce }, publishNext))
}

/** Encoding thousands of articles takes a quarter of an hour, so vectors of an earlier run are reused for unchanged texts. */
async function index(pool: Pool): Promise<void> {
  // The queue is filled by events, so at first it is empty as well.
  await until(pool, '(select count(*) from articles) = (select count(distinct record_id) from passages)')
  const missing = await loadCachedVectors(pool)
  await until(pool, `not exists (select from passages where kind = 'article' and model is null)`)
  if (missing > 0) await cacheVectors(pool)
  // Autovacuum does this within minutes; earlier questions take longer (docs/performance.md).
  await pool.query('vacuum analyze')
}

const warmUp = 20

async function measure(service: Service, ask: Ask, questions: string[], samples: number) {
  const [times, profile]: number[][] = [[], []]
  for (let i = 0; i < warmUp + samples; i++) {
    const question = questions[(i * 7919) % questions.length]!
    let isHit = false
    const time = await timeOf(async () => (isHit = (await ask(question)).cache_hit))
    const other = await timeOf(() => service.get('/profile'))
    if (i < warmUp || isHit) continue
    times!.push(time)
    profile!.push(other)
  }
  const inOrder = (a: number, b: number) => a - b
  return { times: times!.toSorted(inOrder), profile: profile!.toSorted(inOrder) }
}
