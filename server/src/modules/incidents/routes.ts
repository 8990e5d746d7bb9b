import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { checkIncludeDeleted, IncludeDeleted } from '../../kernel/include-deleted.ts'
import { Query } from '../../kernel/schema.ts'
import { checkExists } from '../cmdb/references.ts'
import { mountRecords } from '../records/mount.ts'
import { read } from './list.ts'
import { incident } from './model.ts'
import { create, remove, update } from './service.ts'
import { explain, SlaExplanation } from './sla.ts'
import * as store from './store.ts'

const tag = 'Incidents'
/** The CI is given by the path. */
const { ci_id: _, ...filters } = incident.filter_schemas

export function mountIncidents(api: Api): void {
  mountRecords(api, {
    tag,
    noun: incident,
    service: { list: read, show: store.show, create, update, remove },
  })

  api.list(
    '/cmdb/cis/:id/incidents',
    {
      tag,
      summary: 'List the open incidents of a configuration item',
      roles: everyone,
      item: incident.answer,
      filters,
      sorts: incident.sorts,
      order: 'desc',
    },
    async (ctx, { params: { id: ci_id }, query }, request) => {
      await checkExists(ctx, ci_id)
      return read(ctx, { state: incident.open_states.join(','), ...query, ci_id }, request)
    },
  )

  api.get(
    '/incidents/:id/sla',
    {
      tag,
      summary: 'Explain the SLA of an incident, segment by segment',
      roles: everyone,
      query: Query({ include_deleted: IncludeDeleted }),
      response: { 200: SlaExplanation },
    },
    async (ctx, { params, query: { include_deleted } }) => {
      checkIncludeDeleted(ctx.actor, include_deleted)
      const clock = await store.findClock(ctx.db, params.id, include_deleted)
      if (!clock) throw notFound(`Incident ${params.id}`)
      return explain(clock, ctx.now)
    },
  )
}
