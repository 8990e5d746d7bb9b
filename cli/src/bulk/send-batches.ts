import { randomUUID } from 'node:crypto'
import type { AcceptedJob, Mainstay } from '@mainstay/sdk'
import type { BulkProgressFile } from './progress-file.ts'
import { failuresOf, submit, type SourceRecord } from './submit.ts'

/** As many as the service takes in one job. */
export const batchSize = 100
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
  const waiting: number[] = []
  for (let batch = 0; batch * batchSize < records.length; batch++) {
    if (resume.isDone(batch)) onDone(batchOf(records, batch).length)
    else waiting.push(batch)
  }
  const work = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      await sendBatch(sending, batch)
      onDone(batchOf(records, batch).length)
    }
  }
  await Promise.all(Array.from({ length: batchesInFlight }, work))
}

const batchOf = <Source>(records: Source[], batch: number) =>
  records.slice(batch * batchSize, (batch + 1) * batchSize)

async function sendBatch<Source extends SourceRecord>(
  { client, records, resume, start, signal }: Sending<Source>,
  batch: number,
): Promise<void> {
  const sources = batchOf(records, batch)
  const started = resume.begin(batch, randomUUID)
  if (!started.job_id) {
    const { job, refused } = await submit(sources, started.key, (left, key) => start(left, key, signal))
    if (!job) return resume.finished(batch, 0, refused)
    resume.accepted(batch, job.job_id, refused)
  }
  const { job_id, refused = [] } = resume.pending(batch)
  const lines = new Set(refused.map(({ line }) => line))
  const sent = sources.filter(({ line }) => !lines.has(line))
  const job = await client.jobs.waitFor(job_id!, { interval: pollInterval, signal })
  resume.finished(batch, job.succeeded, [...refused, ...failuresOf(job, sent)])
}
