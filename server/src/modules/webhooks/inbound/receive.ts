import type { IncomingHttpHeaders } from 'node:http'
import { transact, type Ctx } from '../../../db/ctx.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { invalidField, unauthenticated } from '../../../kernel/errors.ts'
import { secretsOf } from '../secrets.ts'
import { actorOf, type Answer, type InboundRow } from './model.ts'
import { alertClaims, callClaims, createOnce, resolveOnce } from './once.ts'
import type { Judge } from './rules.ts'
import { isSigned } from './signature.ts'
import { confirmJob, isConfirmation } from './subscription.ts'

/** Who calls is known by the address, and by the signature when there is a secret. Nothing else is looked at before. */
export function checkSigned(
  ctx: Ctx,
  keys: Keys,
  webhook: InboundRow,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): void {
  const secrets = secretsOf(keys, webhook.id, webhook, ctx.now)
  if (secrets.length > 0 && !isSigned(headers, bytes, secrets, ctx.now))
    throw unauthenticated('The signature of this call is missing or wrong')
}

export async function receive(
  ctx: Ctx,
  webhook: InboundRow,
  judge: Judge,
  payload: unknown,
  headers: IncomingHttpHeaders,
): Promise<Answer> {
  if (webhook.preset === 'cloudwatch' && isConfirmation(payload))
    return confirm(ctx, webhook, payload.SubscribeURL)
  const { mapped, resolves } = judge(payload)
  if (!mapped) return { status: 'filtered' }
  const acting = { ...ctx, actor: actorOf(webhook) }
  const calls = callClaims(ctx, webhook, resolves ? 'resolve' : 'create', sameCall(headers))
  if (resolves) return resolveOnce(acting, webhook, mapped, calls)
  return createOnce(acting, mapped.incident, calls, alertClaims(webhook, mapped.dedup_key))
}

const confirm = (ctx: Ctx, { id }: InboundRow, url: string): Promise<Answer> =>
  transact(ctx, async (ctx) => {
    await enqueue(ctx, confirmJob, { payload: { webhook_id: id, url } })
    return { status: 'confirming' }
  })

/** What the caller says makes two calls the same. */
function sameCall(headers: IncomingHttpHeaders): string | undefined {
  const name = headers['idempotency-key'] === undefined ? 'webhook-id' : 'Idempotency-Key'
  const key = headers[name.toLowerCase()]
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(String(key)))
    throw invalidField(name, 'pattern', `${name} must be 1 to 255 visible ASCII characters`)
  return String(key)
}
