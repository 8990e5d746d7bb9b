import type { JobHandler } from '../../jobs/job-runner.ts'
import { load } from './load.ts'
import { loadJob } from './service.ts'
import * as store from './store.ts'

/** All or nothing: after a crash nothing is stored, and the job runs again. */
export const loadDemoData: JobHandler = {
  type: loadJob,
  concurrency: 1,
  inTransaction: async (ctx, job) => {
    const state = await store.lockState(ctx.db)
    if (!state) throw new Error('Another load or removal of the demo data is in progress')
    if (state.status !== 'loading') return // removed in the meantime
    const records = await load(ctx, job.signal)
    await store.keep(ctx.db, records)
    await store.setState(ctx.db, { status: 'loaded', at: ctx.now.toISOString() })
    ctx.log.info({ records: records.length }, 'demo data loaded')
  },
}
