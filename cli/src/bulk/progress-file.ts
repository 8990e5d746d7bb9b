import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { refusal } from '../errors.ts'
import { replaceFile } from '../files.ts'
import type { FailedRecord, SourceRecord } from './submit.ts'

/** The service keeps a key for a day. */
const keyLifetime = 23 * 60 * 60 * 1000

interface Batch {
  /** Sent with the request: the same batch sent again becomes the same job. */
  key: string
  /** When it was first sent, in Unix milliseconds. */
  at?: number
  job_id?: string
  /** Left out of the job. */
  refused?: FailedRecord[]
}

/** What an interrupted run has to know. */
interface Progress {
  digest: string
  base_url: string
  /** Batches by their number, from 0, which are on their way. */
  pending: Record<string, Batch>
  done: number[]
  succeeded: number
  failed: FailedRecord[]
  /** After a run that ended with failures: what to send again, and how many records exist. */
  again?: { lines: number[]; created: number }
}

/** How far a file has been sent, on disk beside the file, so that an interrupted run continues instead of starting over. */
export class BulkProgressFile {
  readonly path: string
  readonly progress: Progress
  readonly isResumed: boolean

  constructor(file: string, content: string, base_url: string) {
    this.path = `${file}.resume.json`
    const digest = createHash('sha256').update(content).digest('hex')
    this.isResumed = existsSync(this.path)
    this.progress = this.isResumed
      ? this.#read(digest, base_url)
      : { digest, base_url, pending: {}, done: [], succeeded: 0, failed: [] }
  }

  #read(digest: string, base_url: string): Progress {
    const progress = JSON.parse(readFileSync(this.path, 'utf8')) as Progress
    const hint = `Delete ${this.path} to start over; records that were already sent would be created again`
    if (progress.digest !== digest)
      throw refusal(
        progress.again
          ? `The file has changed since ${progress.again.created} of its records were created`
          : 'The file has changed since the import was interrupted',
        hint,
      )
    if (progress.base_url !== base_url) throw refusal(`The import was started at ${progress.base_url}`, hint)
    return progress
  }

  isDone(batch: number): boolean {
    return this.progress.done.includes(batch)
  }

  /** Before the request, so that it can be repeated safely whatever happens to it. */
  begin(batch: number, makeKey: () => string): Batch {
    const known = this.progress.pending[batch]
    if (known) return known
    const started = { key: makeKey(), at: Date.now() }
    this.progress.pending[batch] = started
    this.#write()
    return started
  }

  /** Whether the service may have forgotten the key: sent again, the batch could be created twice. */
  isKeyExpired(batch: number): boolean {
    return Date.now() - (this.pending(batch).at ?? 0) > keyLifetime
  }

  accepted(batch: number, job_id: string, refused: FailedRecord[]): void {
    Object.assign(this.pending(batch), { job_id, refused })
    this.#write()
  }

  pending(batch: number): Batch {
    return this.progress.pending[batch]!
  }

  finished(batch: number, succeeded: number, failed: FailedRecord[]): void {
    const { pending, done } = this.progress
    delete pending[batch]
    done.push(batch)
    this.progress.succeeded += succeeded
    this.progress.failed.push(...failed)
    this.#write()
  }

  /** The records that are to be sent: all, or those that failed in an earlier run. */
  remaining<Source extends SourceRecord>(sources: Source[]): Source[] {
    const { again } = this.progress
    if (!again) return sources
    const lines = new Set(again.lines)
    return sources.filter(({ line }) => lines.has(line))
  }

  /** Without failures nothing is left to do; otherwise the same command sends only what failed. */
  end(): void {
    const { digest, base_url, succeeded, failed, again } = this.progress
    if (failed.length === 0) return rmSync(this.path, { force: true })
    replaceFile(
      this.path,
      toText({
        digest,
        base_url,
        pending: {},
        done: [],
        succeeded: 0,
        failed: failed.filter((record) => record.may_exist),
        again: {
          lines: failed.filter((record) => !record.may_exist).map(({ line }) => line),
          created: succeeded + (again?.created ?? 0),
        },
      }),
    )
  }

  #write(): void {
    replaceFile(this.path, toText(this.progress))
  }
}

const toText = (progress: Progress) => `${JSON.stringify(progress)}\n`
