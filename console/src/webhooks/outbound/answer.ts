import { words } from '../../words.ts'

const { deliveries: w, stats } = words.webhooks

interface Answered {
  status: number | null
  error: string | null
}

/** What the receiver answered, or why there was no answer. */
export function answerOf({ status, error }: Answered): string {
  if (error?.startsWith('tls_error: ')) return w.tls(error.slice('tls_error: '.length))
  if (error !== null) return w.errors[error] ?? error
  return status === null ? stats.none : w.http(status)
}
