import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { Reply } from '../../../http/reply.ts'
import { everyone } from '../../../kernel/actor.ts'
import { NamedBody } from '../../../kernel/schema.ts'
import { Password } from '../../users/model.ts'
import { preparePassword } from '../../users/prepare-password.ts'
import type { Guesses } from '../guesses/guesses.ts'
import { changePassword, checkPassword } from './service.ts'

const ChangePassword = NamedBody('ChangePassword', {
  current_password: Type.String({ minLength: 1, maxLength: 256 }),
  new_password: Password,
})

export function mountPassword(api: Api, guesses: Guesses): void {
  api.postAfterWaiting(
    '/profile/password',
    {
      tag: 'Profile',
      summary: 'Change your own password',
      description: 'Ends all your tokens and sessions, including this one: sign in again.',
      roles: everyone,
      body: ChangePassword,
      response: { 204: Type.Null() },
    },
    async (ctx, { body }) => {
      await checkPassword(ctx, guesses, body.current_password)
      const password_hash = await preparePassword(ctx, body.new_password, ctx.actor, 'new_password')
      return async (ctx) => {
        await changePassword(ctx, password_hash)
        return new Reply(204, undefined)
      }
    },
  )
}
