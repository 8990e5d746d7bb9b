import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record } from '../../events/journal.ts'
import { changesBetween, type Change } from '../../kernel/changes.ts'
import { randomToken } from '../../kernel/crypto.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { hashToken } from '../../kernel/passwords.ts'
import { checkMayMake, formatKey, type CreateApiKey } from './model.ts'
import * as store from './store.ts'

export async function create(ctx: Ctx, input: CreateApiKey) {
  const { actor, now } = ctx
  const roles = input.roles ?? [...actor.roles]
  checkMayMake(actor, roles)
  const expires_at = input.expires_at ? new Date(input.expires_at) : null
  if (expires_at && expires_at <= now)
    throw invalidField('expires_at', 'past', 'expires_at must lie in the future')
  const id = randomId('key_')
  const secret = randomToken()
  const row = await transact(ctx, async (ctx) => {
    const row = await store.insert(ctx.db, {
      id,
      owner_id: actor.id,
      owner_kind: actor.kind as 'user' | 'client' | 'external',
      owner_email: actor.email,
      owner_name: actor.name,
      name: input.name,
      roles,
      secret_hash: hashToken(secret),
      expires_at,
    })
    await audit(ctx, id, 'created', changesBetween({} as store.ApiKeyRow, row, toldFields))
    return row
  })
  return { ...row, key: formatKey(id, secret) }
}

/** The tokens that the key has bought end with it. */
export async function revoke(ctx: Ctx, id: string) {
  const row = await transact(ctx, async (ctx) => {
    const row = await store.revoke(ctx.db, ctx.actor.id, id)
    if (row) await audit(ctx, id, 'revoked', [{ field: 'revoked', from: false, to: true }])
    return row
  })
  if (!row) throw notFound(`API key ${id}`)
  return { ...row, revoked: true }
}

const toldFields = ['name', 'roles', 'expires_at'] as const

const audit = (ctx: Ctx<Tx>, id: string, action: string, changes: Change[]) =>
  record(ctx, id, { subject_type: 'api_key', action, changes, events: [] })
