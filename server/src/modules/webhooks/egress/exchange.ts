import type { Dispatcher } from 'undici'
import { reasonOf, SendError } from './failures.ts'
import type { Connection, ConnectionPool } from './connection-pool.ts'

const maxRead = 16 * 1024
const maxStored = 4 * 1024

export interface OutgoingRequest {
  /** Sockets are shared only within one owner (a webhook id). */
  owner: string
  method: 'POST' | 'GET'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** For everything: DNS, connection, headers and body. */
  timeout_ms: number
  signal: AbortSignal
}

export interface SendResult {
  /** Also when the rest of the response failed. */
  status: number | null
  /** Null when a response was read; then the status decides. */
  error: string | null
  retry_after: string | null
  response_body: string
  latency_ms: number
}

export const noResponse: SendResult = {
  status: null,
  error: null,
  retry_after: null,
  response_body: '',
  latency_ms: 0,
}

/** Sends a request and reads the response before the deadline. */
export async function exchange(outgoing: OutgoingRequest, poolOf: () => ConnectionPool): Promise<SendResult> {
  const result = { ...noResponse }
  const started = performance.now()
  outgoing.signal.throwIfAborted()
  const { signal, release } = startDeadline(outgoing.timeout_ms, outgoing.signal)
  try {
    await poolOf().use(signal, (connection) => request(connection, outgoing, result))
  } catch (error) {
    outgoing.signal.throwIfAborted()
    result.error = reasonOf(signal.aborted ? signal.reason : error)
  } finally {
    release()
  }
  result.latency_ms = Math.round(performance.now() - started)
  return result
}

/**
 * Fires after a time or with `outer`, whichever comes first, and must be released at the end in any case. AbortSignal.any would
 * stay tied to a long-lived `outer` after the work is done.
 */
function startDeadline(milliseconds: number, outer: AbortSignal) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new SendError('timeout')), milliseconds)
  const abort = () => controller.abort(outer.reason)
  outer.addEventListener('abort', abort, { once: true })
  const release = () => {
    clearTimeout(timer)
    outer.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, release }
}

async function request(connection: Connection, outgoing: OutgoingRequest, result: SendResult): Promise<void> {
  const { method, url, headers, body = null } = outgoing
  const { pathname, search } = new URL(url)
  const response = await connection.client.request({ method, path: pathname + search, headers, body })
  result.status = response.statusCode
  result.retry_after = response.headers['retry-after']?.toString().slice(0, 200) ?? null
  result.response_body = await readBody(connection, response)
}

/** The start of a response; the rest is not read. Nothing is decompressed, so that a small response stays small. */
async function readBody({ destroy }: Connection, { body }: Dispatcher.ResponseData): Promise<string> {
  body.on('error', () => undefined) // it rejects the loop below, or comes after it
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < maxRead) continue
    destroy()
    break
  }
  return textOf(Buffer.concat(chunks).subarray(0, maxStored))
}

/** A character that is split at the end is left out; NUL, which PostgreSQL does not store, is replaced. */
const textOf = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
