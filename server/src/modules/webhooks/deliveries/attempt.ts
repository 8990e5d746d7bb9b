import type { Ctx } from '../../../db/ctx.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { second } from '../../../kernel/durations.ts'
import type { Egress, Outcome } from '../egress/open.ts'
import { unsealHeaders } from '../outbound/service.ts'
import { secretsOf } from '../secrets.ts'
import { bodyOf, maxAttempts, plainHeaders, signatureHeaders, storable, type Attempt } from './model.ts'
import type { Claimed, Settlement } from './queue.ts'

/** What it takes to send: keys to open what is sealed, and the way out. */
export interface Sender {
  keys: Keys
  egress: Egress
}

/** Nothing when we were told to stop: then it was no attempt. */
export async function attempt(
  ctx: Ctx,
  sender: Sender,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<Settlement | undefined> {
  const { id, fence, attempt: number } = claimed
  const { halted } = claimed
  if (halted) return { id, fence, attempt: null, halted, status: 'failed', delay: null }
  const at = ctx.now
  try {
    const outcome = await send(sender, claimed, bodyFor(ctx, claimed), at, signal)
    return settlementOf(ctx, claimed, toAttempt(number, at, outcome))
  } catch (error) {
    if (signal.aborted) return undefined
    ctx.log.error({ err: error, delivery: id }, 'a delivery could not be attempted')
    const failure = {
      status: null,
      error: 'internal_error',
      retry_after: null,
      response_body: '',
      latency_ms: 0,
    }
    return settlementOf(ctx, claimed, toAttempt(number, at, failure))
  }
}

const bodyFor = (ctx: Ctx, { event, occurred_at, data }: Claimed) =>
  bodyOf(event, occurred_at, ctx.config.service_instance, data)

type Letter = Omit<Claimed, 'fence' | 'halted' | 'occurred_at' | 'data'>

/** Address, headers and secret are those of this moment. */
export function send(
  { keys, egress }: Sender,
  letter: Letter,
  body: string,
  now: Date,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id, webhook_id, url, headers_sealed, timeout_seconds } = letter
  const secrets = secretsOf(keys, webhook_id, letter, now)
  return egress.send({
    owner: webhook_id,
    method: 'POST',
    url,
    headers: {
      ...unsealHeaders(keys, webhook_id, headers_sealed),
      ...plainHeaders(letter),
      ...signatureHeaders(id, body, now, secrets),
    },
    body,
    timeout_ms: timeout_seconds * second,
    signal,
  })
}

export const toAttempt = (attempt: number, at: Date, outcome: Outcome): Attempt => ({
  attempt,
  at: at.toISOString(),
  ...outcome,
  response_body: storable(outcome.response_body),
})

export const isDelivered = ({ error, status }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status <= 299

/** The delays are data: those of the configuration, whatever the receiver asks for. */
function settlementOf(ctx: Ctx, { id, fence }: Claimed, attempt: Attempt): Settlement {
  if (isDelivered(attempt)) return { id, fence, attempt, status: 'delivered', delay: null }
  if (attempt.attempt >= maxAttempts) return { id, fence, attempt, status: 'failed', delay: null }
  const delay = ctx.config.webhook_retry_delays[attempt.attempt - 1]! * second
  return { id, fence, attempt, status: 'retrying', delay }
}
