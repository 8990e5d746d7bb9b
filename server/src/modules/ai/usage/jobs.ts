import type { JobHandler } from '../../../jobs/worker.ts'
import { day } from '../../../kernel/durations.ts'
import { firstOf } from './service.ts'
import * as store from './store.ts'

export const longestDays = 366

/** Deletes usage older than the API can return. */
export const forgetAiUsage: JobHandler = {
  type: 'forget-ai-usage',
  concurrency: 1,
  every: day,
  inside: async (ctx) => {
    await store.forget(ctx.db, firstOf(ctx.now, longestDays))
  },
}
