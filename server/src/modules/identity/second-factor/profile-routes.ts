import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { everyone, roles } from '../../../kernel/actor.ts'
import { Enum, NamedObject } from '../../../kernel/schema.ts'
import * as store from './store.ts'

export function mountProfile(api: Api): void {
  api.get(
    '/profile',
    { tag: 'Profile', summary: 'Get the caller of this token', roles: everyone, response: { 200: Profile } },
    async (ctx) => {
      const { id, kind, email, name, roles } = ctx.actor
      const mfa_enrolled = kind === 'user' && (await store.hasAny(ctx.db, id))
      return { id, kind, email, name, roles, mfa_enrolled }
    },
  )
}

const Profile = NamedObject('Profile', {
  id: Type.String(),
  kind: Enum(['user', 'client', 'external']),
  email: Type.String(),
  name: Type.String(),
  roles: Type.Array(Enum(roles)),
  mfa_enrolled: Type.Boolean({ description: 'Whether you have a second factor here' }),
})
