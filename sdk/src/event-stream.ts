import { ApiError } from './errors.ts'
import { sleep } from './retry.ts'
import type { Event } from './schema.ts'
import { chunksOf, serverSentEvents } from './server-sent-events.ts'
import type { Transport } from './transport.ts'

export interface StreamOptions {
  /** Only events of these types. */
  types?: Event['type'][]
  /** Continue after this event (its `seq`); without it the stream starts now. */
  after?: number
  signal?: AbortSignal
  /** Milliseconds of silence after which a connection is given up; the service sends something every 5 s. Default 20,000. */
  idleTimeout?: number
  /** Called when a connection was lost, before the next one. */
  onReconnect?: (reason: Error) => void
}

const maxDelay = 30_000
/** A stream does not give up: it asks again before the end of a longer Retry-After. */
const maxRetryAfter = 60_000

/** Milliseconds before the next connection: as long as the service asked for, or an exponential backoff. */
export const pauseBefore = (
  failures: number,
  retryDelay: number,
  seconds: number | undefined,
  random = Math.random,
): number =>
  seconds === undefined
    ? Math.min(maxDelay, retryDelay * 2 ** failures) * (0.5 + random() / 2)
    : Math.min(maxRetryAfter, seconds * 1000) + Math.min(maxDelay, retryDelay) * random()

/**
 * The events of the service as they happen, each once and in order. A lost connection is opened again behind the last
 * event, so nothing is missed. It ends when you leave the loop or abort the signal.
 */
export class EventStream implements AsyncIterable<Event> {
  /** The `seq` of the last event: store it, and pass it as `after` to continue after a restart. */
  position: number | undefined
  readonly #transport: Transport
  readonly #options: StreamOptions & { idleTimeout: number }
  #retryDelay = 2000
  #failures = 0

  constructor(transport: Transport, options: StreamOptions = {}) {
    this.#transport = transport
    this.#options = { ...options, idleTimeout: options.idleTimeout ?? 20_000 }
    this.position = options.after
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { signal, onReconnect } = this.#options
    while (!signal?.aborted) {
      let reason = new Error('The service ended the stream')
      try {
        yield* this.#read(await this.#connect())
      } catch (error) {
        if (signal?.aborted) return
        if (isPermanent(error)) throw error
        reason = error as Error
      }
      onReconnect?.(reason)
      await this.#pause(reason instanceof ApiError ? reason.retry_after : undefined)
    }
  }

  async #connect(): Promise<Response> {
    const { types, signal, idleTimeout } = this.#options
    const query = types ? `?${new URLSearchParams({ type: types.join(',') })}` : ''
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (this.position !== undefined) headers['last-event-id'] = String(this.position)
    const request = new Request(`${this.#transport.root}/events/stream${query}`, { headers })
    return this.#transport.openStream(request, { signal, timeout: idleTimeout })
  }

  async *#read(response: Response): AsyncGenerator<Event, void, undefined> {
    const chunks = chunksOf(response.body!, this.#options.idleTimeout)
    for await (const { id, data, retry } of serverSentEvents(chunks)) {
      this.#failures = 0
      if (retry !== undefined) this.#retryDelay = retry
      if (id) this.position = Number(id)
      if (data !== undefined) yield JSON.parse(data) as Event
    }
  }

  /** Not longer than the signal lets it. */
  async #pause(seconds: number | undefined): Promise<void> {
    const delay = pauseBefore(this.#failures++, this.#retryDelay, seconds)
    await sleep(delay, this.#options.signal).catch(() => undefined)
  }
}

/** Another connection would be refused as well. */
const isPermanent = (error: unknown) =>
  error instanceof ApiError && error.status !== 429 && error.status < 500
