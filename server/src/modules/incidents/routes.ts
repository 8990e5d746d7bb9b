import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { JsonText, Reply } from '../../http/reply.ts'
import { agents, auditors, everyone, hasAnyRole, managers } from '../../kernel/actor.ts'
import { etagOf } from '../../kernel/etag.ts'
import { insufficientRole, notFound } from '../../kernel/errors.ts'
import { CommaList, Query, Text, Timestamp } from '../../kernel/schema.ts'
import { list } from './list.ts'
import { CreateIncident, Incident, priorities, UpdateIncident } from './model.ts'
import * as incidents from './service.ts'
import { explain, SlaExplanation } from './sla.ts'
import * as store from './store.ts'
import { states } from './transitions.ts'

const tag = 'Incidents'
const params = Type.Object({ id: Type.String() })
const Names = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'One value, or several with commas between them',
})

const query = ListQuery(
  {
    state: Type.Optional(CommaList(states)),
    priority: Type.Optional(CommaList(priorities)),
    assignment_group: Type.Optional(Names),
    assigned_to: Type.Optional(Names),
    category: Type.Optional(Names),
    created_after: Type.Optional(Timestamp),
    created_before: Type.Optional(Timestamp),
    q: Type.Optional(Text(500, 'Full text: words, "phrases", -not, or an id')),
  },
  ['created_at', 'priority', 'updated_at'],
)

const shown = (status: number, { id, version, json }: store.Shown, path?: string) =>
  new Reply(status, new JsonText(json), { etag: etagOf(version), ...(path && { location: `${path}/${id}` }) })

export function mountIncidents(api: Api, openList: OpenList): void {
  api.get(
    '/incidents',
    { tag, summary: 'List incidents', roles: everyone, query, response: { 200: ListOf(Incident) } },
    async (ctx, input) => {
      const { state, priority, assignment_group, assigned_to, category, ...rest } = input.query
      const opened = openList(ctx.actor, input, { sort: 'created_at', order: 'desc' })
      const filters = {
        state: state?.split(','),
        priority: priority?.split(','),
        assignment_group: assignment_group?.split(','),
        assigned_to: assigned_to?.split(','),
        category: category?.split(','),
        created_after: rest.created_after,
        created_before: rest.created_before,
        q: rest.q?.trim(),
      }
      return opened.replyJson(await list(ctx.db, ctx.config.base_url, filters, opened.request))
    },
  )

  api.post(
    '/incidents',
    { tag, summary: 'Create an incident', roles: agents, body: CreateIncident, response: { 201: Incident } },
    async (ctx, { body, path }) => shown(201, await incidents.create(ctx, body), path),
  )

  api.get(
    '/incidents/:id',
    {
      tag,
      summary: 'Get one incident',
      roles: everyone,
      params,
      query: Query({
        include_deleted: Type.Optional(
          Type.Boolean({ description: 'Also a deleted one; for auditors and managers' }),
        ),
      }),
      response: { 200: Incident },
    },
    async (ctx, { params, query }) => {
      if (query.include_deleted && !hasAnyRole(ctx.actor, auditors)) throw insufficientRole(auditors)
      const incident = await store.show(ctx, params.id, query.include_deleted)
      if (!incident) throw notFound(`Incident ${params.id}`)
      return shown(200, incident)
    },
  )

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

  api.patch(
    '/incidents/:id',
    {
      tag,
      summary: 'Update an incident',
      description:
        'State changes follow the state table. work_note is recorded as a work note of the same change.',
      roles: agents,
      params,
      body: UpdateIncident,
      response: { 200: Incident },
    },
    async (ctx, { params, body, headers }) =>
      shown(200, await incidents.update(ctx, params.id, body, headers['if-match'])),
  )

  api.delete(
    '/incidents/:id',
    {
      tag,
      summary: 'Delete an incident',
      description: 'The record stays for audit and disappears from every list.',
      roles: managers,
      params,
      response: { 200: Incident },
    },
    async (ctx, { params, headers }) =>
      shown(200, await incidents.remove(ctx, params.id, headers['if-match'])),
  )
}
