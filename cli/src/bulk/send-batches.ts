import { randomUUID } from 'node:crypto'
import { NotFoundError, type AcceptedJob, type Job, type Mainstay } from '@mainstay/sdk'
import { batchesOf } from './batches.ts'
import type { BulkProgressFile } from './progress-file.ts'
import { failuresOf, submit, type FailedRecord, type SourceRecord } from './submit.ts'

const batchesInFlight = 4
const pollInterval = 250

interface Sending<Source extends SourceRecord> {
  client: Mainstay
  records: Source[]
  resume: BulkProgressFile
  /** Starts the job of a batch; the key makes it safe to repeat. */
  start: (batch: Source[], idempotencyKey: string, signal: AbortSignal) => Promise<AcceptedJob>
  onDone: (count: number) => void
  signal: AbortSignal
}

/** Sends all records in jobs, a few at a time, and writes down how far it got. */
export async function sendBatches<Source extends SourceRecord>(sending: Sending<Source>): Promise<void> {
  const { records, resume, onDone } = sending
  const waiting: [number, Source[]][] = []
  for (const [batch, sources] of batchesOf(records).entries())
    if (resume.isDone(batch)) onDone(sources.length)
    else waiting.push([batch, sources])
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await sendBatch(sending, ...next)
      onDone(next[1].length)
    }
  }
  await Promise.all(Array.from({ length: batchesInFlight }, work))
}

async function sendBatch<Source extends SourceRecord>(
  { client, resume, start, signal }: Sending<Source>,
  batch: number,
  sources: Source[],
): Promise<void> {
  const started = resume.begin(batch, randomUUID)
  if (!started.job_id) {
    if (resume.isKeyExpired(batch)) return resume.finished(batch, 0, perhapsCreated(sources))
    const { job, refused } = await submit(sources, started.key, (left, key) => start(left, key, signal))
    if (!job) return resume.finished(batch, 0, refused)
    resume.accepted(batch, job.job_id, refused)
  }
  const { job_id, refused = [] } = resume.pending(batch)
  const lines = new Set(refused.map(({ line }) => line))
  const sent = sources.filter(({ line }) => !lines.has(line))
  const job = await resultOf(client.jobs.waitFor(job_id!, { interval: pollInterval, signal }))
  const failed = job ? failuresOf(job, sent) : perhapsCreated(sent)
  resume.finished(batch, job?.succeeded ?? 0, [...refused, ...failed])
}

/** Undefined when the service no longer has the job. */
const resultOf = (job: Promise<Job>): Promise<Job | undefined> =>
  job.catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined
    throw error
  })

const perhapsCreated = (sources: SourceRecord[]): FailedRecord[] =>
  sources.map(({ line }) => ({
    line,
    may_exist: true,
    message:
      'the import was interrupted long ago, and this record may exist. Look for it before you import it',
  }))
