import { transact, type Ctx } from '../../../db/ctx.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { checkFixed } from '../../records/model.ts'
import { noSecret } from '../webhook/model.ts'
import { switchSigning } from '../webhook/secrets.ts'
import { administerWebhooks } from '../webhook/service.ts'
import { checkTimestampRule, present, storedFields } from './model.ts'
import type { CreateInbound, InboundRow, UpdateInbound } from './model.ts'
import { presets } from './presets.ts'
import { checkRules } from './rules.ts'
import * as store from './store.ts'

const webhooks = administerWebhooks<InboundRow, ReturnType<typeof present>>(
  {
    subject_type: 'inbound_webhook',
    audited_fields: storedFields,
    // More people may read the audit log than may call the webhook.
    auditIdOf: ({ reference }) => reference,
    store,
    cached_by: 'inbound',
  },
  ({ config }, row, secret) => present(row, config.base_url, secret),
)

export const { find, get, rotateSecret, removeOne: remove } = webhooks

export const create = (ctx: Ctx, keys: Keys, input: CreateInbound) =>
  transact(ctx, async (ctx) => {
    const preset = presetNamed(input.preset ?? null)
    const id = randomId('wh_in_', 128)
    const { secret, sealed } = switchSigning(keys, id, noSecret, input.secret_enabled)
    const values = {
      id,
      reference: randomId('inbound_', 60),
      name: input.name,
      description: input.description ?? null,
      action: input.action ?? ('create_incident' as const),
      preset: preset?.name ?? null,
      field_mapping: input.field_mapping ?? preset?.field_mapping ?? {},
      filters: input.filters ?? preset?.filters ?? [],
      resolve_when: input.resolve_when ?? preset?.resolve_when ?? [],
      ...noSecret,
      ...sealed,
      require_timestamp: input.require_timestamp ?? false,
      notify_stakeholders: input.notify_stakeholders ?? true,
      active: input.active ?? true,
      owner_id: ctx.actor.id,
      owner_email: ctx.actor.email,
    }
    checkRules(values)
    checkTimestampRule(values)
    return present(await webhooks.create(ctx, values), ctx.config.base_url, secret)
  })

function presetNamed(name: string | null) {
  if (name === null) return undefined
  if (!Object.hasOwn(presets, name))
    throw invalidField('preset', 'unknown', `preset must be one of ${Object.keys(presets).join(', ')}`)
  return presets[name]
}

export const update = (ctx: Ctx, keys: Keys, id: string, patch: UpdateInbound, ifMatch?: string) =>
  webhooks.change(ctx, id, ifMatch, async (ctx, before) => {
    const { secret_enabled, ...fields } = patch
    checkFixed('preset', fields.preset, before.preset)
    checkRules({ ...before, ...fields })
    const { secret, sealed } = switchSigning(keys, id, before, secret_enabled)
    const values = { ...fields, ...sealed }
    checkTimestampRule({ ...before, ...values })
    const wasEnabled = before.secret_sealed !== null
    const isSwitched = secret_enabled !== undefined && secret_enabled !== wasEnabled
    const hidden = isSwitched ? [{ field: 'secret_enabled', from: wasEnabled, to: secret_enabled }] : []
    const after = await webhooks.write(ctx, before, values, hidden)
    return present(after, ctx.config.base_url, secret)
  })
