import type { DeliveryAttempt } from '../../api/schema.d.ts'
import { webhooks } from '../../words/webhooks.ts'

const { deliveries: w, stats } = webhooks

/** The response of the receiver, or why there was none. */
export function answerOf({ status, error }: Pick<DeliveryAttempt, 'status' | 'error'>): string {
  if (error?.startsWith('tls_error: ')) return w.tls(error.slice('tls_error: '.length))
  if (error !== null) return w.errors[error] ?? error
  return status === null ? stats.none : w.http(status)
}
