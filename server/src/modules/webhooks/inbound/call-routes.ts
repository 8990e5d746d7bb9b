import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { charge, type Gate } from '../../../http/gate.ts'
import { Reply } from '../../../http/reply.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { keepCall } from './calls.ts'
import { Answer, type InboundRow } from './model.ts'
import { bytesOf, payloadIn, payloadLimit } from './payload.ts'
import { identify, receive } from './receive.ts'
import { makeJudge, type Judge } from './rules.ts'

/** Where other systems send to: no token, but an address that cannot be guessed, and a signature where there is a secret. */
export function mountCalls(api: Api, keys: Keys, gate: Pick<Gate, 'limiter' | 'buckets'>): void {
  const judges = new LRUCache<string, Judge>({ max: 1000 })
  const judgeOf = (webhook: InboundRow) => {
    const key = `${webhook.id} ${webhook.version}`
    const judge = judges.get(key) ?? makeJudge(webhook)
    judges.set(key, judge)
    return judge
  }

  api.post(
    '/webhooks/inbound/:id',
    {
      tag: 'Inbound webhooks',
      summary: 'Take an event of another system',
      description:
        'With a secret, X-Service-Signature or X-Hub-Signature-256 must carry the HMAC-SHA256 of the raw body.',
      roles: 'public',
      takes: 'raw',
      ownIdempotency: true,
      bodyLimit: payloadLimit,
      params: Type.Object({ id: Type.String() }),
      response: { 200: Answer, 201: Answer },
    },
    async (ctx, { params, headers, body }) => {
      const bytes = bytesOf(body)
      const webhook = await identify(ctx, keys, params.id, headers, bytes)
      await charge(gate, webhook.reference)
      const answer = await keepCall(ctx, webhook.id, bytes, async () =>
        receive(ctx, webhook, judgeOf(webhook), payloadIn(bytes, headers), headers),
      )
      return new Reply(answer.status === 'created' ? 201 : 200, answer)
    },
  )
}
