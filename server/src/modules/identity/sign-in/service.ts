import { transact, type Ctx } from '../../../db/ctx.ts'
import { conflict, invalidField } from '../../../kernel/errors.ts'
import { matchesSecret } from '../../../kernel/passwords.ts'
import { lockOwnAccount } from '../../records/administered/own-account.ts'
import * as accounts from '../../users/service.ts'
import * as users from '../../users/store.ts'
import type { Guesses } from '../guesses/guesses.ts'

interface Attempt {
  email: string
  password: string
  address: string
}

/** Undefined if the password is wrong; neither the response nor its timing reveals whether the account exists. */
export const recognise = (ctx: Ctx, guesses: Guesses, { email, password, address }: Attempt) =>
  guesses.guess(`person ${email.toLowerCase()}`, address, async () => {
    const user = email.includes('\0') ? undefined : await users.findByEmail(ctx.db, email)
    const matches = await matchesSecret(password, user?.password_hash)
    return matches && user?.active ? user : undefined
  })

/** Someone with a token from an unlocked screen does not have the password. */
export async function checkPassword(ctx: Ctx, guesses: Guesses, password: string): Promise<void> {
  const { kind, email, id } = ctx.actor
  if (kind !== 'user')
    throw conflict(
      'no_password',
      kind === 'external'
        ? 'This account signs in with an identity provider: change the password there'
        : 'A service account has no password',
    )
  const user = await recognise(ctx, guesses, { email, password, address: id })
  if (!user) throw invalidField('current_password', 'wrong_password', 'current_password is not your password')
}

export const changePassword = (ctx: Ctx, password_hash: string) =>
  transact(ctx, async (ctx) => {
    await lockOwnAccount(ctx)
    await accounts.update(ctx, ctx.actor.id, { password_hash })
  })
