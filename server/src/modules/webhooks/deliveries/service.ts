import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import type { Change } from '../../../kernel/changes.ts'
import { invalidField, notFound } from '../../../kernel/errors.ts'
import type { EventType } from '../../../kernel/event-types.ts'
import { randomId } from '../../../kernel/ids.ts'
import { submit, type BulkOperation } from '../../bulk/service.ts'
import { hiddenValue } from '../outbound/model.ts'
import { find as findWebhook, type Sender } from '../outbound/service.ts'
import { isDelivered, send, toAttempt } from './attempt.ts'
import { plainHeaders } from './model.ts'
import { requestBody } from './request-body.ts'
import { sampleOf } from './samples.ts'
import * as store from './store.ts'

/** A delivery with its request as it would be sent now; header values and signatures are not shown. */
export async function show(ctx: Ctx, id: string, webhook_id?: string) {
  const row = await store.find(ctx.db, id, webhook_id)
  if (!row) throw notFound(`Delivery ${id}`)
  const { delivery, attempts, source } = row
  const attempt = Math.max(1, attempts.length)
  const occurred_at = source.occurred_at ?? delivery.created_at
  return {
    ...delivery,
    request: {
      method: 'POST',
      url: source.url,
      headers: {
        ...Object.fromEntries(source.header_names.map((name) => [name, hiddenValue])),
        ...plainHeaders({ ...delivery, attempt }),
        'webhook-id': id,
        ...(source.sign_payloads && { 'x-service-signature': hiddenValue, 'webhook-signature': hiddenValue }),
      },
      body: requestBody({ ...source, event: delivery.event, occurred_at }, ctx.config.service_instance),
    },
    attempts,
  }
}

/** A new delivery of the same event. */
export const replay = (ctx: Ctx, id: string, webhook_id?: string) =>
  transact(ctx, async (ctx) => {
    const made = await show(ctx, await insertReplay(ctx, id, webhook_id))
    await auditReplay(ctx, made.webhook_id, { field: 'delivery', from: id, to: made.id })
    return made
  })

/** Who has sent data to a receiver again. */
const auditReplay = (ctx: Ctx<Tx>, webhook_id: string, change: Change) =>
  record(ctx, webhook_id, {
    subject_type: 'outbound_webhook',
    action: 'replayed',
    changes: [change],
  })

async function insertReplay(ctx: Ctx<Tx>, id: string, webhook_id?: string): Promise<string> {
  const row = await store.find(ctx.db, id, webhook_id)
  if (!row) throw notFound(`Delivery ${id}`)
  const { delivery, source } = row
  if (source.event_seq === null || source.occurred_at === null || source.is_withdrawn)
    throw invalidField(
      'id',
      'no_event',
      'A test, or a delivery whose event is no longer stored or whose record was deleted, cannot be replayed',
    )
  const { event_id, event, subject_id } = delivery
  const copy = { webhook_id: delivery.webhook_id, event_seq: source.event_seq, event_id, event, subject_id }
  const new_id = randomId('del_')
  await store.insert(ctx, [{ id: new_id, ...copy, replay_of: id }])
  return new_id
}

/** A bigger range is better split into parts that can be reviewed. */
const maxReplayed = 10_000
const replayType = 'deliveries'

/** As a job: each delivery is replayed once, also when the job is interrupted. */
export async function replayRange(ctx: Ctx, webhook_id: string, range: Partial<store.Range>) {
  await findWebhook(ctx, webhook_id)
  const { since = new Date(0).toISOString(), until = ctx.now.toISOString(), status = 'failed' } = range
  if (Date.parse(since) >= Date.parse(until))
    throw invalidField('until', 'range', 'until must be later than since')
  const ids = await store.idsIn(ctx.db, webhook_id, { since, until, status }, maxReplayed)
  if (ids.length === 0) throw invalidField('since', 'no_match', `No ${status} delivery is in this range`)
  if (ids.length > maxReplayed)
    throw invalidField(
      'until',
      'too_many',
      `More than ${maxReplayed} deliveries are in this range: choose a smaller one`,
    )
  return transact(ctx, async (ctx) => {
    const job = await submit(ctx, {
      type: replayType,
      operation: 'replay',
      inputs: ids.map((id) => ({ id })),
    })
    const to = { since, until, status, total: job.total, job_id: job.job_id }
    await auditReplay(ctx, webhook_id, { field: 'deliveries', from: null, to })
    return job
  })
}

export const bulkReplay: BulkOperation = {
  type: replayType,
  run: async (ctx, _operation, input) => ({
    id: await insertReplay(ctx, (input as { id: string }).id),
    status: 'created',
  }),
}

/** Sends a sample now; the returned function stores the result. */
export async function test(ctx: Ctx, sender: Sender, webhook_id: string, type?: EventType) {
  const webhook = await findWebhook(ctx, webhook_id)
  const event = type ?? webhook.events[0]!
  const sample = sampleOf(event, ctx.config.base_url, ctx.now)
  const data = JSON.stringify(sample)
  const envelope = { id: randomId('del_'), event_id: randomId('evt_'), event, attempt: 1 }
  const { format } = webhook
  const body = requestBody({ format, event, occurred_at: ctx.now, data }, ctx.config.service_instance)
  const target = { ...webhook, ...envelope, webhook_id }
  const result = await send(sender, target, body, ctx.now, AbortSignal.timeout(35_000))
  const attempt = toAttempt(1, ctx.now, result)
  return (ctx: Ctx) =>
    transact(ctx, async (ctx) => {
      const status = isDelivered(attempt) ? 'delivered' : 'failed'
      const { id, event_id } = envelope
      const test = { id, event_id, event, webhook_id, subject_id: sample.id, data, attempt, status } as const
      await store.insertTest(ctx.db, test)
      return show(ctx, id)
    })
}
