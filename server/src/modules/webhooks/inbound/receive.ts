import type { IncomingHttpHeaders } from 'node:http'
import { transact, type Ctx } from '../../../db/ctx.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { credentialsRequired } from '../../../kernel/errors.ts'
import type { CreateIncident } from '../../incidents/model.ts'
import { truncate } from '../mapping/text.ts'
import { secretsOf } from '../webhook/secrets.ts'
import { actorOf, type Answer, type InboundRow } from './model.ts'
import { alertClaims, callClaims, createOnce, resolveOnce } from './deduplication.ts'
import type { EvaluateRules } from './rules.ts'
import { signatureOf, type SignatureForm } from './signature.ts'
import * as store from './store.ts'
import { confirmJob, isConfirmation } from './subscription.ts'

/**
 * The address authenticates the caller, and the signature where there is a secret. Nothing else is read before.
 * Returns what the signature covers; undefined when the webhook has no secret.
 */
export function checkSignature(
  ctx: Ctx,
  keys: Keys,
  webhook: InboundRow,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): SignatureForm | undefined {
  const secrets = secretsOf(keys, webhook.id, webhook, ctx.now)
  if (secrets.length === 0) return undefined
  const signature = signatureOf(headers, bytes, secrets, ctx.now)
  if (!signature)
    throw credentialsRequired(
      'The signature of this call is missing or wrong, or its time is more than five minutes off',
    )
  if (webhook.require_timestamp && signature === 'body')
    throw credentialsRequired(
      'The signature of this call must cover a timestamp: sign as Standard Webhooks does, or send X-Service-Timestamp',
    )
  return signature
}

export async function receive(
  ctx: Ctx,
  webhook: InboundRow,
  evaluate: EvaluateRules,
  payload: unknown,
  identities: string[],
): Promise<Answer> {
  if (webhook.preset === 'cloudwatch' && isConfirmation(payload))
    return confirm(ctx, webhook, payload.SubscribeURL)
  const { mapped, resolves } = evaluate(payload)
  if (!mapped) return { status: 'filtered' }
  const webhookCtx = { ...ctx, actor: actorOf(webhook) }
  const calls = callClaims(ctx, webhook, resolves ? 'resolve' : 'create', identities)
  if (resolves) return resolveOnce(webhookCtx, webhook, mapped, calls)
  const { dedup_key } = mapped
  const incident = await withoutDeleted(ctx, mapped.incident)
  const notify_stakeholders = webhook.notify_stakeholders && incident.assignment_group !== undefined
  return createOnce(webhookCtx, { ...incident, notify_stakeholders }, calls, alertClaims(webhook, dedup_key))
}

/** An alert about a CI or a change that was deleted is still an alert. */
async function withoutDeleted(ctx: Ctx, incident: CreateIncident): Promise<CreateIncident> {
  const { ci_id, change_id, ...others } = incident
  const named = [ci_id, change_id].filter((id) => typeof id === 'string')
  const deleted = named.length > 0 ? await store.deletedAmong(ctx.db, named) : []
  if (deleted.length === 0) return incident
  const remark = `The webhook names ${deleted.join(' and ')}, which ${deleted.length === 1 ? 'was' : 'were'} deleted.`
  return {
    ...others,
    ...(ci_id && !deleted.includes(ci_id) && { ci_id }),
    ...(change_id && !deleted.includes(change_id) && { change_id }),
    description: `${truncate(incident.description ?? '', 99_000)}\n\n${remark}`.trim(),
  }
}

const confirm = (ctx: Ctx, { id }: InboundRow, url: string): Promise<Answer> =>
  transact(ctx, async (ctx) => {
    await enqueue(ctx, confirmJob, { payload: { webhook_id: id, url } })
    return { status: 'confirming' }
  })
