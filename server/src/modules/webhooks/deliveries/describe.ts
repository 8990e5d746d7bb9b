import { Type, type TSchema } from 'typebox'
import { eventTypes, type EventSubject, type EventType } from '../../../kernel/event-types.ts'
import { NamedObject, Timestamp } from '../../../kernel/schema.ts'
import { change } from '../../changes/model.ts'
import { ci } from '../../cmdb/model.ts'
import { incident } from '../../incidents/model.ts'
import type { Fields } from '../../records/field.ts'
import { optional } from '../../records/model.ts'
import { request } from '../../requests/model.ts'

/** Test deliveries have some of the fields only. */
const propertiesOf = (fields: Fields) => {
  const published = Object.entries(fields).filter(([, { traits }]) => traits.includes('event'))
  return {
    id: Type.String(),
    url: Type.String({ format: 'uri' }),
    ...optional(Object.fromEntries(published.map(([field, { schema }]) => [field, schema]))),
    test: Type.Optional(Type.Boolean({ description: 'A test delivery; the record does not exist' })),
  }
}

const dataOf = (name: string, fields: Fields, more: Record<string, TSchema> = {}) =>
  NamedObject(name, { ...propertiesOf(fields), ...optional(more) })

/** What events of incidents and of their SLA have. */
export const IncidentEventFields = Type.Object(propertiesOf(incident.fields))

const Changes = Type.Unsafe({
  type: 'object',
  additionalProperties: Type.Object({ from: Type.Unknown(), to: Type.Unknown() }),
  description: 'What changed, by field; not of a new incident',
})

const data: Record<EventSubject, TSchema> = {
  incident: dataOf('IncidentEventData', incident.fields, { changes: Changes }),
  sla: dataOf('SlaEventData', incident.fields, {
    target_minutes: Type.Integer(),
    cycle: Type.Integer({
      description: 'How often the clock has started: 1, and 1 more after each reopening',
    }),
    warning_at: Timestamp,
    breach_at: Timestamp,
  }),
  change: dataOf('ChangeEventData', change.fields),
  request: dataOf('RequestEventData', request.fields),
  ci: dataOf('CiEventData', ci.fields),
}

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
                Type.Object({ event: Type.Literal(type), data: data[type.split('.')[0] as EventSubject] }),
              ]),
            },
          },
        },
        responses: { '2XX': { description: 'Received; after any other answer, or none, it is sent again' } },
      },
    },
  ]),
)
