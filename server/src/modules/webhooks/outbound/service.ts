import { transact, type Ctx } from '../../../db/ctx.ts'
import { seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { invalid, invalidField } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import * as administered from '../../records/administered/service.ts'
import type { Egress } from '../egress/open.ts'
import { checkFilters } from '../mapping/filters.ts'
import { noSecret } from '../webhook/model.ts'
import { switchSigning } from '../webhook/secrets.ts'
import * as webhooks from '../webhook/service.ts'
import {
  checkHeaders,
  headerError,
  hiddenValue,
  present,
  auditedFields,
  type CreateOutbound,
  type Headers,
  type OutboundRow,
  type UpdateOutbound,
} from './model.ts'
import * as store from './store.ts'

/** What sending takes: the keys to decrypt secrets, and the connections to receivers. */
export interface Sender {
  keys: Keys
  egress: Egress
}

const resource: webhooks.WebhookResource<OutboundRow> = {
  subject_type: 'outbound_webhook',
  audited_fields: auditedFields,
  store,
}

export const sealHeaders = (keys: Keys, id: string, headers: Headers) =>
  Object.keys(headers).length === 0 ? null : seal(keys, `${id} headers`, JSON.stringify(headers))
export const unsealHeaders = (keys: Keys, id: string, sealed: string | null): Headers =>
  sealed === null ? {} : (JSON.parse(unseal(keys, `${id} headers`, sealed)) as Headers)

const headerColumns = (keys: Keys, id: string, headers: Headers) => ({
  headers_sealed: sealHeaders(keys, id, headers),
  header_names: Object.keys(headers),
})

/** Throws a 404 when there is none. */
export const find = (ctx: Ctx, id: string): Promise<OutboundRow> => administered.find(ctx, resource, id)

export const create = (ctx: Ctx, keys: Keys, { headers = {}, ...input }: CreateOutbound) =>
  transact(ctx, async (ctx) => {
    const { sign_payloads = true, filters = [], active = true, timeout_seconds = 10 } = input
    checkContent(filters, headers)
    checkNoneHidden(headers)
    const id = randomId('wh_out_')
    const { secret, sealed } = switchSigning(keys, id, noSecret, sign_payloads)
    const row = await administered.create(ctx, resource, {
      ...{ ...input, id, filters, sign_payloads, active, timeout_seconds },
      ...headerColumns(keys, id, headers),
      ...{ ...noSecret, ...sealed },
      owner_id: ctx.actor.id,
      owner_email: ctx.actor.email,
    })
    return present(row, headers, secret)
  })

export const update = (ctx: Ctx, keys: Keys, id: string, patch: UpdateOutbound, ifMatch?: string) =>
  administered.change(ctx, resource, id, ifMatch, async (ctx, before) => {
    const { headers: given, ...fields } = patch
    checkContent(patch.filters ?? [], given ?? {})
    const stored = unsealHeaders(keys, id, before.headers_sealed)
    const isMoved = patch.url !== undefined && originOf(patch.url) !== originOf(before.url)
    if (isMoved) checkHeadersAgain(given, stored)
    const headers = given && restoreHidden(given, stored)
    const { secret, sealed } = switchSigning(keys, id, before, fields.sign_payloads)
    const values = { ...fields, ...(headers && headerColumns(keys, id, headers)), ...sealed }
    const haveNewHeaders = headers && JSON.stringify(headers) !== JSON.stringify(stored)
    const hidden = haveNewHeaders ? [administered.hiddenChange('headers')] : []
    return present(await administered.write(ctx, resource, before, values, hidden), undefined, secret)
  })

export async function rotateSecret(ctx: Ctx, keys: Keys, id: string) {
  const { row, secret } = await webhooks.rotateSecret(ctx, keys, resource, id)
  return present(row, undefined, secret)
}

export const remove = async (ctx: Ctx, id: string, ifMatch?: string) => ({
  ...present(await webhooks.remove(ctx, resource, id, ifMatch)),
  deleted: true,
})

function checkContent(filters: UpdateOutbound['filters'] & object, headers: Headers): void {
  checkFilters(filters)
  checkHeaders(headers)
}

const originOf = (url: string) => new URL(url).origin

/** Whoever changes the receiver must know the header values, or they could read them there. */
function checkHeadersAgain(given: Headers | undefined, stored: Headers): void {
  if (Object.keys(stored).length === 0) return
  const why = 'the url has another origin, so header values must be sent again'
  if (!given) throw invalidField('headers', 'required', `headers is required: ${why}`)
  const errors = Object.entries(given)
    .filter(([, value]) => value === hiddenValue)
    .map(([name]) => headerError(name, 'hidden', `is required: ${why}`))
  if (errors.length > 0) throw invalid(errors)
}

/** A hidden value that is sent back keeps the stored one. */
function restoreHidden(given: Headers, stored: Headers): Headers {
  const restored = Object.entries(given).map(([name, value]) => [
    name,
    value === hiddenValue && Object.hasOwn(stored, name) ? stored[name] : value,
  ])
  const headers = Object.fromEntries(restored) as Headers
  checkNoneHidden(headers)
  return headers
}

function checkNoneHidden(headers: Headers): void {
  const errors = Object.entries(headers)
    .filter(([, value]) => value === hiddenValue)
    .map(([name]) => headerError(name, 'hidden', 'has no stored value to keep: send one'))
  if (errors.length > 0) throw invalid(errors)
}
