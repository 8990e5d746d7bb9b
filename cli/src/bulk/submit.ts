import { ApiError, ValidationError, type AcceptedJob, type Job } from '@mainstay/sdk'

export interface SourceRecord {
  /** Line of the file, or number of the record. */
  line: number
}

export interface FailedRecord extends SourceRecord {
  message: string
  /** It was on its way when an import was interrupted: sent again, it could be created twice. */
  may_exist?: true
}

interface Submission<Source extends SourceRecord> {
  /** Absent when no record was left. */
  job?: AcceptedJob
  refused: FailedRecord[]
  sent: Source[]
}

/**
 * Starts the job of a batch. The service takes no record of a batch if the form of one is wrong, so those that it names are
 * left out and the others sent again, under a key that is the same whenever this is repeated.
 */
export async function submit<Source extends SourceRecord>(
  sources: Source[],
  key: string,
  start: (batch: Source[], idempotencyKey: string) => Promise<AcceptedJob>,
): Promise<Submission<Source>> {
  const refused: FailedRecord[] = []
  let sent = sources
  while (sent.length > 0) {
    try {
      const job = await start(sent, refused.length > 0 ? `${key}-${refused.length}` : key)
      return { job, refused, sent }
    } catch (error) {
      const wrong = refusedRecords(error, sent.length)
      if (wrong.size === 0) throw error
      for (const [index, message] of wrong) refused.push({ line: sent[index]!.line, message })
      sent = sent.filter((_, index) => !wrong.has(index))
    }
  }
  return { refused, sent }
}

/** The records that a validation error names, and why; or the one that is too large for a request. */
function refusedRecords(error: unknown, sent: number): Map<number, string> {
  const wrong = new Map<number, string>()
  if (sent === 1 && error instanceof ApiError && error.status === 413) return wrong.set(0, error.message)
  if (!(error instanceof ValidationError)) return wrong
  for (const { pointer, message } of error.errors) {
    const [, index] = /^\/records\/(\d+)(?:\/|$)/.exec(pointer) ?? []
    if (index === undefined) continue
    const reason = message.replace(/^records\.\d+\.?/, '').trim() // the line is named instead
    const known = wrong.get(Number(index))
    wrong.set(Number(index), known ? `${known}; ${reason}` : reason)
  }
  return wrong
}

/** The records that the job itself could not write. */
export function failuresOf({ results }: Job, sent: SourceRecord[]): FailedRecord[] {
  return results
    .filter(({ status }) => status === 'failed')
    .map(({ index, error }) => {
      const fields = (error?.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
      return { line: sent[index]!.line, message: fields.join('; ') || error?.message || 'failed' }
    })
}
