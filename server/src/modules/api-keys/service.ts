import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import type { AccountKind } from '../../kernel/actor.ts'
import { randomToken } from '../../kernel/crypto.ts'
import { notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { hashToken } from '../../kernel/passwords.ts'
import { lockOwnAccount } from '../records/administered/own-account.ts'
import { auditOf } from '../records/administered/service.ts'
import { checkMayCreate, checkMayRevoke, expiryOf, formatKey, type CreateApiKey } from './model.ts'
import * as store from './store.ts'

const { audit, auditCreated } = auditOf<{ id: string } & Partial<store.ApiKeyRow>>({
  subject_type: 'api_key',
  audited_fields: ['name', 'roles', 'expires_at'],
})

export async function create(ctx: Ctx, input: CreateApiKey) {
  const { actor, now, config } = ctx
  const roles = input.roles ?? [...actor.roles]
  checkMayCreate(actor, roles)
  const expires_at = expiryOf(input, now, config.api_key_max_days)
  const id = randomId('key_')
  const secret = randomToken()
  const values = {
    id,
    owner_id: actor.id,
    owner_kind: actor.kind as AccountKind,
    owner_email: actor.email,
    owner_name: actor.name,
    name: input.name,
    roles,
    secret_hash: hashToken(secret),
    expires_at,
  }
  const row = await transact(ctx, async (ctx) => {
    await lockOwnAccount(ctx)
    const row = await store.insert(ctx.db, values)
    await auditCreated(ctx, row)
    return row
  })
  return { ...row, key: formatKey(id, secret) }
}

export async function getOwn({ db, actor, config }: Ctx, id: string) {
  const key = await store.findOwn(db, actor.id, id, config.api_key_max_days)
  if (!key) throw notFound(`API key ${id}`)
  return key
}

export function revokeOwn(ctx: Ctx, id: string) {
  checkMayRevoke(ctx.actor, id)
  return revoke(ctx, id, ctx.actor.id)
}

/** Also ends the tokens of the key. With `owner_id`, only a key of that owner. */
export const revoke = (ctx: Ctx, id: string, owner_id?: string) =>
  transact(ctx, async (ctx) => {
    if (!(await store.revoke(ctx.db, id, owner_id))) throw notFound(`API key ${id}`)
    await auditRevoked(ctx, id)
    return (await store.find(ctx.db, id, ctx.config.api_key_max_days))!
  })

/** Keys that were created with credentials that are no longer valid must end with them. */
export async function revokeAllOf(ctx: Ctx<Tx>, owner_id: string): Promise<void> {
  for (const id of await store.revokeAllOf(ctx.db, owner_id)) await auditRevoked(ctx, id)
}

async function auditRevoked(ctx: Ctx<Tx>, id: string): Promise<void> {
  ctx.wake('revocations')
  await audit(ctx, { id }, 'revoked', [{ field: 'revoked', from: false, to: true }])
}
