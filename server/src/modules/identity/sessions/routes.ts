import type { Api } from '../../../http/api.ts'
import { everyone } from '../../../kernel/actor.ts'
import { checkSignedIn, EndedSession, EndedSessions, Session } from './model.ts'
import * as sessions from './service.ts'

const tag = 'Profile'

export const sessionList = {
  item: Session,
  sorts: ['last_used_at', 'signed_in_at'],
  order: 'desc',
} as const

export function mountSessions(api: Api): void {
  api.list(
    '/profile/sessions',
    {
      tag,
      summary: 'List your sessions',
      description: 'Browsers in which you are signed in.',
      roles: everyone,
      ...sessionList,
    },
    async (ctx, _, request) => {
      checkSignedIn(ctx.actor)
      return sessions.list(ctx, ctx.actor.id, request)
    },
  )

  api.delete(
    '/profile/sessions/:id',
    {
      tag,
      summary: 'End a session',
      description: 'Its tokens are refused from now on, by other nodes within seconds.',
      roles: everyone,
      response: { 200: EndedSession },
    },
    async (ctx, { params }) => {
      checkSignedIn(ctx.actor)
      return sessions.end(ctx, ctx.actor.id, params.id)
    },
  )

  api.delete(
    '/profile/sessions',
    {
      tag,
      summary: 'End all your sessions',
      description: 'Including this one: sign in again. API keys keep working.',
      roles: everyone,
      response: { 200: EndedSessions },
    },
    async (ctx) => {
      checkSignedIn(ctx.actor)
      return sessions.endAll(ctx, ctx.actor.id)
    },
  )
}
