import { APICallError } from 'ai'
import { second } from '../../../kernel/durations.ts'
import { AnswerTooLarge } from './transport.ts'

/** A model's answer is unusable. This says nothing about the provider's health. */
export class UnusableAnswer extends Error {}

const statusOf = (error: unknown): number | undefined =>
  APICallError.isInstance(error) ? error.statusCode : undefined

/** Worth a retry: the provider or the network has a temporary problem. */
export function isTransient(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return status === 408 || status === 429 || status >= 500 || causesOf(error).some(isOfNetwork)
}

/** Whether the failure is the provider's, not that of the question or the model's answer. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof UnusableAnswer) && ![400, 413, 422].includes(statusOf(error) ?? 0)

/** The provider's `Retry-After` in milliseconds, if any. */
export function requestedPauseOf(error: unknown, now: number): number | undefined {
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = headers ?? {}
  const wait = milliseconds ? Number(milliseconds) : Number(after) * second
  if (wait >= 0) return wait
  const until = Date.parse(after ?? '')
  return until > now ? until - now : undefined
}

/** Our own wording, because a provider's message may repeat the key or the question. */
export function reasonOf(error: unknown): string {
  const causes = causesOf(error)
  const tooLarge = causes.find((cause) => cause instanceof AnswerTooLarge)
  const coded = causes.find(({ code }) => typeof code === 'string')
  const status = statusOf(error)
  if (error instanceof UnusableAnswer) return error.message
  if (tooLarge) return tooLarge.message
  if (causes.some(({ name }) => /^(Abort|Timeout)Error$/.test(name))) return 'Out of time'
  if (coded) return `Connection: ${String(coded.code)}`
  return status !== undefined && status >= 300 ? `Status ${status}` : 'Unreadable answer'
}

type Cause = Error & { code?: unknown }

const isOfNetwork = ({ code }: Cause) => typeof code === 'string' && /^(E(?!RR_)|UND_ERR_|HPE_)/.test(code)

function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause)
  return causes
}
