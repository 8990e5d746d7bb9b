import type { IncomingHttpHeaders } from 'node:http'
import { transact, type Ctx } from '../../../db/ctx.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { unauthenticated } from '../../../kernel/errors.ts'
import { secretsOf } from '../secrets.ts'
import { actorOf, type Answer, type InboundRow } from './model.ts'
import { alertClaims, callClaims, createOnce, resolveOnce } from './once.ts'
import type { Judge } from './rules.ts'
import { signatureOf, type SignatureForm } from './signature.ts'
import { confirmJob, isConfirmation } from './subscription.ts'

/**
 * Who calls is known by the address, and by the signature when there is a secret. Nothing else is looked at before.
 * Returns what the signature covers; undefined when the webhook asks for none.
 */
export function checkSigned(
  ctx: Ctx,
  keys: Keys,
  webhook: InboundRow,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): SignatureForm | undefined {
  const secrets = secretsOf(keys, webhook.id, webhook, ctx.now)
  if (secrets.length === 0) return undefined
  const signature = signatureOf(headers, bytes, secrets, ctx.now)
  if (!signature) throw unauthenticated('The signature of this call is missing or wrong')
  if (webhook.require_timestamp && signature === 'body')
    throw unauthenticated(
      'The signature of this call must cover a timestamp: sign as Standard Webhooks does, or send X-Service-Timestamp',
    )
  return signature
}

export async function receive(
  ctx: Ctx,
  webhook: InboundRow,
  judge: Judge,
  payload: unknown,
  identities: string[],
): Promise<Answer> {
  if (webhook.preset === 'cloudwatch' && isConfirmation(payload))
    return confirm(ctx, webhook, payload.SubscribeURL)
  const { mapped, resolves } = judge(payload)
  if (!mapped) return { status: 'filtered' }
  const acting = { ...ctx, actor: actorOf(webhook) }
  const calls = callClaims(ctx, webhook, resolves ? 'resolve' : 'create', identities)
  if (resolves) return resolveOnce(acting, webhook, mapped, calls)
  return createOnce(acting, mapped.incident, calls, alertClaims(webhook, mapped.dedup_key))
}

const confirm = (ctx: Ctx, { id }: InboundRow, url: string): Promise<Answer> =>
  transact(ctx, async (ctx) => {
    await enqueue(ctx, confirmJob, { payload: { webhook_id: id, url } })
    return { status: 'confirming' }
  })
