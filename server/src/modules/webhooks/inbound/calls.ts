import { LRUCache } from 'lru-cache'
import { transact, type Ctx } from '../../../db/ctx.ts'
import { retryOnOutage, type BackgroundLoop } from '../../../jobs/background-loop.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { hour, minute } from '../../../kernel/durations.ts'
import { Problem } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { storable } from '../mapping/text.ts'
import type { InboundCache } from './cache.ts'
import { isUnread, rejectionJob, type Answer } from './model.ts'
import { insertCalls, type Call } from './store.ts'

const maxPayload = 64 * 1024
const flushInterval = 250
const maxBuffered = 500
/** Per webhook and minute: who does not have the secret must not fill the log. */
const maxUnread = 10
const maxWebhooks = 10_000

/**
 * The last calls and their results, for setting up a webhook. Written in batches a few times a second, so that no
 * caller waits. A crash loses a quarter of a second of this log, and so does each write that fails in an outage; neither
 * loses an incident.
 */
export interface CallLog extends BackgroundLoop {
  add: (call: Call) => void
  /** A call that was refused before its body was read. */
  addUnread: (call: Call) => void
  /** Resolves when everything that was added can be read. */
  flush: () => Promise<void>
}

export function openCallLog(makeCtx: () => Ctx): CallLog {
  let buffer: Call[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const unread = new LRUCache<string, number>({ max: maxWebhooks, ttl: minute, noUpdateTTL: true })
  // The job itself makes sure of one message a day; this only keeps a flood from adding as many jobs.
  const reported = new LRUCache<string, true>({ max: maxWebhooks, ttl: hour })
  const write = (calls: Call[]) =>
    transact(makeCtx(), async (ctx) => {
      await insertCalls(ctx.db, calls)
      const rejecting = calls.filter(({ status }) => status === 'rejected').map((call) => call.webhook_id)
      const news = [...new Set(rejecting)].filter((webhook_id) => !reported.has(webhook_id))
      for (const webhook_id of news)
        await enqueue(ctx, rejectionJob, {
          payload: { webhook_id },
          unique_key: `${rejectionJob}:${webhook_id}`,
        })
      for (const webhook_id of news) reported.set(webhook_id, true)
    })
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const calls = buffer
    buffer = []
    if (calls.length > 0) writing = writing.then(() => retryOnOutage(makeCtx(), () => write(calls)))
    return writing
  }
  const add = (call: Call) => {
    buffer.push(call)
    if (buffer.length >= maxBuffered) void flush()
    else timer ??= setTimeout(() => void flush(), flushInterval).unref()
  }
  return {
    add,
    addUnread: (call) => {
      const count = (unread.get(call.webhook_id) ?? 0) + 1
      if (count > maxUnread) return
      unread.set(call.webhook_id, count)
      add(call)
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

/** A call of a known webhook that was refused before its body was read: too large, or without a valid signature. */
export async function logUnread(
  ctx: Ctx,
  { cache, calls }: { cache: InboundCache; calls: CallLog },
  id: string,
  { code, message }: Pick<Problem, 'code' | 'message'>,
): Promise<void> {
  if (!isUnread(code)) return
  const entry = await cache.find(ctx.db, id)
  if (!entry) return
  const call = { id: randomId('in_'), webhook_id: entry.webhook.id, received_at: ctx.now, payload: '' }
  calls.addUnread({ ...call, status: 'rejected', incident_id: null, error: { code, message } })
}
