import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { record } from '../../events/journal.ts'
import { changesBetween, type Change } from '../../kernel/changes.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import * as apiKeys from '../api-keys/service.ts'
import type { CreateUser, UpdateUser } from './model.ts'
import * as store from './store.ts'

export async function get({ db }: Ctx, id: string): Promise<store.UserRow> {
  const user = await store.find(db, id)
  if (!user) throw notFound(`User ${id}`)
  return user
}

type NewUser = Omit<CreateUser, 'password'> & { password_hash: string }

export async function create(ctx: Ctx, { password_hash, ...input }: NewUser) {
  const user = {
    id: randomId('usr_'),
    email: input.email,
    name: input.name ?? input.email,
    roles: input.roles,
    groups: input.groups ?? [],
    password_hash,
  }
  try {
    return await transact(ctx, async (ctx) => {
      const row = await store.insert(ctx.db, user)
      await audit(ctx, row.id, 'created', changesBetween({} as store.UserRow, row, auditedFields))
      return row
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email'))
      throw conflict('email_taken', `${input.email} has an account already`)
    throw error
  }
}

type UserChanges = Omit<UpdateUser, 'password'> & { password_hash?: string | undefined }

export function update(ctx: Ctx, id: string, { password_hash, ...changes }: UserChanges, ifMatch?: string) {
  return transact(ctx, async (ctx) => {
    const user = await load(ctx, id)
    checkIfMatch(ifMatch, user.version)
    const losesAdmin = changes.active === false || (changes.roles && !changes.roles.includes('super_admin'))
    if (losesAdmin) await checkNotLastAdmin(ctx, user)
    const differing = changesBetween(user, { ...user, ...changes }, auditedFields)
    if (differing.length === 0 && !password_hash) return user
    const revoke = password_hash !== undefined || differing.some(({ field }) => endsTokens.has(field))
    const after = await store.update(
      ctx.db,
      id,
      { ...changes, ...(password_hash && { password_hash }) },
      revoke,
    )
    await audit(ctx, id, 'updated', [
      ...differing,
      ...(password_hash ? [{ field: 'password', from: null, to: null }] : []),
    ])
    if (password_hash || changes.active === false) await apiKeys.revokeAllOf(ctx, id)
    return after
  })
}

export const remove = (ctx: Ctx, id: string) =>
  transact(ctx, async (ctx) => {
    await checkNotLastAdmin(ctx, await load(ctx, id))
    const row = await store.update(ctx.db, id, { active: false, deleted_at: ctx.now }, true)
    await audit(ctx, id, 'deleted', [{ field: 'deleted', from: false, to: true }])
    await apiKeys.revokeAllOf(ctx, id)
    return { ...row, deleted: true }
  })

const auditedFields = ['email', 'name', 'roles', 'groups', 'active'] as const
const endsTokens = new Set(['roles', 'active'])

/** That a password changed is told, never what it was. */
const audit = (ctx: Ctx<Tx>, id: string, action: string, changes: Change[]) =>
  record(ctx, id, { subject_type: 'user', action, changes, events: [] })

async function load(ctx: Ctx<Tx>, id: string): Promise<store.UserRow> {
  const user = await store.lock(ctx.db, id)
  if (!user) throw notFound(`User ${id}`)
  return user
}

async function checkNotLastAdmin(ctx: Ctx<Tx>, user: store.UserRow): Promise<void> {
  if (!user.roles.includes('super_admin') || !user.active) return
  if ((await store.otherAdmins(ctx.db, user.id)) === 0)
    throw conflict('last_admin', 'This is the last active super_admin: make another one first')
}
