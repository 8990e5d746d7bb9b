import { transact, type Ctx } from '../../db/ctx.ts'
import { randomToken } from '../../kernel/crypto.ts'
import { randomId } from '../../kernel/ids.ts'
import { hashToken } from '../../kernel/passwords.ts'
import * as apiKeys from '../api-keys/service.ts'
import { administer, hiddenChange } from '../records/administered/service.ts'
import type { CreateClient, UpdateClient } from './model.ts'
import * as store from './store.ts'

const clients = administer<store.ClientRow, store.ClientInput>({
  subject_type: 'client',
  audited_fields: ['name', 'email', 'roles', 'redirect_uris', 'active'],
  token_fields: ['roles', 'active', 'client_secret', 'deleted'],
  store,
})

const makeSecret = () => `ms_${randomToken()}`

const withSecret = (client: store.ClientRow, client_secret: string) => ({
  ...client,
  client_id: client.id,
  client_secret,
})

export const get = clients.find

export const create = (ctx: Ctx, { email, ...input }: CreateClient) =>
  transact(ctx, async (ctx) => {
    const id = randomId('client_')
    const secret = makeSecret()
    const client = { id, email: email ?? `${id}@clients.mainstay.local`, ...input }
    const row = await clients.create(ctx, { ...client, secret_hash: hashToken(secret) })
    return withSecret(row, secret)
  })

export const update = (ctx: Ctx, id: string, changes: UpdateClient, ifMatch?: string) =>
  clients.change(ctx, id, ifMatch, async (ctx, before) => {
    const after = await clients.write(ctx, before, changes)
    if (changes.active === false) await apiKeys.revokeAllOf(ctx, id)
    return after
  })

/** The old secret stops working immediately, as do its tokens and API keys. */
export const rotateSecret = (ctx: Ctx, id: string, ifMatch?: string) =>
  clients.change(ctx, id, ifMatch, async (ctx, before) => {
    const secret = makeSecret()
    const values = { secret_hash: hashToken(secret) }
    const after = await clients.write(ctx, before, values, [hiddenChange('client_secret')])
    await apiKeys.revokeAllOf(ctx, id)
    return withSecret(after, secret)
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) =>
  clients.change(ctx, id, ifMatch, async (ctx, before) => {
    const after = await clients.remove(ctx, before)
    await apiKeys.revokeAllOf(ctx, id)
    return { ...after, deleted: true }
  })
