import { Type } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { Reply } from '../../http/reply.ts'
import { agents, hasAnyRole, managers } from '../../kernel/actor.ts'
import { insufficientRole } from '../../kernel/errors.ts'
import { Enum, NamedBody } from '../../kernel/schema.ts'
import { Accepted, checkParts, maxRecords } from '../bulk/model.ts'
import { submit, type BulkOperation, type Submission } from '../bulk/service.ts'
import { bulkFilterSchemas, matchingIn } from '../records/matching.ts'
import { conditionsOf } from './list-conditions.ts'
import { incident, type CreateIncident, type UpdateIncident } from './model.ts'
import * as incidents from './service.ts'

const type = 'incidents'
const some = { minItems: 1, maxItems: maxRecords }

const IncidentFilter = NamedBody(
  'IncidentFilter',
  bulkFilterSchemas(incident.filters, incident.filter_schemas),
)

const BulkIncidents = NamedBody('BulkIncidents', {
  operation: Enum(['create', 'update', 'delete']),
  records: Type.Optional(Type.Array(incident.create, some)),
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { ...some, uniqueItems: true }),
  ),
  filter: Type.Optional(IncidentFilter),
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
        'Answers immediately with a job; each record succeeds or fails on its own. Deleting needs the roles of DELETE. ' +
        'Instead of ids, update and delete take a filter: the query parameters of the list, such as {"state": "new", ' +
        '"unassigned": true}. Several names are an array there, because a comma is part of a name. It chooses the matching ' +
        'incidents at this moment, up to 10,000; one that no longer matches when its turn comes is not changed, and its ' +
        'result says no_longer_matches.',
      roles: agents,
      exempt: 'bulk',
      body: BulkIncidents,
      response: { 202: Accepted },
    },
    async (ctx, { body }) => {
      if (body.operation === 'delete' && !hasAnyRole(ctx.actor, managers)) throw insufficientRole(managers)
      const accepted = await submit(ctx, await toSubmission(ctx, body))
      return new Reply(202, accepted, { location: accepted.status_url })
    },
  )
}

const matching = matchingIn('incidents', incident.filters, conditionsOf)

async function toSubmission(ctx: Ctx, body: BulkIncidents): Promise<Submission> {
  checkForm(body)
  const { operation, records, ids, filter, fields } = body
  const chosen = filter ? await matching.ids(ctx.db, filter) : ids
  const parameters = { ...(fields && { fields }), ...(filter && { filter }) }
  return { type, operation, inputs: records ?? chosen!.map((id) => ({ id })), parameters }
}

function checkForm({ operation, records, ids, filter, fields }: BulkIncidents): void {
  const which = filter ? 'filter' : 'ids'
  const needed = { create: ['records'], update: [which, 'fields'], delete: [which] }[operation]
  checkParts(operation, { records, ids, filter, fields }, needed, (name) =>
    name === 'ids' && filter
      ? 'Send either ids or filter'
      : `${name} does not belong to the operation ${operation}`,
  )
}

export const bulkIncidents: BulkOperation = {
  type,
  matches: async (tx, id, { operation, parameters: { fields }, filter }) => {
    // Before the incident, and for each anew, because each is its own transaction.
    await incidents.lockLinks(tx, operation === 'delete' ? { change_id: null } : (fields as UpdateIncident))
    return matching.has(tx, id, filter)
  },
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
