import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Example, Reports } from './learning/training.ts'

/** Threads run what was built, also when everything else runs from its sources. */
const thread = fileURLToPath(new URL('./training-thread.js', import.meta.url)).replace(
  /([\\/]server[\\/])src([\\/])/,
  '$1dist$2',
)

export interface TrainingResult {
  learned: number
  fields: Reports
  content: Buffer
}

/**
 * Learns in a thread of its own, so that requests are answered meanwhile. `next` gives batches until it gives none; there will be
 * about `expected` examples.
 */
export async function train(
  next: () => Promise<Example[]>,
  expected: number,
  signal: AbortSignal,
): Promise<TrainingResult> {
  const worker = new Worker(thread, { workerData: { expected } })
  const failed = once(worker, 'error').then(([error]: unknown[]) => Promise.reject(error as Error))
  failed.catch(() => {}) // it may fail while nobody waits for it; whoever waits next is told
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  const tell = async <Answer>(examples: Example[]): Promise<Answer> => {
    worker.postMessage(examples)
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), failed])) as [Answer]
    return answer
  }
  try {
    for (let hasRoom = true; hasRoom;) {
      const examples = await next()
      if (examples.length === 0) break
      ;({ hasRoom } = await tell<{ hasRoom: boolean }>(examples))
    }
    const { content, ...trained } = await tell<TrainingResult>([])
    return { ...trained, content: Buffer.from(content) }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
