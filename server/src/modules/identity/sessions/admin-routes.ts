import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { admins } from '../../../kernel/actor.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { Ctx } from '../../../db/ctx.ts'
import * as users from '../../users/store.ts'
import * as externalUsers from '../external/store.ts'
import { isExternal } from '../external/model.ts'
import { EndedSession, EndedSessions } from './model.ts'
import { sessionList } from './routes.ts'
import * as sessions from './service.ts'

const tag = 'Users'
const params = Type.Object({
  id: Type.String({ description: 'A user of this service, or oidc:<sub> of an external identity provider' }),
})

export function mountSessionsOfUsers(api: Api): void {
  api.list(
    '/users/:id/sessions',
    {
      tag,
      summary: 'List the sessions of a user',
      roles: admins,
      params,
      ...sessionList,
    },
    async (ctx, { params: { id } }, request) => {
      await checkExists(ctx, id)
      return sessions.list(ctx, id, request)
    },
  )

  api.delete(
    '/users/:id/sessions',
    {
      tag,
      summary: 'End all sessions of a user',
      description: 'Signs the user out everywhere. API keys and the password stay as they are.',
      roles: admins,
      params,
      response: { 200: EndedSessions },
    },
    async (ctx, { params }) => {
      await checkExists(ctx, params.id)
      return sessions.endAll(ctx, params.id)
    },
  )

  api.delete(
    '/users/:id/sessions/:session_id',
    {
      tag,
      summary: 'End a session of a user',
      description: 'Its tokens are refused from now on, by other nodes within seconds.',
      roles: admins,
      params: Type.Object({ ...params.properties, session_id: Type.String() }),
      response: { 200: EndedSession },
    },
    (ctx, { params }) => sessions.end(ctx, params.id, params.session_id),
  )
}

async function checkExists({ db }: Ctx, id: string): Promise<void> {
  const found = isExternal(id) ? await externalUsers.find(db, id) : await users.find(db, id)
  if (!found) throw notFound(`User ${id}`)
}
