import { unlessAborted } from './abort.ts'
import { attempt, sentOnce, type AttemptOptions } from './attempt.ts'
import { tokenSource, type Credentials, type TokenAnswer, type TokenSource } from './credentials.ts'
import { apiError, exchangeError, foreignAnswer } from './errors.ts'
import {
  delayBefore,
  isRepeatable,
  isWorthRetrying,
  retryPolicy,
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
  /** Sent with every request to the service; with that for a token only if its origin is that of the service. */
  headers?: Record<string, string>
  /** Milliseconds for one try. Default 60,000. */
  timeout?: number
  retry?: Partial<RetryPolicy>
}

interface OpenOptions {
  /** Not that of the request, which may miss an abort. */
  signal?: AbortSignal | null | undefined
  timeout?: number
}

/** In a page it may be relative; `localhost:8080` has the scheme `localhost`. */
function checkedAddress(baseUrl: string | undefined): string {
  if (baseUrl === undefined || /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(baseUrl))
    throw new TypeError(`baseUrl must be an address such as https://mainstay.example.com, not ${baseUrl}`)
  return baseUrl
}

/** Sends requests: signs them in, repeats what failed and may be repeated, and reads responses to their end. */
export class Transport {
  readonly base: string
  readonly root: string
  readonly #fetch: typeof globalThis.fetch
  readonly #headers: Record<string, string>
  readonly #timeout: number
  readonly #policy: RetryPolicy
  readonly #tokens: TokenSource

  constructor(options: TransportOptions & Credentials) {
    this.base = checkedAddress(options.baseUrl).replace(/(\/prod\/api(\/v1)?)?\/*$/, '')
    this.root = `${this.base}/prod/api/v1`
    this.#fetch = options.fetch ?? ((...input) => globalThis.fetch(...input))
    this.#headers = options.headers ?? {}
    this.#timeout = options.timeout ?? 60_000
    this.#policy = retryPolicy(options.retry)
    const tokenUrl = `${(options.authUrl ?? this.base).replace(/\/+$/, '')}/oauth2/token`
    this.#tokens = tokenSource(options, (form) => this.#exchange(tokenUrl, form))
  }

  /** Whether it goes to the service, and not to another host. */
  isOwn(request: Request): boolean {
    return originOf(request) === originOf(new Request(this.root))
  }

  /** With retries. The same Idempotency-Key goes with every try of a POST. */
  async send(request: Request, signal: AbortSignal): Promise<Response> {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomKey())
    return this.#sendRepeatedly(request, { caller: signal, timeout: this.#timeout, streams: false })
  }

  /** One try whose response is still being received, for streams: the caller decides about the next. */
  async open(request: Request, options?: OpenOptions): Promise<Response> {
    return resultOf(await this.#authorized(request, this.#streaming(options)))
  }

  /** Throws an ApiError unless the service accepts the request. */
  async openStream(request: Request, options?: OpenOptions): Promise<Response> {
    return accepted(await this.open(request, options))
  }

  /** With retries until the stream begins. */
  async openRepeatedly(request: Request, options?: OpenOptions): Promise<Response> {
    return accepted(await this.#sendRepeatedly(request, this.#streaming(options)))
  }

  #streaming({ signal, timeout = this.#timeout }: OpenOptions = {}): AttemptOptions {
    return { caller: signal ?? undefined, timeout, streams: true }
  }

  #sendRepeatedly(request: Request, options: AttemptOptions): Promise<Response> {
    return this.#retrying(() => this.#authorized(request, options), isRepeatable(request), options.caller)
  }

  async #authorized(request: Request, options: AttemptOptions): Promise<Outcome> {
    this.#addHeaders(request)
    const send = (token: string) => attempt(this.#fetch, withToken(request, token), options)
    const token = await unlessAborted(this.#tokens.get(), options.caller)
    const outcome = await send(token)
    const isRefused = 'response' in outcome && outcome.response.status === 401
    if (!isRefused || !this.#tokens.renewable) return outcome
    return send(await unlessAborted(this.#tokens.get(token), options.caller))
  }

  #addHeaders({ headers }: Request): void {
    for (const [name, value] of Object.entries(this.#headers))
      if (!headers.has(name)) headers.set(name, value)
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
    if (this.isOwn(request)) this.#addHeaders(request)
    const options = { caller: undefined, timeout: this.#timeout, streams: false }
    const response = await this.#retrying(() => attempt(this.#fetch, request.clone(), options), true)
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw exchangeError(response, problemOf(body))
    const { access_token } = (body ?? {}) as Partial<TokenAnswer>
    if (typeof access_token !== 'string') throw foreignAnswer(response)
    return body as TokenAnswer
  }
}

function withToken(request: Request, token: string): Request {
  const signed = request.clone()
  signed.headers.set('authorization', `Bearer ${token}`)
  return isRepeatable(request) ? signed : sentOnce(signed)
}

/** Of a request, because `baseUrl` may be relative to a page. */
const originOf = ({ url }: Request) => new URL(url).origin

async function accepted(response: Response): Promise<Response> {
  if (!response.ok) throw apiError(response, await response.json().catch(() => undefined))
  return response
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
