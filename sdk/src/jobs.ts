import { MainstayError } from './errors.ts'
import { sleep } from './retry.ts'
import type { Job } from './schema.ts'

export interface WaitOptions {
  signal?: AbortSignal
  /** Called whenever the job has got further, and once at its end. */
  onProgress?: (job: Job) => void
  /** Milliseconds between two looks at the job. Default 500. */
  interval?: number
  /** Milliseconds after which waiting ends with a JobTimeoutError; the job itself goes on. Default: none. */
  timeout?: number
}

/** The job was still running when the time to wait was over. */
export class JobTimeoutError extends MainstayError {
  override name = 'JobTimeoutError'
  readonly job: Job

  constructor(job: Job) {
    super(`Job ${job.job_id} is still ${job.status}: ${job.processed} of ${job.total} records are done`)
    this.job = job
  }
}

const isOver = ({ status }: Job) => status === 'completed' || status === 'failed'

/** Resolves with the job at its end; `failed` and `results` say which records could not be written, and why. */
export async function waitForJob(
  get: (signal?: AbortSignal) => Promise<Job>,
  { signal, onProgress, interval = 500, timeout = Infinity }: WaitOptions = {},
): Promise<Job> {
  const giveUpAt = Date.now() + timeout
  let seen = -1
  for (;;) {
    const job = await get(signal)
    if (job.processed > seen || isOver(job)) onProgress?.(job)
    seen = job.processed
    if (isOver(job)) return job
    if (Date.now() >= giveUpAt) throw new JobTimeoutError(job)
    await sleep(Math.min(interval, giveUpAt - Date.now()), signal)
  }
}
