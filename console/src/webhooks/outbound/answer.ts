import { words } from '../../words.ts'

const { deliveries: w, stats } = words.webhooks

interface AttemptOutcome {
  status: number | null
  error: string | null
}

/** The response of the receiver, or why there was none. */
export function answerOf({ status, error }: AttemptOutcome): string {
  if (error?.startsWith('tls_error: ')) return w.tls(error.slice('tls_error: '.length))
  if (error !== null) return w.errors[error] ?? error
  return status === null ? stats.none : w.http(status)
}
