import { transact, type Ctx } from '../../../db/ctx.ts'
import { enqueue, finish } from '../../../jobs/queue.ts'
import type { JobHandler, RunningJob } from '../../../jobs/job-runner.ts'
import { second } from '../../../kernel/durations.ts'
import { keyOf } from './learning/labels.ts'
import { minRows } from './learning/training.ts'
import * as store from './store.ts'
import { train } from './trainer.ts'

const trainJob = 'train-suggestions'

/** Only the newest incidents are used for training. */
const maxExamples = 40_000
const batch = 1000

const minNewRows = 50
/** As a share of what the model was trained on. */
const minGrowth = 0.1

/** Whether the model can suggest a name that no resolved incident has any more. */
const suggestsGone = (last: store.History['names'], now: store.History['names']): boolean =>
  (['category', 'assignment_group'] as const).some((field) => {
    const present = new Set(['', ...now[field].map(keyOf)]) // the class of rare names has no name
    return last[field].some((name) => !present.has(keyOf(name)))
  })

/** Whether so much was resolved, deleted or renamed since the last training that the model is out of date. */
export function isDue(last: store.History | undefined, now: store.History): boolean {
  if (now.available < minRows) return last !== undefined
  if (!last) return true
  const moved = Math.abs(now.available - last.available)
  return (
    (moved >= minNewRows && moved >= minGrowth * last.available) ||
    now.categories.some((category) => !last.categories.includes(category)) ||
    suggestsGone(last.names, now.names)
  )
}

const isDueNow = async ({ db }: Ctx) => isDue(await store.lastTraining(db), await store.historyOf(db))

export const watchHistory: JobHandler = {
  type: 'watch-history',
  concurrency: 1,
  every: 15 * second,
  inTransaction: async (ctx) => {
    if (await isDueNow(ctx)) await enqueue(ctx, trainJob, { unique_key: trainJob })
  },
}

/** Trains on request, whether there is new data or not. */
export const startTraining = (ctx: Ctx) =>
  transact(ctx, (ctx) =>
    enqueue(ctx, trainJob, { unique_key: `${trainJob}:asked`, payload: { is_asked: true } }),
  )

export const trainSuggestions: JobHandler = {
  type: trainJob,
  concurrency: 1,
  run: async (ctx, job) => {
    const { is_asked } = job.payload as { is_asked?: true }
    // The periodic check may have requested it during another training.
    if (is_asked || (await isDueNow(ctx))) await learn(ctx, job)
    else await transact(ctx, (ctx) => finish(ctx, job))
  },
}

/** Reads in batches, trains in a thread, and stores the model in the transaction that ends the job. */
async function learn(ctx: Ctx, job: RunningJob): Promise<void> {
  const history = await store.historyOf(ctx.db)
  let last: string | undefined
  let read = 0
  const next = async () => {
    const examples = await store.examplesBefore(ctx.db, last, Math.min(batch, maxExamples - read))
    last = examples.at(-1)?.id
    read += examples.length
    return examples
  }
  const trained = await train(next, history.available, job.signal)
  await transact(ctx, async (ctx) => {
    await finish(ctx, job)
    if (trained.rows < minRows) return store.forget(ctx.db)
    const version = await store.insert(ctx.db, history, trained)
    ctx.log.info({ version, learned: trained.rows }, 'the suggestion model was trained again')
  })
}
