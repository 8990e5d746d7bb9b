import { unlessAborted } from './abort.ts'
import { secondsIn, type ConnectionError } from './errors.ts'
import { startTimer } from './timer.ts'

export interface RetryPolicy {
  /** Tries after the first one; 0 switches retries off. Default 5. */
  retries: number
  /** Milliseconds before the first retry, doubled for each further one. Default 500. */
  minDelay: number
  /** Milliseconds; a Retry-After beyond it is not waited for. Default 60,000. */
  maxDelay: number
}

export const retryPolicy = ({
  retries = 5,
  minDelay = 500,
  maxDelay = 60_000,
}: Partial<RetryPolicy> = {}): RetryPolicy => ({ retries, minDelay, maxDelay })

/** The result of one try; `code` is that of the problem in a 409. */
export type Outcome = { response: Response; code?: string } | { error: ConnectionError }

/** Whether a second try has no second effect: the service recognises a repeated POST, and only that, by its Idempotency-Key. */
export const isRepeatable = ({ method, headers }: Request) =>
  ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method) || (method === 'POST' && headers.has('idempotency-key'))

/** Failures to connect: the request has not left this machine. */
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
])

function wasNotSent({ cause }: ConnectionError): boolean {
  const { code, cause: inner } = cause as { code?: unknown; cause?: { code?: unknown } }
  return notSent.has(String(inner?.code ?? code))
}

/**
 * A 429 was refused before it had any effect. Other failures leave open whether the request took effect, so only what may
 * be repeated is sent again.
 */
export function isWorthRetrying(outcome: Outcome, repeatable: boolean): boolean {
  if ('error' in outcome) return repeatable || wasNotSent(outcome.error)
  const { status } = outcome.response
  if (status === 429) return true
  if ([502, 503, 504].includes(status)) return repeatable
  // The first try of this POST, whose connection was cut, is still running.
  return outcome.code === 'idempotency_in_progress'
}

/** Milliseconds before the next try, at random in the upper half of an exponential backoff; undefined: give up. */
export function delayBefore(
  retry: number,
  outcome: Outcome,
  { minDelay, maxDelay }: RetryPolicy,
  random = Math.random,
): number | undefined {
  const backoff = Math.min(maxDelay, minDelay * 2 ** (retry - 1)) * (0.5 + random() / 2)
  const asked = 'response' in outcome ? secondsIn(outcome.response.headers.get('retry-after')) : undefined
  if (asked === undefined) return backoff
  if (asked * 1000 > maxDelay) return undefined
  // Clients that were refused together must not come back together.
  return asked * 1000 + random() * minDelay
}

/** Resolves later, or rejects with the reason of the signal. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof startTimer>
  const slept = new Promise<void>((resolve) => {
    timer = startTimer(milliseconds, resolve)
  })
  return unlessAborted(slept, signal).finally(() => clearTimeout(timer))
}
