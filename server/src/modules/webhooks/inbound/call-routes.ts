import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { charge, type Gate } from '../../../http/gate.ts'
import { Reply } from '../../../http/reply.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { notFound } from '../../../kernel/errors.ts'
import { keepCall, type CallLog } from './calls.ts'
import type { KnownInbound } from './known.ts'
import { Answer } from './model.ts'
import { bytesOf, payloadIn, payloadLimit } from './payload.ts'
import { checkSigned, receive } from './receive.ts'
import { identitiesOf } from './same-call.ts'

/** Where other systems send to: no token, but an address that cannot be guessed, and a signature where there is a secret. */
export function mountCalls(
  api: Api,
  keys: Keys,
  gate: Pick<Gate, 'limiter' | 'buckets'>,
  { known, calls }: { known: KnownInbound; calls: CallLog },
): void {
  api.post(
    '/webhooks/inbound/:id',
    {
      tag: 'Inbound webhooks',
      summary: 'Take an event of another system',
      description:
        'With a secret, X-Service-Signature or X-Hub-Signature-256 must carry the HMAC-SHA256 of the raw body, or of X-Service-Timestamp, a dot and the raw body; the headers of Standard Webhooks are taken too.',
      roles: 'public',
      takes: 'raw',
      ownIdempotency: true,
      bodyLimit: payloadLimit,
      params: Type.Object({ id: Type.String() }),
      response: { 200: Answer, 201: Answer },
    },
    async (ctx, { params, headers, body }) => {
      const bytes = bytesOf(body)
      const found = await known.find(ctx.db, params.id)
      if (!found) throw notFound('This inbound webhook')
      const { webhook, judge } = found
      const signature = checkSigned(ctx, keys, webhook, headers, bytes)
      await charge(gate, webhook.reference)
      const answer = await keepCall(ctx, calls, webhook.id, bytes, async () =>
        receive(ctx, webhook, judge, payloadIn(bytes, headers), identitiesOf(headers, bytes, signature)),
      )
      return new Reply(answer.status === 'created' ? 201 : 200, answer)
    },
  )
}
