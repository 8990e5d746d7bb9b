import { answerOf, ApiError, request } from '../api/client.ts'
import { isTimeout } from '../session/session.ts'
import { offline } from '../words/offline.ts'
import { sendTimeout, UnreachableError } from './send-or-queue.ts'
import { changeOutbox, readOutbox } from './outbox.ts'
import {
  afterLostResponse,
  afterSent,
  ifMatchOf,
  isNextVersion,
  isTooOld,
  nextToSend,
  recordOf,
  withRefusal,
  type CurrentRecord,
  type Refusal,
  type Write,
} from './write.ts'

/** Sends what waits, in order; one tab at a time, so that nothing is sent twice. */
export const sendOutbox = (): Promise<void> => navigator.locks.request('outbox', sendAll)

async function sendAll(): Promise<void> {
  for (let write = nextToSend(readOutbox()); write; write = nextToSend(readOutbox()))
    if (!(await sendOne(write))) return
}

/** False if it must wait: the service is unavailable, or the user has to sign in. */
async function sendOne(write: Write): Promise<boolean> {
  if (isTooOld(write, Date.now()))
    return refuse(write, { status: 0, code: 'too_old', message: offline.tooOld })
  try {
    const etag = await send(write)
    const next = etag ?? (await etagAfter(write))
    changeOutbox((writes) => afterSent(writes, write, next))
    return true
  } catch (error) {
    if (error instanceof UnreachableError || isTimeout(error)) return false
    if (error instanceof ApiError && isTemporary(error)) return false
    const { status = 400, code = 'unknown', message, errors = [] } = error as Partial<ApiError> & Error
    const now = status === 412 && write.method === 'patch' ? await readCurrent(write) : undefined
    const refusal = { status, code, message, errors }
    changeOutbox(
      (writes) => (now && afterLostResponse(writes, write, now)) ?? withRefusal(writes, write.id, refusal),
    )
    return true
  }
}

const refuse = (write: Write, refusal: Refusal): true => {
  changeOutbox((writes) => withRefusal(writes, write.id, refusal))
  return true
}

const isTemporary = ({ status, code }: ApiError) =>
  [401, 408, 425, 429].includes(status) || status >= 500 || code === 'idempotency_in_progress'

const answerInTime = <Body>(method: string, path: string, options: object = {}) =>
  answerOf<Body>(request(method, path, { signal: AbortSignal.timeout(sendTimeout), ...options }))

async function send({ id, method, path, body, if_match }: Write): Promise<string | undefined> {
  const headers = {
    ...(if_match && { 'if-match': if_match }),
    ...(method === 'post' && { 'idempotency-key': id }),
  }
  return (await answerInTime(method, path, { body, headers })).etag
}

/** A note changes its record too: the version that it led to, if nobody else has changed the record. */
async function etagAfter(write: Write): Promise<string | undefined> {
  const [subject, before] = [recordOf(write.path), ifMatchOf(readOutbox(), write)]
  if (!subject || !before) return undefined
  const { etag } = await answerInTime('get', subject)
  return etag && isNextVersion(before, etag) ? etag : undefined
}

async function readCurrent({ path, body = {} }: Write): Promise<CurrentRecord> {
  const { body: values, etag } = await answerInTime<CurrentRecord['values']>('get', path)
  const notes = 'work_note' in body ? await newestNotes(path) : []
  return { values, notes, etag }
}

async function newestNotes(path: string): Promise<string[]> {
  const options = { params: { query: { order: 'desc', limit: 100 } } }
  const notes = await answerInTime<{ data: { body: string }[] }>('get', `${path}/notes`, options)
  return notes.body.data.map(({ body }) => body)
}

/** Sends a refused change once more, onto the current version of its record. */
export async function sendAgain(write: Write): Promise<void> {
  const subject = write.if_match && recordOf(write.path)
  const current = subject && (await answerInTime('get', subject)).etag
  changeOutbox((writes) =>
    writes.map((each) => {
      if (each.id !== write.id) return each
      const { refusal, ...rest } = each
      const renewed = refusal?.code === 'too_old' && { id: crypto.randomUUID(), at: new Date().toISOString() }
      return { ...rest, ...renewed, ...(current && { if_match: current }) }
    }),
  )
  await sendOutbox()
}
