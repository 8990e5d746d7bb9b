import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import type { OpenList } from '../../http/list.ts'
import { agents } from '../../kernel/actor.ts'
import { CommaList, Line, Text, Timestamp } from '../../kernel/schema.ts'
import { checkThere } from '../cmdb/references.ts'
import { mountDecisions } from '../records/mount-decisions.ts'
import { mountRelated } from '../records/mount-related.ts'
import { mountRecords, shownReply } from '../records/mount.ts'
import { anyOf, hasAnyOf, isAfter, isBefore, matches, type Condition } from '../records/store.ts'
import { Change, CreateChange, priorities, types, UpdateChange } from './model.ts'
import * as changes from './service.ts'
import { allowedTransitions, states } from './transitions.ts'

const tag = 'Changes'
const params = Type.Object({ id: Type.String() })
const Names = Line(2000, 'One value, or several with commas between them')

const filters = {
  state: Type.Optional(CommaList(states)),
  type: Type.Optional(CommaList(types)),
  priority: Type.Optional(CommaList(priorities)),
  risk: Type.Optional(CommaList(['low', 'medium', 'high'])),
  assignment_group: Type.Optional(Names),
  assigned_to: Type.Optional(Names),
  requested_by: Type.Optional(Names),
  category: Type.Optional(Names),
  planned_after: Type.Optional(Timestamp),
  planned_before: Type.Optional(Timestamp),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
  q: Type.Optional(Text(500, 'Full text: words, "phrases", -not, or an id')),
}
const sorts = ['created_at', 'updated_at', 'priority', 'planned_start']

type Asked = { [name in keyof typeof filters | 'ci_id']?: string }

const conditionsOf = (query: Asked): Condition[] => [
  ...(['state', 'type', 'priority', 'risk', 'assignment_group', 'assigned_to'] as const).flatMap((name) =>
    anyOf(name, query[name]),
  ),
  ...anyOf('requested_by', query.requested_by),
  ...anyOf('category', query.category),
  ...hasAnyOf('ci_ids', query.ci_id),
  // Whatever part of its window lies in the asked span.
  ...isAfter('planned_end', query.planned_after),
  ...isBefore('planned_start', query.planned_before),
  ...isAfter('created_at', query.created_after),
  ...isBefore('created_at', query.created_before),
  ...matches(query.q),
]

/** Those that a CI's list shows unless it is asked for other states. */
const open = states.filter((state) => allowedTransitions(state).length > 0).join(',')

export function mountChanges(api: Api, openList: OpenList): void {
  mountRecords(api, openList, {
    tag,
    path: '/changes',
    subject_type: 'change',
    schemas: { shown: Change, create: CreateChange, update: UpdateChange },
    list: {
      filters: { ...filters, ci_id: Type.Optional(Names) },
      sorts,
      read: (ctx, query, request) => changes.list(ctx, conditionsOf(query), request),
    },
    show: changes.show,
    create: changes.create,
    update: changes.update,
    remove: changes.remove,
  })

  mountRelated(api, openList, {
    tag,
    summary: 'List the open changes of a configuration item',
    path: '/cmdb/cis/:id/changes',
    shown: Change,
    filters,
    sorts,
    checkThere,
    read: (ctx, ci_id, query, request) =>
      changes.list(ctx, conditionsOf({ state: open, ...query, ci_id }), request),
  })

  api.post(
    '/changes/:id/submit',
    { tag, summary: 'Submit a draft for review', roles: agents, params, response: { 200: Change } },
    async (ctx, { params, headers }) =>
      shownReply(200, await changes.submit(ctx, params.id, headers['if-match'])),
  )

  mountDecisions(api, {
    tag,
    path: '/changes',
    subject_type: 'change',
    shown: Change,
    decide: changes.decide,
  })
}
