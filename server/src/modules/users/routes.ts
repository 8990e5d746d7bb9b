import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { admins, roles } from '../../kernel/actor.ts'
import { randomToken } from '../../kernel/crypto.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { CommaList, Email, extend, SingleLine, Named } from '../../kernel/schema.ts'
import { createdReply, mountAdministered } from '../records/administered/mount.ts'
import { CreateUser, UpdateUser, User, UserWithPassword, WordStart } from './model.ts'
import { preparePassword } from './prepare-password.ts'
import * as users from './service.ts'
import * as store from './store.ts'

const tag = 'Users'

export function mountUsers(api: Api): void {
  mountAdministered(api, {
    tag,
    path: '/users',
    name: 'user',
    access: { roles: admins, recentSignIn: true },
    schemas: {
      one: User,
      update: UpdateUser,
      deleted: Named('DeletedUser', extend(User, { deleted: Type.Literal(true) })),
    },
    descriptions: {
      update: 'New roles or a new password, and deactivation, end every token and session of the user.',
      remove:
        'Also of someone of an external identity provider (oidc:<sub>), who is stored again at the next sign-in.',
    },
    filters: {
      q: Type.Optional(WordStart),
      email: Type.Optional(Email),
      role: Type.Optional(CommaList(roles)),
      group: Type.Optional(SingleLine(100)),
      active: Type.Optional(Type.Boolean()),
    },
    sorts: ['created_at', 'email', 'name'],
    list: ({ db }, filters, request) => store.list(db, filters, request),
    get: users.get,
    update: async (ctx, id, { password, ...changes }, ifMatch) => {
      const password_hash =
        password === undefined
          ? undefined
          : await preparePassword(ctx, password, await users.get(ctx, id), 'password')
      return users.update(ctx, id, { ...changes, password_hash }, ifMatch)
    },
    remove: users.remove,
  })

  api.postAfterWaiting(
    '/users',
    {
      tag,
      summary: 'Create a user',
      description: 'Without a password the service generates one and shows it once.',
      roles: admins,
      recentSignIn: true,
      body: CreateUser,
      response: { 201: UserWithPassword },
    },
    async (ctx, { body: { password: chosen, ...input }, path }) => {
      const generated = chosen === undefined ? { password: randomToken(18) } : undefined
      const password_hash = generated
        ? await hashPassword(generated.password)
        : await preparePassword(ctx, chosen!, input, 'password')
      return async (ctx) =>
        createdReply({ ...(await users.create(ctx, { ...input, password_hash })), ...generated }, path)
    },
  )
}
