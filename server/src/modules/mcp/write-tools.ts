import { Type, type TSchema } from 'typebox'
import { sha256 } from '../../kernel/crypto.ts'
import { Body, Enum, Nullable } from '../../kernel/schema.ts'
import { levels, priorities } from '../../kernel/priorities.ts'
import { states } from '../incidents/transitions.ts'
import { IncidentId, Text, tool } from './model.ts'

const maybe = Type.Optional
const Key = maybe(
  Text(255, 'Any text of your choice: a repeated call with the same key has no second effect'),
)

/** A header takes visible ASCII only; other keys are sent as their hash. */
const keyHeader = (key: string | undefined) => ({
  'idempotency-key': key === undefined || /^[\x21-\x7e]+$/.test(key) ? key : sha256(key),
})

const clearable = (schema: TSchema) => maybe(Nullable(schema))
const fields = {
  description: clearable(Text(100_000, 'Markdown')),
  priority: maybe(Enum(priorities)),
  category: clearable(Text(100)),
  subcategory: clearable(Text(100)),
  impact: clearable(Enum(levels)),
  urgency: clearable(Enum(levels)),
  assignment_group: clearable(Text(100)),
  assigned_to: clearable(Text(254, 'E-mail address')),
  ci_id: clearable(Text(20, 'ID of the affected configuration item')),
  location: clearable(Text(100)),
  duplicate_of: clearable(Text(20, 'ID of the incident that it is a duplicate of')),
}

const create = tool({
  name: 'create_incident',
  title: 'Create an incident',
  description: 'Creates an incident in the name of the caller. Search for duplicates first.',
  input: Body({
    short_description: Text(255, 'One-line summary'),
    ...fields,
    notify_stakeholders: maybe(Type.Boolean({ description: 'Notify the assignment group and the caller' })),
    idempotency_key: Key,
  }),
  writes: true,
  run: (api, { idempotency_key, ...body }) =>
    api('POST', '/incidents', {
      body,
      headers: keyHeader(idempotency_key),
    }),
})

const update = tool({
  name: 'update_incident',
  title: 'Update an incident',
  description:
    'Changes fields or the state of an incident; allowed_transitions of the record lists the states it may take, and null clears a field.',
  input: Body({
    id: IncidentId,
    short_description: maybe(Text(255)),
    ...fields,
    state: maybe(Enum(states)),
    work_note: maybe(Text(100_000, 'Added in the same step')),
    if_version: maybe(
      Type.Integer({ minimum: 1, description: 'Refuse when the record has another version by now' }),
    ),
  }),
  writes: true,
  destructive: true,
  run: (api, { id, if_version, ...body }) =>
    api('PATCH', `/incidents/${id}`, {
      body,
      headers: { 'if-match': if_version === undefined ? undefined : `"${if_version}"` },
    }),
})

const note = tool({
  name: 'add_note',
  title: 'Add a work note',
  description: 'Adds a work note to an incident in the name of the caller.',
  input: Body({
    incident_id: IncidentId,
    body: Text(100_000, 'Markdown'),
    visibility: maybe(Enum(['team', 'internal', 'public'], 'team by default')),
    idempotency_key: Key,
  }),
  writes: true,
  run: (api, { incident_id, idempotency_key, ...body }) =>
    api('POST', `/incidents/${incident_id}/notes`, {
      body,
      headers: keyHeader(idempotency_key),
    }),
})

export const writeTools = [create, update, note]
