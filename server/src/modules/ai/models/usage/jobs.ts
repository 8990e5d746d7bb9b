import type { JobHandler } from '../../../../jobs/worker.ts'
import { day } from '../../../../kernel/durations.ts'
import { firstOf } from './service.ts'
import * as store from './store.ts'

export const longestDays = 366

/** What can no longer be asked for. */
export const forgetAiUsage: JobHandler = {
  type: 'forget-ai-usage',
  concurrency: 1,
  every: day,
  inside: async (ctx) => {
    await store.forget(ctx.db, firstOf(ctx.now, longestDays))
  },
}
