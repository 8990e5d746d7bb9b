import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { record } from '../../../events/journal.ts'
import { changesBetween, type Change } from '../../../kernel/changes.ts'
import { seal, unseal, type Keys } from '../../../kernel/crypto.ts'
import { checkIfMatch } from '../../../kernel/etag.ts'
import { invalid, invalidField, notFound } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { checkFilters } from '../mapping/filters.ts'
import * as secrets from '../secrets.ts'
import {
  checkHeaders,
  headerError,
  hiddenValue,
  shown,
  auditedFields,
  type CreateOutbound,
  type Headers,
  type OutboundRow,
  type UpdateOutbound,
} from './model.ts'
import * as store from './store.ts'

export const sealHeaders = (keys: Keys, id: string, headers: Headers) =>
  Object.keys(headers).length === 0 ? null : seal(keys, `${id} headers`, JSON.stringify(headers))
export const unsealHeaders = (keys: Keys, id: string, sealed: string | null): Headers =>
  sealed === null ? {} : (JSON.parse(unseal(keys, `${id} headers`, sealed)) as Headers)

export const create = (ctx: Ctx, keys: Keys, input: CreateOutbound) =>
  transact(ctx, async (ctx) => {
    const { headers = {}, sign_payloads = true, filters = [] } = input
    checkContent(filters, headers)
    checkNoneHidden(headers)
    const id = randomId('wh_out_')
    const made = sign_payloads ? secrets.makeSecret(keys, id) : undefined
    const row = await store.insert(ctx.db, {
      id,
      name: input.name,
      url: input.url,
      events: input.events,
      filters,
      headers_sealed: sealHeaders(keys, id, headers),
      header_names: Object.keys(headers),
      sign_payloads,
      ...(made?.sealed ?? secrets.noSecret),
      active: input.active ?? true,
      timeout_seconds: input.timeout_seconds ?? 10,
      owner_id: ctx.actor.id,
      owner_email: ctx.actor.email,
    })
    await audit(ctx, id, 'created', changesBetween({} as OutboundRow, row, auditedFields))
    return shown(row, headers, made?.secret)
  })

export const update = (ctx: Ctx, keys: Keys, id: string, patch: UpdateOutbound, ifMatch?: string) =>
  transact(ctx, async (ctx) => {
    const before = await load(ctx, id)
    checkIfMatch(ifMatch, before.version)
    const { headers: given, ...fields } = patch
    checkContent(patch.filters ?? [], given ?? {})
    const kept = unsealHeaders(keys, id, before.headers_sealed)
    const isMoved = patch.url !== undefined && originOf(patch.url) !== originOf(before.url)
    if (isMoved) checkHeadersAgain(given, kept)
    const headers = given && restoreHidden(given, kept)
    const made = fields.sign_payloads && !before.sign_payloads ? secrets.makeSecret(keys, id) : undefined
    const changes = {
      ...fields,
      ...(headers && { headers_sealed: sealHeaders(keys, id, headers), header_names: Object.keys(headers) }),
      ...made?.sealed,
      ...(fields.sign_payloads === false && secrets.noSecret),
    }
    const differing = [
      ...changesBetween(before, { ...before, ...changes }, auditedFields),
      ...(headers && JSON.stringify(headers) !== JSON.stringify(kept) ? [untold('headers')] : []),
    ]
    if (differing.length === 0) return shown(before)
    const after = await store.update(ctx.db, id, changes)
    await audit(ctx, id, 'updated', differing)
    return shown(after, undefined, made?.secret)
  })

export const rotateSecret = (ctx: Ctx, keys: Keys, id: string) =>
  transact(ctx, async (ctx) => {
    const before = await load(ctx, id)
    const { secret, sealed } = secrets.rotateSecret(keys, id, before, ctx.now)
    const after = await store.update(ctx.db, id, sealed)
    await audit(ctx, id, 'secret_rotated', [untold('secret')])
    return shown(after, undefined, secret)
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string) =>
  transact(ctx, async (ctx) => {
    const before = await load(ctx, id)
    checkIfMatch(ifMatch, before.version)
    const after = await store.update(ctx.db, id, { active: false, deleted_at: ctx.now })
    await audit(ctx, id, 'deleted', [{ field: 'deleted', from: false, to: true }])
    return { ...shown(after), deleted: true }
  })

function checkContent(filters: UpdateOutbound['filters'] & object, headers: Headers): void {
  checkFilters(filters)
  checkHeaders(headers)
}

const originOf = (url: string) => new URL(url).origin

/** Whoever changes where a webhook sends to must know the values that go along, or they could read them there. */
function checkHeadersAgain(given: Headers | undefined, kept: Headers): void {
  if (Object.keys(kept).length === 0) return
  const why = 'the url has another origin, so header values must be sent again'
  if (!given) throw invalidField('headers', 'required', `headers is required: ${why}`)
  const errors = Object.entries(given)
    .filter(([, value]) => value === hiddenValue)
    .map(([name]) => headerError(name, 'hidden', `is required: ${why}`))
  if (errors.length > 0) throw invalid(errors)
}

/** A hidden value that comes back stands for the one that is kept. */
function restoreHidden(given: Headers, kept: Headers): Headers {
  const restored = Object.entries(given).map(([name, value]) => [
    name,
    value === hiddenValue && Object.hasOwn(kept, name) ? kept[name] : value,
  ])
  const headers = Object.fromEntries(restored) as Headers
  checkNoneHidden(headers)
  return headers
}

function checkNoneHidden(headers: Headers): void {
  const errors = Object.entries(headers)
    .filter(([, value]) => value === hiddenValue)
    .map(([name]) => headerError(name, 'hidden', 'has no value yet that could be kept: send one'))
  if (errors.length > 0) throw invalid(errors)
}

/** That it changed is told, never what it was. */
const untold = (field: string): Change => ({ field, from: null, to: null })

const audit = (ctx: Ctx<Tx>, id: string, action: string, changes: Change[]) =>
  record(ctx, id, { subject_type: 'outbound_webhook', action, changes, events: [] })

async function load(ctx: Ctx<Tx>, id: string): Promise<OutboundRow> {
  const webhook = await store.lock(ctx.db, id)
  if (!webhook) throw notFound(`Outbound webhook ${id}`)
  return webhook
}
