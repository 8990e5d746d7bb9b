import { transact } from '../../../db/ctx.ts'
import { finish } from '../../../jobs/queue.ts'
import type { JobHandler } from '../../../jobs/job-runner.ts'
import { second } from '../../../kernel/durations.ts'
import { randomId } from '../../../kernel/ids.ts'
import type { Egress } from '../egress/open.ts'
import { insertCalls } from './store.ts'

export const confirmJob = 'confirm-subscription'

/** Only confirmations at Amazon: a caller must not make the service open any other address. */
const confirmationAddress =
  /^https:\/\/sns\.[a-z0-9-]{3,30}\.amazonaws\.com(\.cn)?\/\?Action=ConfirmSubscription&[\x21-\x7e]{1,1900}$/

interface Confirmation {
  Type: 'SubscriptionConfirmation'
  SubscribeURL: string
}

/** The first message of an SNS subscription. */
export function isConfirmation(payload: unknown): payload is Confirmation {
  const { Type, SubscribeURL } = (payload ?? {}) as Record<string, unknown>
  return (
    Type === 'SubscriptionConfirmation' &&
    typeof SubscribeURL === 'string' &&
    confirmationAddress.test(SubscribeURL)
  )
}

/** Opens the confirmation address, so that SNS starts to send. */
export const confirmSubscriptions = (egress: Egress): JobHandler => ({
  type: confirmJob,
  concurrency: 2,
  run: async (ctx, job) => {
    const { webhook_id, url } = job.payload as { webhook_id: string; url: string }
    const { status, error } = await egress.send({
      owner: webhook_id,
      method: 'GET',
      url,
      headers: {},
      timeout_ms: 10 * second,
      signal: job.signal,
    })
    if (status !== 200) throw new Error(`The subscription was not confirmed: ${error ?? status}`)
    const call = { id: randomId('in_'), webhook_id, incident_id: null, error: null, payload: '' }
    const confirmed = { ...call, received_at: ctx.now, status: 'confirmed' as const }
    await transact(ctx, async (ctx) => {
      await insertCalls(ctx.db, [confirmed])
      await finish(ctx, job)
    })
  },
})
