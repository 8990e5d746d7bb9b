import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record } from '../../events/journal.ts'
import { enqueue } from '../../jobs/queue.ts'
import { conflict } from '../../kernel/errors.ts'
import type { Status } from './model.ts'
import * as store from './store.ts'

export const loadJob = 'load-demo-data'

/**
 * Decides once per database, at its first start, whether to load demo data: on request, or by default with the embedded
 * database. DEMO_DATA=true can still be set later; data that was loaded once is not loaded again, even after it was removed.
 */
export const decideAtStart = (ctx: Ctx): Promise<void> =>
  transact(ctx, async (ctx) => {
    const { demo_data, database_url } = ctx.config
    const isWanted = demo_data === 'true' || (demo_data === '' && !database_url)
    const first = isWanted ? loadingSince(ctx) : ({ status: 'none', at: null } as const)
    if (await store.decide(ctx.db, first)) return isWanted ? enqueueLoad(ctx) : undefined
    if (demo_data === 'true' && (await store.lockState(ctx.db))?.status === 'none') await requestLoad(ctx)
  })

const loadingSince = (ctx: Ctx) => ({ status: 'loading', at: ctx.now.toISOString() }) as const

const enqueueLoad = (ctx: Ctx<Tx>) => enqueue(ctx, loadJob, { unique_key: loadJob })

async function requestLoad(ctx: Ctx<Tx>): Promise<void> {
  await store.setState(ctx.db, loadingSince(ctx))
  await enqueueLoad(ctx)
}

export async function status(ctx: Ctx) {
  const [state, records] = [await store.findState(ctx.db), await store.count(ctx.db)]
  const { status, at } = state ?? { status: 'none' as Status, at: null }
  return { status, at, records, total: totalOf(records) }
}

const totalOf = (records: Record<string, number>) => Object.values(records).reduce((sum, n) => sum + n, 0)

/** Removes the loaded records, with everything that users added to them. */
export const remove = (ctx: Ctx) =>
  transact(ctx, async (ctx) => {
    const removed = await removeRecords(ctx)
    await store.setState(ctx.db, { status: 'removed', at: ctx.now.toISOString() })
    return { ...(await status(ctx)), removed }
  })

export const reset = (ctx: Ctx) =>
  transact(ctx, async (ctx) => {
    const removed = await removeRecords(ctx)
    await requestLoad(ctx)
    return { ...(await status(ctx)), removed }
  })

async function removeRecords(ctx: Ctx<Tx>): Promise<Record<string, number>> {
  if (!(await store.lockState(ctx.db)))
    throw conflict('demo_busy', 'The demo data is being loaded or removed. Try again in a few seconds')
  const removed = await store.count(ctx.db)
  await store.removeAll(ctx.db)
  const total = totalOf(removed)
  await record(ctx, 'demo_data', {
    subject_type: 'demo_data',
    action: 'removed',
    changes: total > 0 ? [{ field: 'records', from: removed, to: {} }] : [],
  })
  return removed
}
