import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { accountKinds, everyone, roles } from '../../../kernel/actor.ts'
import { Enum, NamedObject } from '../../../kernel/schema.ts'
import * as store from './store.ts'

export function mountProfile(api: Api): void {
  api.get(
    '/profile',
    { tag: 'Profile', summary: 'Get the caller of this token', roles: everyone, response: { 200: Profile } },
    async (ctx) => {
      const { id, kind, email, name, roles } = ctx.actor
      const account =
        kind === 'user' ? await store.accountOf(ctx.db, id) : { groups: [], mfa_enrolled: false }
      return { id, kind, email, name, roles, ...account }
    },
  )
}

const Profile = NamedObject('Profile', {
  id: Type.String(),
  kind: Enum(accountKinds),
  email: Type.String(),
  name: Type.String(),
  roles: Type.Array(Enum(roles)),
  groups: Type.Array(Type.String(), { description: 'Those of your account here' }),
  mfa_enrolled: Type.Boolean({ description: 'Whether you have a second factor here' }),
})
