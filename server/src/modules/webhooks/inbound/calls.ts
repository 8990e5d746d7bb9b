import type { Ctx } from '../../../db/ctx.ts'
import { retryOnOutage, type BackgroundLoop } from '../../../jobs/background-loop.ts'
import { Problem } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { storable } from '../mapping/text.ts'
import type { Answer } from './model.ts'
import { insertCalls, type Call } from './store.ts'

const maxPayload = 64 * 1024
const flushInterval = 250
const maxBuffered = 500

/**
 * The last calls and their results, for setting up a webhook. Written in batches a few times a second, so that no
 * caller waits. A crash loses a quarter of a second of this log, and so does each write that fails in an outage; neither
 * loses an incident.
 */
export interface CallLog extends BackgroundLoop {
  add: (call: Call) => void
  /** Resolves when everything that was added can be read. */
  flush: () => Promise<void>
}

export function openCallLog(makeCtx: () => Ctx): CallLog {
  let buffer: Call[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const calls = buffer
    buffer = []
    if (calls.length > 0)
      writing = writing.then(() => retryOnOutage(makeCtx(), () => insertCalls(makeCtx().db, calls)))
    return writing
  }
  return {
    add: (call) => {
      buffer.push(call)
      if (buffer.length >= maxBuffered) void flush()
      else timer ??= setTimeout(() => void flush(), flushInterval).unref()
    },
    flush,
    stop: flush,
  }
}

/** Logs the result of `work`, and passes it on. */
export async function logCall(
  ctx: Ctx,
  log: CallLog,
  webhook_id: string,
  bytes: Buffer,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const payload = storable(bytes.toString('utf8', 0, maxPayload))
  const call = { id: randomId('in_'), webhook_id, received_at: ctx.now, payload }
  try {
    const answer = await work()
    log.add({ ...call, status: answer.status, incident_id: answer.incident_id ?? null, error: null })
    return answer
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message } = error
    log.add({ ...call, status: 'rejected', incident_id: null, error: { code, message: storable(message) } })
    throw error
  }
}
