import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import type { OpenList } from '../../http/list.ts'
import { agents } from '../../kernel/actor.ts'
import { CommaList, Line, Text, Timestamp } from '../../kernel/schema.ts'
import { mountDecisions } from '../records/mount-decisions.ts'
import { mountRecords, shownReply } from '../records/mount.ts'
import { anyOf, isAfter, isBefore, matches } from '../records/store.ts'
import { CreateRequest, priorities, ServiceRequest, UpdateRequest } from './model.ts'
import * as requests from './service.ts'
import { states } from './transitions.ts'

const tag = 'Requests'
const path = '/requests'
const Names = Line(2000, 'One value, or several with commas between them')
const named = [
  'assignment_group',
  'assigned_to',
  'requested_for',
  'created_by',
  'category',
  'item',
  'item_id',
] as const

export function mountRequests(api: Api, openList: OpenList): void {
  mountRecords(api, openList, {
    tag,
    path,
    subject_type: 'request',
    schemas: { shown: ServiceRequest, create: CreateRequest, update: UpdateRequest },
    list: {
      filters: {
        state: Type.Optional(CommaList(states)),
        priority: Type.Optional(CommaList(priorities)),
        assignment_group: Type.Optional(Names),
        assigned_to: Type.Optional(Names),
        requested_for: Type.Optional(Names),
        created_by: Type.Optional(Names),
        category: Type.Optional(Names),
        item: Type.Optional(Names),
        item_id: Type.Optional(Names),
        created_after: Type.Optional(Timestamp),
        created_before: Type.Optional(Timestamp),
        q: Type.Optional(Text(500, 'Full text: words, "phrases", -not, or an id')),
      },
      sorts: ['created_at', 'updated_at', 'priority'],
      read: (ctx, query, request) =>
        requests.list(
          ctx,
          [
            ...(['state', 'priority', ...named] as const).flatMap((name) => anyOf(name, query[name])),
            ...isAfter('created_at', query.created_after),
            ...isBefore('created_at', query.created_before),
            ...matches(query.q),
          ],
          request,
        ),
    },
    show: requests.show,
    create: requests.create,
    update: requests.update,
    remove: requests.remove,
  })

  mountDecisions(api, { tag, path, subject_type: 'request', shown: ServiceRequest, decide: requests.decide })

  for (const spelling of ['fulfil', 'fulfill'])
    api.post(
      `${path}/:id/${spelling}`,
      {
        tag,
        summary: 'Fulfil an approved request',
        roles: agents,
        params: Type.Object({ id: Type.String() }),
        response: { 200: ServiceRequest },
      },
      async (ctx, { params, headers }) =>
        shownReply(200, await requests.fulfil(ctx, params.id, headers['if-match'])),
    )
}
