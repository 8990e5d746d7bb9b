import type { JobHandler } from '../../../jobs/worker.ts'
import { minute } from '../../../kernel/durations.ts'
import * as store from './store.ts'

/** Deletes all but the last calls of each webhook, and expired claims. */
export const tidyInbound: JobHandler = {
  type: 'tidy-inbound',
  concurrency: 1,
  every: minute,
  inside: async (ctx) => {
    await store.trimCalls(ctx.db)
    await store.dropExpiredClaims(ctx.db)
  },
}
