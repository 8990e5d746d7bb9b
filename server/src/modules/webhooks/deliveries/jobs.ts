import { sql } from 'kysely'
import { cleaner } from '../../../jobs/cleaner.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { JobHandler } from '../../../jobs/job-runner.ts'
import { minute } from '../../../kernel/durations.ts'
import { takeFailures } from '../outbound/store.ts'
import { notifyOwner } from '../webhook/notify-owner.ts'
import { alertInterval, alertJob, alertKey } from './queue.ts'

/** One message for all failures since the last. */
export const alertWebhookOwner: JobHandler = {
  type: alertJob,
  concurrency: 2,
  inTransaction: async (ctx, job) => {
    const { webhook_id } = job.payload as { webhook_id: string }
    const webhook = await takeFailures(ctx.db, webhook_id, alertInterval)
    if (!webhook) return // deleted in the meantime, or already notified
    const { name, failures, wait } = webhook
    if (wait > 0)
      return enqueue(ctx, alertJob, { payload: job.payload, unique_key: alertKey(webhook_id), delay: wait })
    const what = failures === 1 ? '1 delivery' : `${failures} deliveries`
    await notifyOwner(ctx, webhook, {
      kind: 'webhook.delivery_failed',
      title: `Webhook ${name}: ${what} failed`,
      message: `${what} of the webhook "${name}" (${webhook_id}) failed after five attempts. Check the responses of the receiver, and replay the deliveries once it recovers.`,
      subject_id: webhook_id,
      url: `${ctx.config.base_url}/webhooks/outbound/${webhook_id}`,
    })
  },
}

/** Keeps deliveries in progress at any age, with their events, and the mark of a deleted record as long as its events. */
export const forgetOldEvents = cleaner('forget-old-events', 10 * minute, ({ event_retention_days: days }) => [
  {
    table: 'deliveries',
    where: sql`created_at < now() - ${days} * interval '1 day' and completed_at is not null`,
  },
  {
    table: 'events',
    where: sql`occurred_at < now() - ${days} * interval '1 day'
      and not exists (select from delivery_queue where event_seq = events.seq)`,
  },
  {
    table: 'withdrawn',
    where: sql`not exists (select from events where events.subject_id = withdrawn.subject_id)
      and not exists (select from outbox where outbox.subject_id = withdrawn.subject_id)`,
  },
])
