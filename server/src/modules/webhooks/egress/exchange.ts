import type { Dispatcher } from 'undici'
import { startDeadline } from './deadline.ts'
import { reasonOf } from './failures.ts'
import type { Connection, Line } from './line.ts'

const mostRead = 16 * 1024
const mostKept = 4 * 1024

export interface Sending {
  /** Sockets are shared only within one owner (a webhook id). */
  owner: string
  method: 'POST' | 'GET'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** For everything: name, connection, headers and body. */
  timeout_ms: number
  signal: AbortSignal
}

export interface Outcome {
  /** What the receiver answered, also when the rest of the answer failed. */
  status: number | null
  /** Null exactly when an answer was read; then the status decides. */
  error: string | null
  retry_after: string | null
  response_body: string
  latency_ms: number
}

/** Sends, and reads the answer, all of it in one span of time. */
export async function exchange(sending: Sending, lineTo: () => Line): Promise<Outcome> {
  const outcome: Outcome = { status: null, error: null, retry_after: null, response_body: '', latency_ms: 0 }
  const started = performance.now()
  sending.signal.throwIfAborted()
  const { signal, release } = startDeadline(sending.timeout_ms, sending.signal)
  try {
    await lineTo().use(signal, (connection) => ask(connection, sending, outcome))
  } catch (error) {
    sending.signal.throwIfAborted()
    outcome.error = reasonOf(signal.aborted ? signal.reason : error)
  } finally {
    release()
  }
  outcome.latency_ms = Math.round(performance.now() - started)
  return outcome
}

async function ask(connection: Connection, sending: Sending, outcome: Outcome): Promise<void> {
  const { method, url, headers, body = null } = sending
  const { pathname, search } = new URL(url)
  const answer = await connection.client.request({ method, path: pathname + search, headers, body })
  outcome.status = answer.statusCode
  outcome.retry_after = answer.headers['retry-after']?.toString().slice(0, 200) ?? null
  outcome.response_body = await readAnswer(connection, answer)
}

/**
 * The start of an answer as text. What comes after the most that is read is not waited for. Nothing is decompressed, so
 * that a small answer stays small.
 */
async function readAnswer({ cut }: Connection, { body }: Dispatcher.ResponseData): Promise<string> {
  body.on('error', () => undefined) // it rejects the loop below, or nobody cares any more
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < mostRead) continue
    cut()
    break
  }
  return textOf(Buffer.concat(chunks).subarray(0, mostKept))
}

/** A character that the cut has split is left out; NUL, which the database does not take, is replaced. */
const textOf = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
