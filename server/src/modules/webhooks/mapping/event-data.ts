import { Type, type TObject, type TSchema } from 'typebox'
import type { EventSubject, EventType } from '../../../kernel/event-types.ts'
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

const named = (name: string, fields: Fields, more: Record<string, TSchema> = {}) =>
  NamedObject(name, { ...propertiesOf(fields), ...optional(more) })

/** What events of incidents and of their SLA have. */
export const IncidentEventFields = Type.Object(propertiesOf(incident.fields))

const Changes = Type.Unsafe({
  type: 'object',
  additionalProperties: Type.Object({ from: Type.Unknown(), to: Type.Unknown() }),
  description: 'What changed, by field; not of a new incident',
})

const bySubject: Record<EventSubject, TObject> = {
  incident: named('IncidentEventData', incident.fields, { changes: Changes }),
  sla: named('SlaEventData', incident.fields, {
    target_minutes: Type.Integer(),
    cycle: Type.Integer({
      description: 'How often the clock has started: 1, and 1 more after each reopening',
    }),
    warning_at: Timestamp,
    breach_at: Timestamp,
  }),
  change: named('ChangeEventData', change.fields),
  request: named('RequestEventData', request.fields),
  ci: named('CiEventData', ci.fields),
}

/** The `data` of an event. */
export const dataOf = (type: EventType): TObject => bySubject[type.split('.')[0] as EventSubject]
