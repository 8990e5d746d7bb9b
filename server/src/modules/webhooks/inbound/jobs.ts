import { sql } from 'kysely'
import { cleaner } from '../../../jobs/cleaner.ts'
import type { JobHandler } from '../../../jobs/job-runner.ts'
import { hour, minute } from '../../../kernel/durations.ts'
import { allowedTransitions, states } from '../../incidents/transitions.ts'
import { notifyOwner } from '../webhook/notify-owner.ts'
import { rejectionJob } from './model.ts'
import { find, isSurplusCall, rejectionCodes } from './store.ts'

const reasons: Record<string, string> = {
  unauthenticated: 'the signature is missing or wrong, or its time is more than five minutes off',
  payload_too_large: 'the body is larger than 256 KiB',
}
const otherReason = 'the payload cannot be used'

/**
 * At most one message a day. It has nothing of the calls, which anybody can send, and not the address of the webhook, which
 * allows calling it.
 */
export const alertRejectedCalls: JobHandler = {
  type: rejectionJob,
  concurrency: 2,
  inTransaction: async (ctx, { payload }) => {
    const { webhook_id } = payload as { webhook_id: string }
    const webhook = await find(ctx.db, webhook_id)
    const codes = await rejectionCodes(ctx.db, webhook_id)
    if (!webhook || codes.length === 0) return // deleted in the meantime
    const { name, reference } = webhook
    const why = new Set(codes.map((code) => reasons[code] ?? otherReason))
    await notifyOwner(ctx, webhook, {
      kind: 'webhook.calls_rejected',
      title: `Inbound webhook ${name} rejects calls`,
      message: `Calls of the inbound webhook "${name}" are rejected: ${[...why].join('; ')}. Alerts may be lost. Its page lists the calls.`,
      subject_id: reference,
      url: `${ctx.config.base_url}/webhooks?direction=inbound`,
      cause: `${reference}:rejected:${ctx.now.toISOString().slice(0, 10)}`,
    })
  },
}

/** Deletes all but the last calls of each webhook, all calls of a deleted one, and expired claims. */
export const tidyInbound = cleaner('tidy-inbound', minute, () => [
  { table: 'inbound_events', where: isSurplusCall },
  { table: 'claims', where: sql`expires_at < now()` },
])

const finalStates = states.filter((state) => allowedTransitions(state).length === 0)

/** Deletes the claims of alerts whose incident can never be open again. It reads all of them, so it runs seldom. */
export const forgetEndedAlerts = cleaner('forget-ended-alerts', hour, () => [
  {
    table: 'claims',
    where: sql`expires_at is null and not exists (
      select from incidents where id = subject_id and deleted_at is null and state <> all(${finalStates}::text[]))`,
  },
])
