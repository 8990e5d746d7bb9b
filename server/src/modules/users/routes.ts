import { Type } from 'typebox'
import type { Api, Rest } from '../../http/api.ts'
import { etagOf } from '../../kernel/etag.ts'
import { ListOf, ListQuery, type OpenList } from '../../http/list.ts'
import { Reply } from '../../http/reply.ts'
import { admins, roles } from '../../kernel/actor.ts'
import { randomToken } from '../../kernel/crypto.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { Email, Enum, extend, Line, Named } from '../../kernel/schema.ts'
import { CreateUser, UpdateUser, User, UserWithPassword } from './model.ts'
import type { PreparePassword } from './prepare-password.ts'
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

export function mountUsers(api: Api, openList: OpenList, preparePassword: PreparePassword): void {
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
      description: 'Without a password the service makes one and shows it once.',
      roles: admins,
      recentSignIn: true,
      body: CreateUser,
      response: { 201: UserWithPassword },
      waits: true,
    },
    async (ctx, { body: { password, ...input }, path }) => {
      const made = password === undefined ? randomToken(18) : undefined
      const password_hash = made
        ? await hashPassword(made)
        : await preparePassword(ctx, password!, input, 'password')
      const insert: Rest = async (ctx) => {
        const user = await users.create(ctx, { ...input, password_hash })
        const shown = { ...user, ...(made && { password: made }) }
        return new Reply(201, shown, { location: `${path}/${user.id}`, etag: etagOf(user.version) })
      }
      return insert
    },
  )

  api.get(
    '/users/:id',
    { tag, summary: 'Get one user', roles: admins, params, response: { 200: User } },
    async (ctx, { params }) => {
      const user = await users.get(ctx, params.id)
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
    async (ctx, { params, body: { password, ...changes }, headers }) => {
      const password_hash =
        password === undefined
          ? undefined
          : await preparePassword(ctx, password, await users.get(ctx, params.id), 'password')
      const user = await users.update(ctx, params.id, { ...changes, password_hash }, headers['if-match'])
      return new Reply(200, user, { etag: etagOf(user.version) })
    },
  )

  api.delete(
    '/users/:id',
    {
      tag,
      summary: 'Delete a user',
      roles: admins,
      recentSignIn: true,
      params,
      response: { 200: Named('DeletedUser', extend(User, { deleted: Type.Literal(true) })) },
    },
    (ctx, { params }) => users.remove(ctx, params.id),
  )
}
