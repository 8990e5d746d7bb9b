import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { ListOf, ListQuery, type OpenList } from '../../../http/list.ts'
import { everyone } from '../../../kernel/actor.ts'
import { extend, Named, NamedObject } from '../../../kernel/schema.ts'
import { checkSignedIn, Session } from './model.ts'
import * as sessions from './service.ts'
import * as store from './store.ts'

const tag = 'Profile'
const query = ListQuery({}, ['last_used_at', 'signed_in_at'])

/** `refresh` applies revocations on this node immediately. */
export function mountSessions(api: Api, openList: OpenList, refresh: () => Promise<void>): void {
  api.get(
    '/profile/sessions',
    {
      tag,
      summary: 'List your sessions',
      description: 'Browsers in which you are signed in.',
      roles: everyone,
      query,
      response: { 200: ListOf(Session) },
    },
    async (ctx, input) => {
      checkSignedIn(ctx.actor)
      const list = openList(ctx.actor, input, { sort: 'last_used_at', order: 'desc' })
      const page = await store.list(ctx.db, ctx.actor.id, list.request)
      const rows = page.rows.map((row) => ({ ...row, current: row.id === ctx.actor.session_id }))
      return list.reply({ ...page, rows })
    },
  )

  api.delete(
    '/profile/sessions/:id',
    {
      tag,
      summary: 'End a session',
      description: 'Its tokens are refused from now on, by other nodes within seconds.',
      roles: everyone,
      params: Type.Object({ id: Type.String() }),
      response: { 200: Named('EndedSession', extend(Session, { ended: Type.Literal(true) })) },
    },
    async (ctx, { params }) => {
      checkSignedIn(ctx.actor)
      const ended = await sessions.end(ctx, ctx.actor.id, params.id)
      await refresh()
      return ended
    },
  )

  api.delete(
    '/profile/sessions',
    {
      tag,
      summary: 'End all your sessions',
      description: 'Including this one: sign in again. API keys keep working.',
      roles: everyone,
      response: {
        200: NamedObject('EndedSessions', { ended: Type.Integer({ description: 'Count' }) }),
      },
    },
    async (ctx) => {
      checkSignedIn(ctx.actor)
      const ended = await sessions.endAll(ctx, ctx.actor.id)
      await refresh()
      return ended
    },
  )
}
