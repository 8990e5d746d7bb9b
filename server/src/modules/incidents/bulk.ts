import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { Reply } from '../../http/reply.ts'
import { agents, hasAnyRole, managers } from '../../kernel/actor.ts'
import { insufficientRole, invalidField } from '../../kernel/errors.ts'
import { Enum, NamedBody } from '../../kernel/schema.ts'
import { Accepted, maxRecords } from '../bulk/model.ts'
import { submit, type BulkOperation, type Submission } from '../bulk/service.ts'
import { incident, type CreateIncident, type UpdateIncident } from './model.ts'
import * as incidents from './service.ts'

const type = 'incidents'
const some = { minItems: 1, maxItems: maxRecords }

const BulkIncidents = NamedBody('BulkIncidents', {
  operation: Enum(['create', 'update', 'delete']),
  records: Type.Optional(Type.Array(incident.create, some)),
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { ...some, uniqueItems: true }),
  ),
  fields: Type.Optional(incident.update),
})
type BulkIncidents = Type.Static<typeof BulkIncidents>

export function mountBulkIncidents(api: Api): void {
  api.post(
    '/incidents/bulk',
    {
      tag: 'Incidents',
      summary: 'Create, update or delete up to 100 incidents',
      description:
        'Answers immediately with a job; each record succeeds or fails on its own. Deleting needs the roles of DELETE.',
      roles: agents,
      exempt: 'bulk',
      body: BulkIncidents,
      response: { 202: Accepted },
    },
    async (ctx, { body }) => {
      if (body.operation === 'delete' && !hasAnyRole(ctx.actor, managers)) throw insufficientRole(managers)
      const accepted = await submit(ctx, toSubmission(body))
      return new Reply(202, accepted, { location: accepted.status_url })
    },
  )
}

/** Checks which fields an operation accepts; any other field is an error. */
function toSubmission({ operation, records, ids, fields }: BulkIncidents): Submission {
  const given = { records, ids, fields }
  const needed = { create: ['records'], update: ['ids', 'fields'], delete: ['ids'] }[operation]
  for (const [name, value] of Object.entries(given)) {
    if (needed.includes(name) && value === undefined)
      throw invalidField(name, 'required', `${name} is required to ${operation}`)
    if (!needed.includes(name) && value !== undefined)
      throw invalidField(name, 'unknown_field', `${name} does not belong to the operation ${operation}`)
  }
  const inputs = operation === 'create' ? records! : ids!.map((id) => ({ id }))
  return { type, operation, inputs, ...(fields && { parameters: { fields } }) }
}

export const bulkIncidents: BulkOperation = {
  type,
  run: async (ctx, operation, input, parameters) => {
    if (operation === 'create') {
      const { id } = await incidents.create(ctx, input as CreateIncident)
      return { id, status: 'created' }
    }
    const { id } = input as { id: string }
    if (operation === 'delete') {
      await incidents.remove(ctx, id)
      return { id, status: 'deleted' }
    }
    await incidents.update(ctx, id, parameters.fields as UpdateIncident)
    return { id, status: 'updated' }
  },
}
