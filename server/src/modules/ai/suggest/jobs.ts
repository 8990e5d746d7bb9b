import { transact, type Ctx } from '../../../db/ctx.ts'
import { enqueue, finish } from '../../../jobs/queue.ts'
import type { JobHandler, RunningJob } from '../../../jobs/worker.ts'
import { minute } from '../../../kernel/durations.ts'
import { fewestRows } from './learning/training.ts'
import * as store from './store.ts'
import { train } from './trainer.ts'

const trainJob = 'train-suggestions'

/** Older incidents say little of how a team works today. */
const mostExamples = 40_000
const batch = 1000

/** Fewer new ones would teach nothing. */
const fewestNew = 50
const share = 0.1

export const isDue = (last: store.History | undefined, now: store.History): boolean => {
  if (now.available < fewestRows) return false
  if (!last) return true
  const news = now.available - last.available
  return (
    (news >= fewestNew && news >= share * last.available) ||
    now.categories.some((category) => !last.categories.includes(category))
  )
}

/** Looks now and then whether enough was resolved since the last training. */
export const watchHistory: JobHandler = {
  type: 'watch-history',
  concurrency: 1,
  every: minute,
  inside: async (ctx) => {
    if (isDue(await store.lastTraining(ctx.db), await store.historyOf(ctx.db)))
      await enqueue(ctx, trainJob, { unique_key: trainJob })
  },
}

export const trainSuggestions: JobHandler = {
  type: trainJob,
  concurrency: 1,
  outside: async (ctx, job) => learn(ctx, job),
}

export const startTraining = (ctx: Ctx) =>
  transact(ctx, (ctx) => enqueue(ctx, trainJob, { unique_key: trainJob }))

async function learn(ctx: Ctx, job: RunningJob): Promise<void> {
  const history = await store.historyOf(ctx.db)
  let last: string | undefined
  let read = 0
  const next = async () => {
    if (read >= mostExamples) return []
    const examples = await store.examplesBefore(ctx.db, last, Math.min(batch, mostExamples - read))
    last = examples.at(-1)?.id
    read += examples.length
    return examples
  }
  const trained = await train(next, job.signal)
  await transact(ctx, async (ctx) => {
    await finish(ctx, job)
    if (trained.learned < fewestRows) return
    const version = await store.insert(ctx.db, history, trained)
    ctx.log.info({ version, learned: trained.learned }, 'suggestions were learned anew')
  })
}
