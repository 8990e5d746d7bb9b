import { Type } from 'typebox'
import { eventTypes, type EventType } from '../../../kernel/event-types.ts'
import { NamedObject, Timestamp } from '../../../kernel/schema.ts'
import { dataOf } from '../mapping/event-data.ts'

const summaries: Record<EventType, string> = {
  'incident.created': 'An incident was created',
  'incident.updated': 'An incident was changed',
  'incident.resolved': 'An incident was resolved',
  'incident.priority_changed': 'The priority of an incident was changed',
  'change.submitted': 'A change was submitted for review',
  'change.approved': 'A change was approved',
  'change.rejected': 'A change was rejected',
  'request.submitted': 'A service request was submitted',
  'request.approved': 'A service request was approved',
  'sla.breach_warning': 'An incident has used 75 % of its SLA time',
  'sla.breached': 'The SLA of an incident was breached',
  'ci.discovered': 'A new configuration item was discovered',
}

const header = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  description,
  ...(required && { required }),
  schema: { type: 'string' },
})

const headers = [
  header('X-Service-Event', 'The type of the event', true),
  header('X-Service-Event-Id', 'Id of the event, the same for its replays', true),
  header('X-Service-Delivery', 'The same for every attempt of a delivery', true),
  header('X-Service-Attempt', '1 to 5', true),
  header('X-Service-Signature', '`sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if signed'),
  header('X-Service-Signature-Previous', 'The same with the previous secret, for 24 hours after a rotation'),
  header('webhook-id', 'As in Standard Webhooks; the same as X-Service-Delivery', true),
  header('webhook-timestamp', 'As in Standard Webhooks', true),
  header('webhook-signature', 'As in Standard Webhooks, if signed'),
]

/** What the body of every delivery has, whatever its event. */
const WebhookEvent = NamedObject('WebhookEvent', { timestamp: Timestamp, service_instance: Type.String() })

/** The deliveries of outbound webhooks, by the type of their event. */
export const outboundWebhooks = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    {
      post: {
        operationId: `webhook_${type.replace('.', '_')}`,
        summary: summaries[type],
        tags: ['Outbound webhooks'],
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: Type.Intersect([
                WebhookEvent,
                Type.Object({ event: Type.Literal(type), data: dataOf(type) }),
              ]),
            },
          },
        },
        responses: { '2XX': { description: 'Received; after any other answer, or none, it is sent again' } },
      },
    },
  ]),
)
