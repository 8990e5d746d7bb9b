import { isTimeout } from '../session/session.ts'
import { offline } from '../words/offline.ts'
import { addToOutbox, isRecordWaiting } from './outbox.ts'
import { isQueueable, recordOf, type Write } from './write.ts'

/** The service did not answer. */
export class UnreachableError extends Error {
  constructor() {
    super(offline.unreachable)
  }
}

/** The change is in the outbox; what it leads to is not known yet. */
export class QueuedOfflineError extends Error {
  constructor() {
    super(offline.keptForLater)
  }
}

/** Longer than the service takes. On a connection that died unnoticed an answer would never come. */
export const sendTimeout = 15_000

/**
 * Sends a change, or keeps it while the service cannot be reached or does not answer. A change of a record that others
 * already wait for joins them, because they are sent in order.
 */
export async function sendOrQueue<Result>(
  write: Omit<Write, 'at'>,
  send: (signal?: AbortSignal) => Promise<Result>,
  meanwhile: () => Result,
): Promise<Result> {
  const { path } = write
  if (!isQueueable(write)) return send()
  if (recordOf(path) === undefined || !isRecordWaiting(path)) {
    try {
      return await send(AbortSignal.timeout(sendTimeout))
    } catch (error) {
      if (!(error instanceof UnreachableError) && !isTimeout(error)) throw error
    }
  }
  addToOutbox({ ...write, at: new Date().toISOString() })
  return meanwhile()
}

export const throwQueuedOffline = (): never => {
  throw new QueuedOfflineError()
}
