import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { wholeList, WholeListOf } from '../../http/list.ts'
import { everyone, managers } from '../../kernel/actor.ts'
import { Enum } from '../../kernel/schema.ts'
import { priorities } from '../../kernel/priorities.ts'
import { createdReply, taggedReply } from '../records/administered/mount.ts'
import { Calendar, CalendarInput, DeletedCalendar, Policy, PolicyInput } from './model.ts'
import * as sla from './service.ts'
import * as store from './store.ts'

const tag = 'SLA'

export function mountSla(api: Api): void {
  api.get(
    '/sla/policies',
    {
      tag,
      summary: 'List the SLA targets of the priorities',
      roles: everyone,
      response: { 200: WholeListOf(Policy) },
    },
    async (ctx) => {
      const set = new Map((await store.listPolicies(ctx.db)).map((policy) => [policy.priority, policy]))
      return wholeList(
        priorities.map((priority) => ({
          priority,
          target_minutes: ctx.config.sla_minutes[priority],
          calendar_id: null,
          version: 0,
          ...set.get(priority),
          is_default: !set.has(priority),
        })),
      )
    },
  )

  api.put(
    '/sla/policies/:priority',
    {
      tag,
      summary: 'Set the SLA target of a priority',
      description: 'For incidents that are opened, or get this priority, from now on.',
      roles: managers,
      params: Type.Object({ priority: Enum(priorities) }),
      body: PolicyInput,
      response: { 200: Policy },
    },
    async (ctx, { params, body, headers }) =>
      taggedReply({
        ...(await sla.setPolicy(ctx, params.priority, body, headers['if-match'])),
        is_default: false,
      }),
  )

  api.get(
    '/sla/calendars',
    { tag, summary: 'List business calendars', roles: everyone, response: { 200: WholeListOf(Calendar) } },
    async (ctx) => wholeList(await store.listCalendars(ctx.db)),
  )

  api.post(
    '/sla/calendars',
    {
      tag,
      summary: 'Create a business calendar',
      roles: managers,
      body: CalendarInput,
      response: { 201: Calendar },
    },
    async (ctx, { body, path }) => createdReply(await sla.createCalendar(ctx, body), path),
  )

  api.get(
    '/sla/calendars/:id',
    {
      tag,
      summary: 'Get one business calendar',
      roles: everyone,
      response: { 200: Calendar },
    },
    async (ctx, { params }) => taggedReply(await sla.loadCalendar(ctx, params.id)),
  )

  api.put(
    '/sla/calendars/:id',
    {
      tag,
      summary: 'Replace a business calendar',
      roles: managers,
      body: CalendarInput,
      response: { 200: Calendar },
    },
    async (ctx, { params, body, headers }) =>
      taggedReply(await sla.updateCalendar(ctx, params.id, body, headers['if-match'])),
  )

  api.delete(
    '/sla/calendars/:id',
    {
      tag,
      summary: 'Delete a business calendar',
      roles: managers,
      response: { 200: DeletedCalendar },
    },
    (ctx, { params, headers }) => sla.removeCalendar(ctx, params.id, headers['if-match']),
  )
}
