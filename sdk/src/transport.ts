import { tokenSource, type Credentials, type TokenAnswer, type TokenSource } from './credentials.ts'
import { apiError, ConnectionError } from './errors.ts'
import {
  defaultRetryPolicy,
  delayBefore,
  isRepeatable,
  isWorthRetrying,
  sleep,
  type Outcome,
  type RetryPolicy,
} from './retry.ts'
import type { Problem } from './schema.ts'

export interface TransportOptions {
  /** The address of the service, such as `https://mainstay.example.com`. */
  baseUrl: string
  /** The address of the token endpoint without `/oauth2/token`, if it is not that of the service. */
  authUrl?: string
  /** A fetch of your own, for a proxy or for tests. */
  fetch?: typeof globalThis.fetch
  /** Sent with every request. */
  headers?: Record<string, string>
  /** Milliseconds for one try. Default 60,000. */
  timeout?: number
  retry?: Partial<RetryPolicy>
}

/** Sends requests: signs them in, repeats what failed and may be repeated, and reads responses to their end. */
export class Transport {
  readonly root: string
  readonly #fetch: typeof globalThis.fetch
  readonly #headers: Record<string, string>
  readonly #timeout: number
  readonly #policy: RetryPolicy
  readonly #tokens: TokenSource

  constructor(options: TransportOptions & Credentials) {
    const base = options.baseUrl.replace(/(\/prod\/api(\/v1)?)?\/*$/, '')
    this.root = `${base}/prod/api/v1`
    this.#fetch = options.fetch ?? ((...input) => globalThis.fetch(...input))
    this.#headers = options.headers ?? {}
    this.#timeout = options.timeout ?? 60_000
    this.#policy = { ...defaultRetryPolicy, ...options.retry }
    const tokenUrl = `${(options.authUrl ?? base).replace(/\/+$/, '')}/oauth2/token`
    this.#tokens = tokenSource(options, (form) => this.#exchange(tokenUrl, form))
  }

  /** With retries. The same Idempotency-Key goes with every try of a POST. */
  async send(request: Request): Promise<Response> {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomKey())
    const repeatable = isRepeatable(request)
    const attempt = () =>
      this.#authorized(request, (signed) => this.#try(repeatable ? signed : sentOnce(signed)))
    return this.#retrying(attempt, repeatable, request.signal)
  }

  /** One try whose response is still being received, for streams: the caller decides about the next. */
  async open(request: Request): Promise<Response> {
    return resultOf(await this.#authorized(request, (signed) => this.#begin(signed, signed.signal)))
  }

  /** Throws an ApiError unless the service accepts the request. */
  async openStream(request: Request): Promise<Response> {
    const response = await this.open(request)
    if (!response.ok) throw apiError(response, await response.json().catch(() => undefined))
    return response
  }

  async #authorized(request: Request, send: (request: Request) => Promise<Outcome>): Promise<Outcome> {
    for (const [name, value] of Object.entries(this.#headers))
      if (!request.headers.has(name)) request.headers.set(name, value)
    const token = await this.#tokens.get()
    const outcome = await send(withToken(request, token))
    const isRefused = 'response' in outcome && outcome.response.status === 401
    if (!isRefused || !this.#tokens.renewable) return outcome
    await outcome.response.body?.cancel()
    return send(withToken(request, await this.#tokens.get(token)))
  }

  /** What fetch throws differs by platform; only a signal of the caller is not a failed connection. */
  async #begin(request: Request, signal: AbortSignal): Promise<Outcome> {
    try {
      return { response: await this.#fetch(request, { signal }) }
    } catch (error) {
      return failed(error, request.signal)
    }
  }

  /** A connection that is cut in the middle of a response is a failure of this try, not of whoever reads it. */
  async #try(request: Request): Promise<Outcome> {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(this.#timeout)])
    const outcome = await this.#begin(request, signal)
    if ('error' in outcome) return outcome
    try {
      const { status, statusText, headers } = outcome.response
      const bytes = await outcome.response.arrayBuffer()
      const body = bytes.byteLength > 0 ? bytes : null
      return withCode(new Response(body, { status, statusText, headers }))
    } catch (error) {
      return failed(error, request.signal)
    }
  }

  async #retrying(
    attempt: () => Promise<Outcome>,
    repeatable: boolean,
    signal?: AbortSignal,
  ): Promise<Response> {
    for (let retry = 1; ; retry++) {
      const outcome = await attempt()
      const again = retry <= this.#policy.retries && isWorthRetrying(outcome, repeatable)
      const delay = again ? delayBefore(retry, outcome, this.#policy) : undefined
      if (delay === undefined) return resultOf(outcome)
      await sleep(delay, signal)
    }
  }

  /** Asking twice for a token does no harm. */
  async #exchange(url: string, form: Record<string, string>): Promise<TokenAnswer> {
    const request = new Request(url, { method: 'POST', body: new URLSearchParams(form) })
    const response = await this.#retrying(() => this.#try(request.clone()), true)
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw apiError(response, problemOf(body))
    return body as TokenAnswer
  }
}

function withToken(request: Request, token: string): Request {
  const signed = request.clone()
  signed.headers.set('authorization', `Bearer ${token}`)
  return signed
}

/** Deno repeats a request by itself when its connection is lost, unless the body is a stream (denoland/deno#35610). */
function sentOnce(request: Request): Request {
  if (!('Deno' in globalThis) || request.body === null) return request
  const body = request.body.pipeThrough(new TransformStream())
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}

function failed(error: unknown, signal: AbortSignal): Outcome {
  signal.throwIfAborted()
  const { message, cause } = error as Error
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
  return { error: new ConnectionError(`The service could not be reached: ${reason}`, { cause: error }) }
}

async function withCode(response: Response): Promise<Outcome> {
  if (response.status !== 409) return { response }
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<Problem>
  return { response, code: problem.code ?? '' }
}

function resultOf(outcome: Outcome): Response {
  if ('error' in outcome) throw outcome.error
  return outcome.response
}

/** The token endpoint answers in the shape of OAuth. */
function problemOf(body: unknown): Partial<Problem> {
  const { error, error_description } = (body ?? {}) as { error?: string; error_description?: string }
  return { code: error ?? 'unknown', ...(error_description && { message: error_description }) }
}

/** crypto.randomUUID exists only in secure contexts of a browser. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
