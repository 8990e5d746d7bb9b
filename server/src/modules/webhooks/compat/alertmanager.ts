import { tokenIn } from '../../../http/gate.ts'
import { Reply } from '../../../http/reply.ts'
import { unauthenticated } from '../../../kernel/errors.ts'
import { payloadIn } from '../inbound/payload.ts'
import { raise, webhookOfKey, type CompatCall, type CompatParts } from './receiver.ts'

/** A webhook_config of Alertmanager whose key is in http_config, and not in its address. */
export async function receiveAlerts(parts: CompatParts, call: CompatCall): Promise<Reply> {
  const key = tokenIn(call.headers.authorization ?? '')
  const found = await webhookOfKey(parts, call.ctx, key)
  if (!found) throw unauthenticated('The key is not that of an active inbound webhook')
  return new Reply(200, await raise(parts, call, found, payloadIn(call.bytes, call.headers)))
}
