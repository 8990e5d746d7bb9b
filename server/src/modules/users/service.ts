import { transact, type Ctx } from '../../db/ctx.ts'
import { ifTaken } from '../../db/errors.ts'
import { conflict } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import * as apiKeys from '../api-keys/service.ts'
import { administer, hiddenChange } from '../records/administered/service.ts'
import { checkFixed } from '../records/model.ts'
import type { CreateUser, UpdateUser } from './model.ts'
import * as store from './store.ts'

const users = administer<store.UserRow, store.UserInput>({
  subject_type: 'user',
  audited_fields: ['email', 'name', 'roles', 'groups', 'active'],
  token_fields: ['roles', 'active', 'password', 'deleted'],
  store,
})

export const get = users.find

type NewUser = Omit<CreateUser, 'password'> & { id?: string; password_hash: string | null }

export function create(ctx: Ctx, { email, name = email, roles, groups = [], ...account }: NewUser) {
  const { id = randomId('usr_'), active = true, password_hash } = account
  const user = { id, email, name, roles, groups, active, password_hash }
  return transact(ctx, (ctx) => users.create(ctx, user)).catch(
    ifTaken('users_email', () => conflict('email_taken', `${email} has an account already`)),
  )
}

type UserChanges = Omit<UpdateUser, 'password'> & { password_hash?: string | undefined }

export const update = (
  ctx: Ctx,
  id: string,
  { email, password_hash, ...changes }: UserChanges,
  ifMatch?: string,
) =>
  transact(ctx, async (ctx) => {
    const losesAdmin = changes.active === false || (changes.roles && !changes.roles.includes('super_admin'))
    const admins = losesAdmin ? await store.lockAdmins(ctx.db) : undefined
    return users.change(ctx, id, ifMatch, async (ctx, before) => {
      checkFixed('email', email?.toLowerCase(), before.email.toLowerCase())
      if (admins) checkNotLastAdmin(admins, before)
      const after = await users.write(
        ctx,
        before,
        { ...changes, ...(password_hash && { password_hash }) },
        password_hash ? [hiddenChange('password')] : [],
      )
      if (password_hash || changes.active === false) await apiKeys.revokeAllOf(ctx, id)
      return after
    })
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) =>
  transact(ctx, async (ctx) => {
    const admins = await store.lockAdmins(ctx.db)
    return users.change(ctx, id, ifMatch, async (ctx, before) => {
      checkNotLastAdmin(admins, before)
      const after = await users.remove(ctx, before)
      await store.removePersonalData(ctx.db, id)
      await apiKeys.revokeAllOf(ctx, id)
      return { ...after, deleted: true }
    })
  })

function checkNotLastAdmin(admins: string[], user: store.UserRow): void {
  if (!user.roles.includes('super_admin') || !user.active) return
  if (admins.every((admin) => admin === user.id))
    throw conflict('last_admin', 'This is the last active super_admin: create another one first')
}
