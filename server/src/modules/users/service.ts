import { transact, type Ctx } from '../../db/ctx.ts'
import { ifTaken } from '../../db/errors.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { externalPrefix } from '../../kernel/mailbox.ts'
import * as apiKeys from '../api-keys/service.ts'
import { administer, auditOf, hiddenChange } from '../records/administered/service.ts'
import { checkFixed } from '../records/model.ts'
import * as externalStore from './external-store.ts'
import type { CreateUser, UpdateUser } from './model.ts'
import * as store from './store.ts'

const subject_type = 'user'
const users = administer<store.UserRow, store.UserInput>({
  subject_type,
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
  id.startsWith(externalPrefix) ? removeExternal(ctx, id) : removeUser(ctx, id, ifMatch)

const removeUser = (ctx: Ctx, id: string, ifMatch?: string) =>
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

/** Someone of an external identity provider has no account here; what is stored about them goes, until they sign in again. */
const removeExternal = (ctx: Ctx, id: string) =>
  transact(ctx, async (ctx) => {
    const person = await externalStore.lock(ctx.db, id)
    if (!person) throw notFound(`User ${id}`)
    await externalStore.endSessions(ctx.db, id)
    ctx.wake('revocations')
    await apiKeys.revokeAllOf(ctx, id)
    await store.removePersonalData(ctx.db, id)
    await externalStore.forget(ctx.db, id)
    const { audit } = auditOf<{ id: string }>({ subject_type, audited_fields: [] })
    await audit(ctx, person, 'deleted', [{ field: 'deleted', from: false, to: true }])
    const { vouched_at: last_sign_in_at, ...known } = person
    const times = { created_at: last_sign_in_at, updated_at: ctx.now, last_sign_in_at }
    return { ...known, ...times, groups: [], active: false, version: 1, deleted: true }
  })

function checkNotLastAdmin(admins: string[], user: store.UserRow): void {
  if (!user.roles.includes('super_admin') || !user.active) return
  if (admins.every((admin) => admin === user.id))
    throw conflict('last_admin', 'This is the last active super_admin: create another one first')
}
