import type { Api } from '../../../http/api.ts'
import { charge, type Gate } from '../../../http/gate.ts'
import { Reply } from '../../../http/reply.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { notFound } from '../../../kernel/errors.ts'
import { logCall, logUnread, type CallLog } from './calls.ts'
import type { InboundCache } from './cache.ts'
import { Answer } from './model.ts'
import { bytesOf, payloadIn, payloadLimit } from './payload.ts'
import { checkSignature, receive } from './receive.ts'
import { identitiesOf } from './call-identity.ts'

/** The endpoint of other systems: no token, but an address that cannot be guessed, and a signature where there is a secret. */
export function mountCalls(
  api: Api,
  keys: Keys,
  gate: Pick<Gate, 'limiter' | 'buckets'>,
  { cache, calls }: { cache: InboundCache; calls: CallLog },
): void {
  api.post(
    '/webhooks/inbound/:id',
    {
      tag: 'Inbound webhooks',
      summary: 'Receive an event from another system',
      description:
        'With a secret, X-Service-Signature or X-Hub-Signature-256 must carry the HMAC-SHA256 of the raw body, or of X-Service-Timestamp, a dot and the raw body; the headers of Standard Webhooks are accepted too.',
      roles: 'public',
      takes: ['application/json'],
      ownIdempotency: true,
      bodyLimit: payloadLimit,
      response: { 200: Answer, 201: Answer },
      onRefusal: (ctx, { id }, problem) => logUnread(ctx, { cache, calls }, id, problem),
    },
    async (ctx, { params, headers, body }) => {
      const bytes = bytesOf(body)
      const entry = await cache.find(ctx.db, params.id)
      if (!entry) throw notFound('This inbound webhook')
      const { webhook, evaluate } = entry
      const signature = checkSignature(ctx, keys, webhook, headers, bytes)
      await charge(gate, webhook.reference)
      const answer = await logCall(ctx, calls, webhook.id, bytes, async () =>
        receive(ctx, webhook, evaluate, payloadIn(bytes, headers), identitiesOf(headers, bytes, signature)),
      )
      return new Reply(answer.status === 'created' ? 201 : 200, answer)
    },
  )
}
