import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import { record } from '../../events/journal.ts'
import { changesBetween, type Change } from '../../kernel/changes.ts'
import { randomToken } from '../../kernel/crypto.ts'
import { checkIfMatch } from '../../kernel/etag.ts'
import { notFound } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/ids.ts'
import { hashToken } from '../../kernel/passwords.ts'
import * as apiKeys from '../api-keys/service.ts'
import type { CreateClient, UpdateClient } from './model.ts'
import * as store from './store.ts'

const makeSecret = () => `ms_${randomToken()}`

const withSecret = (client: store.ClientRow, client_secret: string) => ({
  ...client,
  client_id: client.id,
  client_secret,
})

export const create = (ctx: Ctx, input: CreateClient) =>
  transact(ctx, async (ctx) => {
    const id = randomId('client_')
    const secret = makeSecret()
    const email = input.email ?? `${id}@clients.mainstay.local`
    const { name, roles, redirect_uris = [] } = input
    const row = await store.insert(ctx.db, {
      id,
      name,
      email,
      roles,
      redirect_uris,
      secret_hash: hashToken(secret),
    })
    await audit(ctx, id, 'created', changesBetween({} as store.ClientRow, row, auditedFields))
    return withSecret(row, secret)
  })

export const update = (ctx: Ctx, id: string, changes: UpdateClient, ifMatch?: string) =>
  transact(ctx, async (ctx) => {
    const client = await load(ctx, id)
    checkIfMatch(ifMatch, client.version)
    const differing = changesBetween(client, { ...client, ...changes }, auditedFields)
    if (differing.length === 0) return client
    const revoke = differing.some(({ field }) => endsTokens.has(field))
    const after = await store.update(ctx.db, id, changes, revoke)
    await audit(ctx, id, 'updated', differing)
    if (changes.active === false) await apiKeys.revokeAllOf(ctx, id)
    return after
  })

/** The old secret stops working at once, and so do the tokens and API keys that were made with it. */
export const rotateSecret = (ctx: Ctx, id: string) =>
  transact(ctx, async (ctx) => {
    await load(ctx, id)
    const secret = makeSecret()
    await audit(ctx, id, 'updated', [{ field: 'client_secret', from: null, to: null }])
    await apiKeys.revokeAllOf(ctx, id)
    return withSecret(await store.update(ctx.db, id, { secret_hash: hashToken(secret) }, true), secret)
  })

export const remove = (ctx: Ctx, id: string) =>
  transact(ctx, async (ctx) => {
    await load(ctx, id)
    await audit(ctx, id, 'deleted', [{ field: 'deleted', from: false, to: true }])
    await apiKeys.revokeAllOf(ctx, id)
    return {
      ...(await store.update(ctx.db, id, { active: false, deleted_at: ctx.now }, true)),
      deleted: true,
    }
  })

const auditedFields = ['name', 'email', 'roles', 'redirect_uris', 'active'] as const
const endsTokens = new Set(['roles', 'active'])

/** That a secret changed is told, never what it was. */
const audit = (ctx: Ctx<Tx>, id: string, action: string, changes: Change[]) =>
  record(ctx, id, { subject_type: 'client', action, changes, events: [] })

async function load(ctx: Ctx<Tx>, id: string): Promise<store.ClientRow> {
  const client = await store.lock(ctx.db, id)
  if (!client) throw notFound(`Client ${id}`)
  return client
}
