import type { JobHandler } from '../../../jobs/worker.ts'
import { hour } from '../../../kernel/durations.ts'
import { forgetOld } from './conversations.ts'

export const forgetConversations: JobHandler = {
  type: 'forget-conversations',
  concurrency: 1,
  every: hour,
  inside: async (ctx) => {
    await forgetOld(ctx.db)
  },
}
