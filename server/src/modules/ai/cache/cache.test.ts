import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { loadEmbedding } from '../embedding/static.ts'
import { openCache, type Cache } from './open.ts'
import { answer } from './service.ts'

let app: TestApp
let cache: Cache
beforeAll(async () => {
  app = await startApp()
  cache = openCache(app.ctx, loadEmbedding(), 10_000)
})
afterAll(async () => {
  await cache.stop(0)
  await app.close()
})

test('the same question is answered once', async () => {
  const question = {
    endpoint: 'ask' as const,
    text: 'How do I reset my password?',
    partition: {},
    is_semantic: true,
    bypass: false,
  }
  let computed = 0
  const ask = () =>
    answer(app.ctx(), cache, question, async () => ({
      body: { answer: `${++computed}` },
      model_used: 'local/test',
      tokens_used: 7,
      sources: [],
    }))
  expect(await ask()).toMatchObject({ answer: '1', cache_hit: false, tokens_used: 7 })
  expect(await ask()).toMatchObject({ answer: '1', cache_hit: true, tokens_used: 0, tokens_saved: 7 })
  await cache.flush()
  const stats = await app.call('GET', '/ai/cache/stats')
  expect(stats.json()).toMatchObject({ entries: 1, hits: 1, misses: 1, hit_rate: 0.5, tokens_saved: 7 })
  expect((await app.call('DELETE', '/ai/cache')).json()).toEqual({ purged: 1 })
})
