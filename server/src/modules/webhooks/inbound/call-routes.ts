import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { charge, type Gate } from '../../../http/gate.ts'
import { parseJson } from '../../../http/parse-json.ts'
import { Reply } from '../../../http/reply.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { malformed, Problem } from '../../../kernel/errors.ts'
import { keepCall } from './calls.ts'
import { Answer } from './model.ts'
import { identify, receive } from './receive.ts'

const bodyLimit = 256 * 1024

/** Some senders, Amazon's among them, call their JSON plain text. */
const readable = /^\s*(application\/([\w.-]+\+)?json|text\/(json|plain))\s*(;|$)/i

/** Where other systems send to: no token, but an address that cannot be guessed, and a signature where there is a secret. */
export function mountCalls(api: Api, keys: Keys, gate: Pick<Gate, 'limiter' | 'buckets'>): void {
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
      bodyLimit,
      params: Type.Object({ id: Type.String() }),
      response: { 200: Answer, 201: Answer },
    },
    async (ctx, { params, headers, body }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const webhook = await identify(ctx, keys, params.id, headers, bytes)
      await charge(gate, webhook.reference)
      const answer = await keepCall(ctx, webhook.id, bytes, async () => {
        checkReadable(headers)
        if (bytes.length === 0) throw malformed('The body is empty: send JSON')
        return receive(ctx, webhook, parseJson(bytes, 'any'), headers)
      })
      return new Reply(answer.status === 'created' ? 201 : 200, answer)
    },
  )
}

function checkReadable({ 'content-type': type, 'content-encoding': encoding }: IncomingHttpHeaders): void {
  const isPlain = encoding === undefined || encoding === 'identity'
  if (!isPlain || (type !== undefined && !readable.test(type)))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON as it is: Content-Type: application/json')
}
