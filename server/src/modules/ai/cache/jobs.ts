import type { JobHandler } from '../../../jobs/job-runner.ts'
import { minute } from '../../../kernel/durations.ts'
import { noCounts } from './model.ts'
import * as store from './store.ts'

export const forgetAiAnswers: JobHandler = {
  type: 'forget-ai-answers',
  concurrency: 1,
  every: minute,
  inTransaction: async (ctx) => {
    for (const { endpoint, count } of await store.forgetExpired(ctx.db))
      await store.count(ctx.db, endpoint, { ...noCounts, expired: count })
    await store.trim(ctx.db, ctx.config.ai_cache_entries)
  },
}
