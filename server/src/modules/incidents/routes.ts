import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import type { OpenList } from '../../http/list.ts'
import { everyone } from '../../kernel/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { CommaList, Enum, Names, Text, Timestamp } from '../../kernel/schema.ts'
import { checkThere } from '../cmdb/references.ts'
import { mountRelated } from '../records/mount-related.ts'
import { mountRecords } from '../records/mount.ts'
import { read } from './list.ts'
import { CreateIncident, Incident, priorities, UpdateIncident } from './model.ts'
import * as incidents from './service.ts'
import { explain, SlaExplanation } from './sla.ts'
import * as store from './store.ts'
import { isUnderWay, states } from './transitions.ts'

const tag = 'Incidents'
const params = Type.Object({ id: Type.String() })
const filters = {
  state: Type.Optional(CommaList(states)),
  priority: Type.Optional(CommaList(priorities)),
  assignment_group: Type.Optional(Names),
  assigned_to: Type.Optional(Names),
  unassigned: Type.Optional(
    Type.Boolean({ description: 'true: those that nobody has; false: those that somebody has' }),
  ),
  category: Type.Optional(Names),
  sla: Type.Optional(
    Enum(
      ['at_risk', 'breached'],
      'Of the open ones: at_risk has used 75 % of its time and the clock runs, breached has used it all',
    ),
  ),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
  q: Type.Optional(Text(500, 'Full text: words, "phrases", -not, or an id')),
}
/** Those that a CI's list shows unless it is asked for other states. */
const open = states.filter(isUnderWay).join(',')
const sorts = ['created_at', 'priority', 'updated_at', 'sla_breach_at']

export function mountIncidents(api: Api, openList: OpenList): void {
  mountRecords(api, openList, {
    tag,
    path: '/incidents',
    subject_type: incidents.subject_type,
    schemas: { shown: Incident, create: CreateIncident, update: UpdateIncident },
    list: { filters: { ...filters, ci_id: Type.Optional(Names) }, sorts, read },
    show: store.show,
    create: incidents.create,
    update: incidents.update,
    remove: incidents.remove,
  })

  mountRelated(api, openList, {
    tag,
    summary: 'List the open incidents of a configuration item',
    path: '/cmdb/cis/:id/incidents',
    shown: Incident,
    filters,
    sorts,
    checkThere,
    read: (ctx, ci_id, query, request) => read(ctx, { state: open, ...query, ci_id }, request),
  })

  api.get(
    '/incidents/:id/sla',
    {
      tag,
      summary: 'Explain the SLA of an incident, segment by segment',
      roles: everyone,
      params,
      response: { 200: SlaExplanation },
    },
    async (ctx, { params }) => {
      const clock = await store.findClock(ctx.db, params.id)
      if (!clock) throw notFound(`Incident ${params.id}`)
      return explain(clock, ctx.now)
    },
  )
}
