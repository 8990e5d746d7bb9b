import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { changesBetween, type Change } from '../../../kernel/changes.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { checkIfMatch } from '../../../kernel/etag.ts'
import { invalidField, notFound } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import * as secrets from '../secrets.ts'
import {
  checkTimestampRule,
  shown,
  auditedFields,
  type CreateInbound,
  type InboundRow,
  type UpdateInbound,
} from './model.ts'
import { presets } from './presets.ts'
import { checkRules } from './rules.ts'
import * as store from './store.ts'

export const create = (ctx: Ctx, keys: Keys, input: CreateInbound) =>
  transact(ctx, async (ctx) => {
    const preset = presetNamed(input.preset ?? null)
    const id = randomId('wh_in_', 128)
    const secret = input.secret_enabled ? secrets.makeSecret(keys, id) : undefined
    const row = {
      id,
      reference: randomId('inbound_', 60),
      name: input.name,
      description: input.description ?? null,
      action: input.action ?? ('create_incident' as const),
      preset: preset?.name ?? null,
      field_mapping: input.field_mapping ?? preset?.field_mapping ?? {},
      filters: input.filters ?? preset?.filters ?? [],
      resolve_when: input.resolve_when ?? preset?.resolve_when ?? [],
      ...(secret?.sealed ?? secrets.noSecret),
      require_timestamp: input.require_timestamp ?? false,
      active: input.active ?? true,
      owner_id: ctx.actor.id,
      owner_email: ctx.actor.email,
    }
    checkRules(row)
    checkTimestampRule(row)
    const made = await store.insert(ctx.db, row)
    await audit(ctx, made, 'created', changesBetween({} as InboundRow, made, auditedFields))
    return shown(made, ctx.config.base_url, secret?.secret)
  })

function presetNamed(name: string | null) {
  if (name === null) return undefined
  if (!Object.hasOwn(presets, name))
    throw invalidField('preset', 'unknown', `preset must be one of ${Object.keys(presets).join(', ')}`)
  return presets[name]
}

export const update = (ctx: Ctx, keys: Keys, id: string, patch: UpdateInbound, ifMatch?: string) =>
  transact(ctx, async (ctx) => {
    const before = await load(ctx, id)
    checkIfMatch(ifMatch, before.version)
    const { secret_enabled, ...fields } = patch
    checkRules({ ...before, ...fields })
    const made = secret_enabled && !before.secret_sealed ? secrets.makeSecret(keys, id) : undefined
    const changes = {
      ...fields,
      ...made?.sealed,
      ...(secret_enabled === false && secrets.noSecret),
    }
    const after = { ...before, ...changes }
    checkTimestampRule(after)
    const differing = [
      ...changesBetween(before, after, auditedFields),
      ...changesBetween(secretFact(before), secretFact(after), ['secret_enabled']),
    ]
    if (differing.length === 0) return shown(before, ctx.config.base_url)
    const written = await store.update(ctx.db, id, changes)
    await audit(ctx, before, 'updated', differing)
    return shown(written, ctx.config.base_url, made?.secret)
  })

const secretFact = ({ secret_sealed }: InboundRow) => ({ secret_enabled: secret_sealed !== null })

export const rotateSecret = (ctx: Ctx, keys: Keys, id: string) =>
  transact(ctx, async (ctx) => {
    const before = await load(ctx, id)
    const { secret, sealed } = secrets.rotateSecret(keys, id, before, ctx.now)
    const after = await store.update(ctx.db, id, sealed)
    await audit(ctx, before, 'secret_rotated', [{ field: 'secret', from: null, to: null }])
    return shown(after, ctx.config.base_url, secret)
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) =>
  transact(ctx, async (ctx) => {
    const before = await load(ctx, id)
    checkIfMatch(ifMatch, before.version)
    const after = await store.update(ctx.db, id, { active: false, deleted_at: ctx.now })
    await audit(ctx, before, 'deleted', [{ field: 'deleted', from: false, to: true }])
    return { ...shown(after, ctx.config.base_url), deleted: true }
  })

/** Under its reference: more people may read the audit log than may call the webhook. */
const audit = (ctx: Ctx<Tx>, { reference }: InboundRow, action: string, changes: Change[]) =>
  record(ctx, reference, { subject_type: 'inbound_webhook', action, changes, events: [] })

async function load(ctx: Ctx<Tx>, id: string): Promise<InboundRow> {
  const webhook = await store.lock(ctx.db, id)
  if (!webhook) throw notFound(`Inbound webhook ${id}`)
  return webhook
}
