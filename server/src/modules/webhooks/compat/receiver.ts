import type { IncomingHttpHeaders } from 'node:http'
import { transact, type Ctx } from '../../../db/ctx.ts'
import { charge, type Gate } from '../../../http/gate.ts'
import { equalInConstantTime, type Keys } from '../../../kernel/crypto.ts'
import { unauthenticated } from '../../../kernel/errors.ts'
import * as incidents from '../../incidents/service.ts'
import * as notes from '../../incidents/notes/service.ts'
import { logCall, logUnread, type CallLog } from '../inbound/calls.ts'
import type { InboundCache } from '../inbound/cache.ts'
import { incidentsOfAlert } from '../inbound/deduplication.ts'
import { actorOf, type Answer, type InboundRow } from '../inbound/model.ts'
import { receive } from '../inbound/receive.ts'
import { secretsOf } from '../webhook/secrets.ts'

export interface CompatParts {
  makeCtx: () => Ctx
  keys: Keys
  gate: Pick<Gate, 'limiter' | 'buckets'>
  cache: InboundCache
  calls: CallLog
}

/** A call in the format of another product. */
export interface CompatCall {
  ctx: Ctx
  bytes: Buffer
  headers: IncomingHttpHeaders
}

type CachedWebhook = NonNullable<Awaited<ReturnType<InboundCache['find']>>>
const longestKey = 200

/**
 * The key that the other product's clients send is the ID of an inbound webhook; of one with a secret, ID:SECRET. Undefined
 * for a key that is not valid. The secret is compared in constant time.
 */
export async function webhookOfKey(
  { keys, cache, calls }: CompatParts,
  ctx: Ctx,
  key: string | undefined,
): Promise<CachedWebhook | undefined> {
  if (key === undefined || key.length > longestKey) return undefined
  const separator = key.indexOf(':')
  const [id, secret] = separator < 0 ? [key, ''] : [key.slice(0, separator), key.slice(separator + 1)]
  const found = /^wh_in_\w+$/.test(id) ? await cache.find(ctx.db, id) : undefined
  // Its owner wants proof of the time of every call, which these formats do not have.
  if (!found || found.webhook.require_timestamp) return undefined
  const secrets = secretsOf(keys, id, found.webhook, ctx.now)
  const equal = secrets.map((valid) => equalInConstantTime(secret, valid))
  if (secrets.length === 0 ? separator < 0 : equal.includes(true)) return found
  await logUnread(ctx, { cache, calls }, id, unauthenticated('The secret of this call is missing or wrong'))
  return undefined
}

/** An alert: under the mapping and the filters of the webhook. */
export async function raise(
  parts: CompatParts,
  { ctx, bytes }: CompatCall,
  { webhook, evaluate }: CachedWebhook,
  payload: unknown,
): Promise<Answer> {
  await charge(parts.gate, webhook.reference)
  return logCall(ctx, parts.calls, webhook.id, bytes, () => receive(ctx, webhook, evaluate, payload, []))
}

export type AlertReference = { dedup_key: string } | { incident_id: string }
export type AlertAction = 'resolve' | 'acknowledge' | 'note'

/** What happens to an alert later; an unknown one is ignored, as the other products do. */
export async function act(
  parts: CompatParts,
  { ctx, bytes }: CompatCall,
  { webhook }: CachedWebhook,
  { action, alert, text }: { action: AlertAction; alert: AlertReference; text: string },
): Promise<Answer> {
  await charge(parts.gate, webhook.reference)
  const work = () =>
    transact({ ...ctx, actor: actorOf(webhook) }, async (ctx): Promise<Answer> => {
      const done: string[] = []
      for (const id of await incidentsOf(ctx, webhook, alert))
        if (await actions[action](ctx, id, text)) done.push(id)
      if (done.length > 0) return { status: outcomes[action], incident_id: done[0]! }
      return { status: 'ignored', reason: 'No open incident belongs to this alert' }
    })
  return logCall(ctx, parts.calls, webhook.id, bytes, work)
}

const outcomes = { resolve: 'resolved', acknowledge: 'acknowledged', note: 'noted' } as const

const actions: Record<AlertAction, (ctx: Ctx, incident_id: string, text: string) => Promise<boolean>> = {
  resolve: incidents.resolve,
  acknowledge: incidents.acknowledge,
  note: async (ctx, incident_id, body) => {
    if (!(await incidents.isOpen(ctx, incident_id))) return false
    await notes.add(ctx, incident_id, { body })
    return true
  },
}

const incidentsOf = async (ctx: Ctx, webhook: InboundRow, alert: AlertReference): Promise<string[]> => {
  if ('dedup_key' in alert) return incidentsOfAlert(ctx, webhook, alert.dedup_key)
  return (await incidents.isOpenedBy(ctx, alert.incident_id, webhook.reference)) ? [alert.incident_id] : []
}
