import { APICallError } from 'ai'
import { second } from '../../../kernel/durations.ts'
import { AnswerTooLarge } from './transport.ts'

/** A model answered, and what it said cannot be used. That tells nothing of the provider. */
export class UnusableAnswer extends Error {}

const statusOf = (error: unknown): number | undefined =>
  APICallError.isInstance(error) ? error.statusCode : undefined

/** Worth another try: the provider is busy or broken for the moment, or the network is. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return status === 408 || status === 429 || status >= 500 || causesOf(error).some(isOfNetwork)
}

/** Says something of the provider, not of what it was asked or of what the model said. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof UnusableAnswer) && ![400, 413, 422].includes(statusOf(error) ?? 0)

/** Milliseconds that the provider asks us to wait, when it does. */
export function askedPauseOf(error: unknown, now: number): number | undefined {
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = headers ?? {}
  const wait = milliseconds ? Number(milliseconds) : Number(after) * second
  if (wait >= 0) return wait
  const until = Date.parse(after ?? '')
  return until > now ? until - now : undefined
}

/** In our own words: a provider may repeat the key or the question in its. */
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
