import { Type } from 'typebox'
import { NamedObject } from '../../../kernel/schema.ts'
import type { Api } from '../../../http/api.ts'
import { admins } from '../../../kernel/actor.ts'
import { notFound } from '../../../kernel/errors.ts'
import * as users from '../../users/store.ts'
import { SecondFactors } from './model.ts'
import * as secondFactors from './service.ts'

const path = '/users/:id/second-factors'

export function mountUsersSecondFactors(api: Api): void {
  api.get(
    path,
    {
      tag: 'Users',
      summary: "List a user's second factors",
      roles: admins,
      response: { 200: SecondFactors },
    },
    async (ctx, { params }) => {
      const user = await users.find(ctx.db, params.id)
      if (!user) throw notFound(`User ${params.id}`)
      return secondFactors.list(ctx, { ...user, kind: 'user' })
    },
  )

  api.delete(
    path,
    {
      tag: 'Users',
      summary: "Reset a user's second factors",
      description:
        'For a user who has lost them: removes all second factors and recovery codes. The user is notified.',
      roles: admins,
      recentSignIn: true,
      response: { 200: NamedObject('RemovedSecondFactors', { removed: Type.Integer() }) },
    },
    (ctx, { params }) => secondFactors.reset(ctx, params.id),
  )
}
