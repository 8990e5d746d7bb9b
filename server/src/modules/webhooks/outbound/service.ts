import { transact, type Ctx } from '../../../db/ctx.ts'
import type { Keys } from '../../../kernel/crypto.ts'
import { randomId } from '../../../kernel/ids.ts'
import { hiddenChange } from '../../records/administered/service.ts'
import type { Egress } from '../egress/open.ts'
import { checkEventFilters } from '../mapping/filters.ts'
import { noSecret } from '../webhook/model.ts'
import { switchSigning } from '../webhook/secrets.ts'
import { administerWebhooks } from '../webhook/service.ts'
import * as headerRules from './headers.ts'
import { present, storedFields, withoutSecrets } from './model.ts'
import type { CreateOutbound, OutboundRow, UpdateOutbound } from './model.ts'
import * as store from './store.ts'

/** What sending needs: the keys to decrypt secrets, and the connections to receivers. */
export interface Sender {
  keys: Keys
  egress: Egress
}

const webhooks = administerWebhooks<OutboundRow, ReturnType<typeof present>>(
  {
    subject_type: 'outbound_webhook',
    audited_fields: [...storedFields, 'header_names'],
    auditedAs: { url: withoutSecrets },
    store: { find: store.find, lock: store.lock, insert: store.insert, update: store.update },
  },
  (_ctx, row, secret) => present(row, undefined, secret),
)

export const { find, get, rotateSecret, removeOne: remove } = webhooks

export const create = (ctx: Ctx, keys: Keys, { headers = {}, ...input }: CreateOutbound) =>
  transact(ctx, async (ctx) => {
    const {
      format = 'event',
      sign_payloads = true,
      filters = [],
      active = true,
      timeout_seconds = 10,
    } = input
    checkEventFilters(filters, input.events)
    headerRules.checkHeaders(headers)
    headerRules.checkNoneHidden(headers)
    const id = randomId('wh_out_')
    const { secret, sealed } = switchSigning(keys, id, noSecret, sign_payloads)
    const row = await webhooks.create(ctx, {
      ...input,
      id,
      filters,
      format,
      sign_payloads,
      active,
      timeout_seconds,
      ...headerRules.headerColumns(keys, id, headers),
      ...noSecret,
      ...sealed,
      owner_id: ctx.actor.id,
      owner_email: ctx.actor.email,
    })
    return present(row, headers, secret)
  })

export const update = (ctx: Ctx, keys: Keys, id: string, patch: UpdateOutbound, ifMatch?: string) =>
  webhooks.change(ctx, id, ifMatch, async (ctx, before) => {
    const { headers: given, ...fields } = patch
    const { filters, events } = { ...before, ...patch }
    if (patch.filters || patch.events) checkEventFilters(filters, events)
    headerRules.checkHeaders(given ?? {})
    const stored = headerRules.unsealHeaders(keys, id, before.headers_sealed)
    const isMoved = patch.url !== undefined && originOf(patch.url) !== originOf(before.url)
    if (isMoved) headerRules.checkHeadersAgain(given, stored)
    const headers = given && headerRules.restoreHidden(given, stored)
    const { secret, sealed } = switchSigning(keys, id, before, fields.sign_payloads)
    const values = { ...fields, ...(headers && headerRules.headerColumns(keys, id, headers)), ...sealed }
    const haveNewHeaders = headers && JSON.stringify(headers) !== JSON.stringify(stored)
    const hidden = haveNewHeaders ? [hiddenChange('headers')] : []
    return present(await webhooks.write(ctx, before, values, hidden), undefined, secret)
  })

const originOf = (url: string) => new URL(url).origin
