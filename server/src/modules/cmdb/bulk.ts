import { Type } from 'typebox'
import { sql } from 'kysely'
import type { Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { Reply } from '../../http/reply.ts'
import { agents, hasAnyRole, managers } from '../../kernel/actor.ts'
import { fieldError, insufficientRole, invalid } from '../../kernel/errors.ts'
import { Enum, SingleLine, NamedBody, Nullable } from '../../kernel/schema.ts'
import { Accepted, checkParts, maxRecords } from '../bulk/model.ts'
import { submit, type BulkOperation, type Submission } from '../bulk/service.ts'
import { bulkFilterSchemas, matchingIn } from '../records/matching.ts'
import type { ListFilters } from '../records/noun.ts'
import { conditionsOf } from '../records/store.ts'
import { ci, CiId, CiRecord, type CreateCi, type UpdateCi } from './model.ts'
import * as service from './service.ts'
import { cis, ownConditions } from './store.ts'

const type = 'cis'
const some = { minItems: 1, maxItems: maxRecords }

const CiFilter = NamedBody('CiFilter', bulkFilterSchemas(ci.filters, ci.filter_schemas))

const BulkCis = NamedBody('BulkCis', {
  operation: Enum(['create', 'update', 'upsert', 'delete']),
  source: Type.Optional(
    Nullable(
      SingleLine(
        100,
        'Where the records come from: the discovery_source of those that are created or upserted and name none',
      ),
    ),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Nothing is written: the results show what would happen' }),
  ),
  records: Type.Optional(
    Type.Array(CiRecord, {
      ...some,
      description:
        'create, upsert: each with a name. update: each with its id and its own fields, instead of ids and fields',
    }),
  ),
  ids: Type.Optional(Type.Array(CiId, { ...some, uniqueItems: true, description: 'update, delete' })),
  filter: Type.Optional(CiFilter),
  fields: Type.Optional(ci.update),
})
type BulkCis = Type.Static<typeof BulkCis>

export function mountBulkCis(api: Api): void {
  api.post(
    '/cmdb/cis/bulk',
    {
      tag: 'CMDB',
      summary: 'Create, update, upsert or delete up to 100 configuration items',
      description:
        'Answers immediately with a job; each record succeeds or fails on its own. An upsert recognises a CI by source and ' +
        'external_id, then by serial_number, then by fqdn. Deleting needs the roles of DELETE. Instead of ids, update and delete ' +
        'take a filter: the query parameters of the list, with an array for several names, because a comma is part of a name. It chooses the matching items at this moment, up to 10,000; one that ' +
        'no longer matches when its turn comes is not changed, and its result says no_longer_matches.',
      roles: agents,
      exempt: 'bulk',
      body: BulkCis,
      response: { 202: Accepted },
    },
    async (ctx, { body }) => {
      if (body.operation === 'delete' && !hasAnyRole(ctx.actor, managers)) throw insufficientRole(managers)
      checkForm(body)
      const accepted = await submit(ctx, await toSubmission(ctx, body))
      return new Reply(202, accepted, { location: accepted.status_url })
    },
  )
}

function checkForm({ operation, records, ids, filter, fields }: BulkCis): void {
  const which = filter ? 'filter' : 'ids'
  const byId = operation === 'delete' ? [which] : [which, 'fields']
  const needed = operation === 'delete' || (operation === 'update' && !records) ? byId : ['records']
  checkParts(
    operation,
    { records, ids, filter, fields },
    needed,
    (name) => `${name} does not belong to ${operation} with ${needed.join(', ')}`,
  )
  const key = operation === 'update' ? 'id' : 'name'
  const errors = (records ?? []).flatMap((record, i) => {
    const field = `records.${i}.${key}`
    return record[key] === undefined ? [fieldError(field, 'required', `${field} is required`)] : []
  })
  if (errors.length > 0) throw invalid(errors)
}

const matching = matchingIn('cis', ci.filters, (filter: ListFilters<typeof ci>) => [
  sql<boolean>`deleted_at is null`,
  ...conditionsOf(ci.filters, filter),
  ...ownConditions(filter),
])

async function toSubmission(ctx: Ctx, body: BulkCis): Promise<Submission> {
  const { operation, source, dry_run, records, ids, filter, fields } = body
  const parameters = {
    ...(source && { source }),
    ...(dry_run && { dry_run }),
    ...(filter && { filter }),
    ...(fields && { fields }),
  }
  const chosen = filter ? await matching.ids(ctx.db, filter) : ids
  const given = records ?? chosen!.map((id) => ({ id }))
  const isNew = operation === 'create' || operation === 'upsert'
  return {
    type,
    operation,
    inputs: isNew ? given.map((record) => withSource(record, source)) : given,
    parameters,
  }
}

/** A new CI cannot choose its ID. */
function withSource(record: CiRecord, source: string | null = null) {
  const { id: _, ...fields } = record
  return { ...fields, discovery_source: fields.discovery_source ?? source }
}

export const bulkCis: BulkOperation = {
  type,
  matches: (tx, id, { filter }) => matching.has(tx, id, filter),
  run: async (ctx, operation, input, parameters) => {
    if (operation === 'upsert') return service.upsert(ctx, input as CreateCi)
    if (operation === 'create') {
      const { id } = await service.create(ctx, input as CreateCi)
      return { id, status: 'created' }
    }
    const { id, ...own } = input as CiRecord & { id: string }
    if (operation === 'delete') {
      await service.remove(ctx, id)
      return { id, status: 'deleted' }
    }
    const before = await cis.lock(ctx.db, id)
    const { version } = await service.update(ctx, id, (parameters.fields as UpdateCi | undefined) ?? own)
    return { id, status: version === before?.version ? 'unchanged' : 'updated' }
  },
}
