import type { IncomingHttpHeaders } from 'node:http'
import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { isUniqueViolation } from '../../../db/errors.ts'
import type { Claim } from '../../../events/journal.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { sha256, type Keys } from '../../../kernel/crypto.ts'
import { day } from '../../../kernel/durations.ts'
import { invalidField, notFound, unauthenticated } from '../../../kernel/errors.ts'
import type { CreateIncident } from '../../incidents/model.ts'
import * as incidents from '../../incidents/service.ts'
import { compileFilters, type Filter } from '../mapping/filters.ts'
import { unsealSecret } from '../outbound/service.ts'
import { compileMapping, mapPayload, type Mapped } from './mapping.ts'
import { actorOf, type InboundRow, type Outcome } from './model.ts'
import { requiredTarget } from './service.ts'
import { isSigned } from './signature.ts'
import * as store from './store.ts'
import { confirmJob, isConfirmation } from './subscription.ts'

/** Who calls is known by the address, and by the signature when there is a secret. Nothing else is looked at before. */
export async function identify(
  ctx: Ctx,
  keys: Keys,
  id: string,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
) {
  const webhook = await store.findForCall(ctx.db, id)
  if (!webhook) throw notFound('This inbound webhook')
  if (webhook.secret_sealed) {
    const { previous_secret_until: until } = webhook
    const sealed = [webhook.secret_sealed, until && until > ctx.now ? webhook.previous_secret_sealed : null]
    const secrets = sealed.filter((one) => one !== null).map((one) => unsealSecret(keys, id, one))
    if (!isSigned(headers, bytes, secrets, ctx.now))
      throw unauthenticated('The signature of this call is missing or wrong')
  }
  return webhook
}

export interface Answer {
  status: Outcome
  incident_id?: string
  reason?: string
}

/** What a payload would lead to, and what it leads to. */
export interface Verdict {
  failed_filter: Filter | undefined
  resolves: boolean
  mapped: Mapped | undefined
}

export function judge(webhook: InboundRow, payload: unknown): Verdict {
  const failed_filter = compileFilters(webhook.filters)(payload)
  if (failed_filter) return { failed_filter, resolves: false, mapped: undefined }
  const { resolve_when, action } = webhook
  const resolves =
    action === 'resolve_incident' ||
    (resolve_when.length > 0 && compileFilters(resolve_when)(payload) === undefined)
  const required = requiredTarget[resolves ? 'resolve_incident' : 'create_incident']
  const mapping = compileMapping(webhook.field_mapping, required)
  return { failed_filter, resolves, mapped: mapPayload(mapping, payload, required) }
}

export async function receive(
  ctx: Ctx,
  webhook: InboundRow,
  payload: unknown,
  headers: IncomingHttpHeaders,
): Promise<Answer> {
  if (webhook.preset === 'cloudwatch' && isConfirmation(payload))
    return confirm(ctx, webhook, payload.SubscribeURL)
  const { mapped, resolves } = judge(webhook, payload)
  if (!mapped) return { status: 'filtered' }
  const acting = { ...ctx, actor: actorOf(webhook) }
  if (resolves) return resolve(acting, webhook, mapped)
  const { incident, dedup_key } = mapped
  return createOnce(acting, incident, claimsOf(ctx, webhook, sameCall(headers), dedup_key))
}

const confirm = (ctx: Ctx, { id }: InboundRow, url: string): Promise<Answer> =>
  transact(ctx, async (ctx) => {
    await enqueue(ctx, confirmJob, { payload: { webhook_id: id, url } })
    return { status: 'confirming' }
  })

/** What the caller says makes two calls the same. */
function sameCall(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'] ?? headers['webhook-id']
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(String(key)))
    throw invalidField(
      'Idempotency-Key',
      'pattern',
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    )
  return String(key)
}

/** The alert's key first, so that who resolves finds it whatever webhook made it. */
const alertClaim = (dedup_key: string) => `alert ${sha256(dedup_key)} `

function claimsOf(
  ctx: Ctx,
  { id }: InboundRow,
  call: string | undefined,
  dedup_key: string | undefined,
): Claim[] {
  const expires_at = new Date(ctx.now.getTime() + day)
  return [
    ...(call === undefined ? [] : [{ key: `call ${sha256(`${id} ${call}`)}`, expires_at }]),
    ...(dedup_key === undefined ? [] : [{ key: `${alertClaim(dedup_key)}${id}`, expires_at: null }]),
  ]
}

const tries = 5

/** Of calls that claim the same at once, one makes the incident; the others find it. */
async function createOnce(ctx: Ctx, incident: CreateIncident, claims: Claim[]): Promise<Answer> {
  const keys = claims.map(({ key }) => key)
  const known = keys.length > 0 && (await store.findClaims(ctx.db, keys)).length > 0
  for (let attempt = known ? 1 : 0; ; attempt++) {
    try {
      if (attempt > 0) return await transact(ctx, (ctx) => createUnlessClaimed(ctx, incident, claims))
      const { id } = await incidents.create(ctx, incident, claims)
      return { status: 'created', incident_id: id }
    } catch (error) {
      if (!isUniqueViolation(error, 'claims_pkey') || attempt === tries) throw error
    }
  }
}

/** A claim whose time is over, or whose incident is no longer open, may be taken again. */
async function createUnlessClaimed(ctx: Ctx<Tx>, incident: CreateIncident, claims: Claim[]): Promise<Answer> {
  const held = await store.lockClaims(
    ctx.db,
    claims.map(({ key }) => key),
  )
  for (const { key, subject_id, expired } of held) {
    const isAlert = key.startsWith('alert ')
    if (isAlert ? await incidents.isOpen(ctx, subject_id) : !expired)
      return { status: 'duplicate', incident_id: subject_id }
  }
  await store.dropClaims(
    ctx.db,
    held.map(({ key }) => key),
  )
  const { id } = await incidents.create(ctx, incident, claims)
  return { status: 'created', incident_id: id }
}

async function resolve(ctx: Ctx, webhook: InboundRow, { dedup_key, work_note }: Mapped): Promise<Answer> {
  const prefix = alertClaim(dedup_key!)
  // Its own incidents, or those of all when resolving is what it is for.
  const claims = await store.findClaimsUnder(
    ctx.db,
    webhook.action === 'resolve_incident' ? prefix : `${prefix}${webhook.id}`,
  )
  const resolved: string[] = []
  for (const { subject_id } of claims)
    if (await incidents.resolve(ctx, subject_id, work_note ?? `Resolved by ${webhook.name}`))
      resolved.push(subject_id)
  if (resolved.length === 0) return { status: 'ignored', reason: 'No open incident has this dedup_key' }
  return { status: 'resolved', incident_id: resolved[0]! }
}
