import type { Ctx } from '../../../db/ctx.ts'
import { retryOnOutage, type Worker } from '../../../jobs/lease-loop.ts'
import { Problem } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { storable } from '../deliveries/model.ts'
import type { Answer } from './model.ts'
import { insertCalls, type Call } from './store.ts'

const keptBytes = 64 * 1024
const longestWait = 250
const mostWaiting = 500

/**
 * The last payloads and what became of them, for people who set a webhook up and wonder. Written a few times a second,
 * many together: no caller waits for it, and a crash takes a quarter of a second of memory with it, never an effect.
 */
export interface CallLog extends Worker {
  keep: (call: Call) => void
  /** Until all that was kept can be read. */
  flush: () => Promise<void>
}

export function openCallLog(makeCtx: () => Ctx): CallLog {
  let waiting: Call[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const calls = waiting
    waiting = []
    if (calls.length > 0)
      writing = writing.then(() => retryOnOutage(makeCtx(), () => insertCalls(makeCtx().db, calls)))
    return writing
  }
  return {
    keep: (call) => {
      waiting.push(call)
      if (waiting.length >= mostWaiting) void flush()
      else timer ??= setTimeout(() => void flush(), longestWait).unref()
    },
    flush,
    wake: () => {},
    stop: flush,
  }
}

/** Does the work, and keeps what became of it. */
export async function keepCall(
  ctx: Ctx,
  log: CallLog,
  webhook_id: string,
  bytes: Buffer,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const payload = storable(bytes.toString('utf8', 0, keptBytes))
  const call = { id: randomId('in_'), webhook_id, received_at: ctx.now, payload }
  try {
    const answer = await work()
    log.keep({ ...call, status: answer.status, incident_id: answer.incident_id ?? null, error: null })
    return answer
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message } = error
    log.keep({ ...call, status: 'rejected', incident_id: null, error: { code, message } })
    throw error
  }
}
