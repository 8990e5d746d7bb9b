import type { JobHandler } from '../../../jobs/worker.ts'
import { day } from '../../../kernel/durations.ts'
import { forgetBefore } from './store.ts'

const kept = 180 * day

export const forgetGaps: JobHandler = {
  type: 'forget-knowledge-gaps',
  concurrency: 1,
  every: day,
  inside: async (ctx) => void (await forgetBefore(ctx.db, new Date(ctx.now.getTime() - kept))),
}
