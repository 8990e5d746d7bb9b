import { Reply } from '../../../http/reply.ts'
import type { Problem } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { payloadIn } from '../inbound/payload.ts'
import { byLine } from './by-line.ts'
import { errorsOf, type PagerDutyEvent } from './pagerduty-event.ts'
import { act, raise, webhookOfKey, type CompatCall, type CompatParts } from './receiver.ts'

const invalidEvent = (errors: string[]) =>
  new Reply(400, { status: 'invalid event', message: 'Event object is invalid', errors })

/** `POST /v2/enqueue` of PagerDuty's Events API. */
export async function enqueue(parts: CompatParts, call: CompatCall): Promise<Reply> {
  const given = payloadIn(call.bytes, call.headers)
  const errors = errorsOf(given)
  if (errors.length > 0) return invalidEvent(errors)
  const event = given as PagerDutyEvent
  const found = await webhookOfKey(parts, call.ctx, event.routing_key)
  if (!found) return invalidEvent(["'routing_key' is not that of an active inbound webhook"])
  const dedup_key = event.dedup_key?.trim() ? event.dedup_key : randomId('')
  if (event.event_action === 'trigger') await raise(parts, call, found, { ...event, dedup_key })
  else {
    const verb = event.event_action === 'resolve' ? 'Resolved' : 'Acknowledged'
    const text = byLine(verb, [event.client], found.webhook.name)
    await act(parts, call, found, { action: event.event_action, alert: { dedup_key }, text })
  }
  return new Reply(202, { status: 'success', message: 'Event processed', dedup_key })
}

const throttled = 'Requests for this service are arriving too quickly. Please retry later.'

/** Refusals in the format of the original. */
export function refuseEvent({ status, message, errors, headers }: Problem): Reply {
  if (status === 429)
    return new Reply(429, { status: 'throttle exceeded', message: throttled, errors: [message] }, headers)
  const { body } = invalidEvent(errors?.map((error) => error.message) ?? [message])
  return new Reply(status < 500 ? 400 : status, body, headers)
}
