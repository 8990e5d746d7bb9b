import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { etagOf } from '../../kernel/etag.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { Reply } from '../../http/reply.ts'
import { admins, roles } from '../../kernel/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Email, Enum, Line } from '../../kernel/schema.ts'
import { CreateUser, UpdateUser, User, UserWithPassword } from './model.ts'
import * as users from './service.ts'
import * as store from './store.ts'

const tag = 'Users'
const params = Type.Object({ id: Type.String() })
const query = ListQuery(
  {
    email: Type.Optional(Email),
    role: Type.Optional(Enum(roles)),
    group: Type.Optional(Line(100)),
    active: Type.Optional(Type.Boolean()),
  },
  ['created_at', 'email', 'name'],
)

export function mountUsers(api: Api, openList: OpenList): void {
  api.get(
    '/users',
    { tag, summary: 'List users', roles: admins, query, response: { 200: ListOf(User) } },
    async (ctx, input) => {
      const { email, role, group, active } = input.query
      const list = openList(ctx.actor, input, { sort: 'created_at', order: 'desc' })
      return list.reply(await store.list(ctx.db, { email, role, group, active }, list.request))
    },
  )

  api.post(
    '/users',
    {
      tag,
      summary: 'Create a user',
      roles: admins,
      recentSignIn: true,
      body: CreateUser,
      response: { 201: UserWithPassword },
    },
    async (ctx, { body, path }) => {
      const user = await users.create(ctx, body)
      return new Reply(201, user, { location: `${path}/${user.id}`, etag: etagOf(user.version) })
    },
  )

  api.get(
    '/users/:id',
    { tag, summary: 'Get one user', roles: admins, params, response: { 200: User } },
    async (ctx, { params }) => {
      const user = await store.find(ctx.db, params.id)
      if (!user) throw notFound(`User ${params.id}`)
      return new Reply(200, user, { etag: etagOf(user.version) })
    },
  )

  api.patch(
    '/users/:id',
    {
      tag,
      summary: 'Update a user',
      description: 'New roles or a new password, and deactivation, end every token and session of the user.',
      roles: admins,
      recentSignIn: true,
      params,
      body: UpdateUser,
      response: { 200: User },
    },
    async (ctx, { params, body, headers }) => {
      const user = await users.update(ctx, params.id, body, headers['if-match'])
      return new Reply(200, user, { etag: etagOf(user.version) })
    },
  )

  api.delete(
    '/users/:id',
    { tag, summary: 'Delete a user', roles: admins, recentSignIn: true, params, response: { 200: User } },
    (ctx, { params }) => users.remove(ctx, params.id),
  )
}
