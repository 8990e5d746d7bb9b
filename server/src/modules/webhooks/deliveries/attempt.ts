import type { Ctx } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import { noResponse, type SendResult } from '../egress/exchange.ts'
import { unsealHeaders } from '../outbound/headers.ts'
import type { Sender } from '../outbound/service.ts'
import { secretsOf } from '../webhook/secrets.ts'
import { maxAttempts, plainHeaders, signatureHeaders, type Attempt } from './model.ts'
import type { DeliveryLease, AttemptResult } from './queue.ts'
import { requestBody } from './request-body.ts'

/** Undefined when the process stops, which does not count as an attempt. */
export async function attempt(
  ctx: Ctx,
  sender: Sender,
  lease: DeliveryLease,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const { id, fence, attempt: number, halted } = lease
  if (halted) return { id, fence, attempt: null, halted, status: 'failed', delay: null }
  const at = ctx.now
  try {
    const result = await send(sender, lease, requestBody(lease, ctx.config.service_instance), at, signal)
    return resultOf(ctx, lease, toAttempt(number, at, result))
  } catch (error) {
    if (signal.aborted) return undefined
    ctx.log.error({ err: error, delivery: id }, 'a delivery could not be attempted')
    return resultOf(ctx, lease, toAttempt(number, at, { ...noResponse, error: 'internal_error' }))
  }
}

type RequestSource = Omit<DeliveryLease, 'fence' | 'halted' | 'format' | 'occurred_at' | 'data'>

/** With the address, headers and secret that the webhook has now. */
export function send(
  { keys, egress }: Sender,
  source: RequestSource,
  body: string,
  now: Date,
  signal: AbortSignal,
): Promise<SendResult> {
  const { id, webhook_id, url, headers_sealed, timeout_seconds } = source
  const secrets = secretsOf(keys, webhook_id, source, now)
  return egress.send({
    owner: webhook_id,
    method: 'POST',
    url,
    headers: {
      ...unsealHeaders(keys, webhook_id, headers_sealed),
      ...plainHeaders(source),
      ...signatureHeaders(id, body, now, secrets),
    },
    body,
    timeout_ms: timeout_seconds * second,
    signal,
  })
}

export const toAttempt = (attempt: number, at: Date, result: SendResult): Attempt => ({
  attempt,
  at: at.toISOString(),
  ...result,
})

export const isDelivered = ({ error, status }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status <= 299

/** The delays are those of the configuration; Retry-After is ignored. */
function resultOf(ctx: Ctx, { id, fence }: DeliveryLease, attempt: Attempt): AttemptResult {
  if (isDelivered(attempt)) return { id, fence, attempt, status: 'delivered', delay: null }
  if (attempt.attempt >= maxAttempts) return { id, fence, attempt, status: 'failed', delay: null }
  const delay = ctx.config.webhook_retry_delays[attempt.attempt - 1]! * second
  return { id, fence, attempt, status: 'retrying', delay }
}
