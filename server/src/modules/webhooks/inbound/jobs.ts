import type { JobHandler } from '../../../jobs/worker.ts'
import { minute } from '../../../kernel/durations.ts'
import * as store from './store.ts'

/** Keeps the last calls of each webhook, and forgets claims whose time is over. */
export const tidyInbound: JobHandler = {
  type: 'tidy-inbound',
  concurrency: 1,
  every: minute,
  inside: async (ctx) => {
    await store.trimCalls(ctx.db)
    await store.dropExpiredClaims(ctx.db)
  },
}
