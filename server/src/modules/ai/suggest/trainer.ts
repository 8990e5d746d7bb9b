import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadFile } from '../../../kernel/thread-file.ts'
import type { Example, Reports } from './learning/training.ts'

const thread = threadFile(new URL('./training-thread.js', import.meta.url))

export interface TrainingResult {
  rows: number
  fields: Reports
  content: Buffer
}

/**
 * Trains in a separate thread, so that requests are not delayed. `next` returns batches until it returns none; `expected`
 * is the approximate number of examples.
 */
export async function train(
  next: () => Promise<Example[]>,
  expected: number,
  signal: AbortSignal,
): Promise<TrainingResult> {
  const worker = new Worker(thread, { workerData: { expected } })
  const failed = once(worker, 'error').then(([error]: unknown[]) => Promise.reject(error as Error))
  failed.catch(() => {}) // the next caller that awaits it gets the error
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  const send = async <Answer>(examples: Example[]): Promise<Answer> => {
    worker.postMessage(examples)
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), failed])) as [Answer]
    return answer
  }
  try {
    for (let hasRoom = true; hasRoom;) {
      const examples = await next()
      if (examples.length === 0) break
      ;({ hasRoom } = await send<{ hasRoom: boolean }>(examples))
    }
    const { content, ...trained } = await send<TrainingResult>([])
    return { ...trained, content: Buffer.from(content) }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
