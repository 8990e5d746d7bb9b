import { TryAbort, unlessAborted } from './abort.ts'
import { ConnectionError } from './errors.ts'
import type { Outcome } from './retry.ts'
import type { Problem } from './schema.ts'

export interface AttemptOptions {
  caller: AbortSignal | undefined
  /** Milliseconds until the whole response is there, or its beginning if it `streams`. */
  timeout: number
  streams: boolean
}

/**
 * One try. What fetch throws differs by platform; only an abort by the caller is not a failed connection. Each wait ends with
 * the signal by itself, because fetch of Deno misses an abort after a garbage collection.
 */
export async function attempt(
  fetch: typeof globalThis.fetch,
  request: Request,
  { caller, timeout, streams }: AttemptOptions,
): Promise<Outcome> {
  const abort = new TryAbort(caller, timeout)
  try {
    const response = await unlessAborted(fetch(request, { signal: abort.signal }), abort.signal)
    if (streams && response.ok && response.body)
      return { response: streamed(response, response.body, abort, caller) }
    const outcome = await withCode(await unlessAborted(readToEnd(response), abort.signal))
    abort.release()
    return outcome
  } catch (error) {
    abort.release()
    caller?.throwIfAborted()
    return { error: connectionError(error) }
  }
}

/** Deno repeats a request by itself when its connection is lost, unless the body is a stream (denoland/deno#35610). */
export function sentOnce(request: Request): Request {
  if (!('Deno' in globalThis) || request.body === null) return request
  const body = request.body.pipeThrough(new TransformStream())
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}

/** A connection that is cut in the middle of a response is a failure of this try, not of whoever reads it. */
async function readToEnd(response: Response): Promise<Response> {
  if (!response.body) return response
  const bytes = await response.arrayBuffer()
  return withBody(response, bytes.byteLength > 0 ? bytes : null)
}

/** A Response that is not of fetch has no address of its own. */
function withBody(response: Response, body: ArrayBuffer | ReadableStream | null): Response {
  const { url, redirected } = response
  return Object.defineProperties(new Response(body, response), {
    url: { value: url },
    redirected: { value: redirected },
  })
}

/** The body as it arrives. A signal of the caller that lives on must not hold on to it after its end. */
function streamed(
  response: Response,
  body: ReadableStream<Uint8Array>,
  abort: TryAbort,
  caller: AbortSignal | undefined,
): Response {
  abort.stopTimer()
  const reader = body.getReader()
  const watched = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await unlessAborted(reader.read(), abort.signal)
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          controller.error(caller?.aborted ? caller.reason : connectionError(error))
          reader.cancel(error).catch(() => undefined) // it may have ended already
        }
        abort.release()
      },
      cancel: (reason) => {
        abort.release()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return withBody(response, watched)
}

function connectionError(error: unknown): ConnectionError {
  const { message, cause } = error as Error
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
  return new ConnectionError(`The service could not be reached: ${reason}`, { cause: error })
}

async function withCode(response: Response): Promise<Outcome> {
  if (response.status !== 409) return { response }
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<Problem>
  return { response, code: problem.code ?? '' }
}
