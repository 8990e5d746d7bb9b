import { transact, type Ctx, type Tx } from '../../../db/ctx.ts'
import { isUniqueViolation } from '../../../db/errors.ts'
import type { Claim } from '../../../events/journal.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { day } from '../../../kernel/durations.ts'
import type { CreateIncident } from '../../incidents/model.ts'
import * as incidents from '../../incidents/service.ts'
import type { MappedPayload } from './mapping.ts'
import type { Answer, InboundRow } from './model.ts'
import * as store from './store.ts'

/** How long a repeated call is recognised. */
const callLifetime = day

/** One claim for each identity of the call. */
export const callClaims = (ctx: Ctx, { id }: InboundRow, verb: string, identities: string[]): Claim[] =>
  identities.map((identity) => ({
    key: `call ${sha256(`${id} ${verb} ${identity}`)}`,
    expires_at: new Date(ctx.now.getTime() + callLifetime),
  }))

/** The alert's key first, so that claims of any webhook can be found by prefix. */
const alertClaim = (dedup_key: string) => `alert ${sha256(dedup_key)} `

export const alertClaims = ({ id }: InboundRow, dedup_key: string | undefined): Claim[] =>
  dedup_key === undefined ? [] : [{ key: `${alertClaim(dedup_key)}${id}`, expires_at: null }]

const keysOf = (claims: { key: string }[]) => claims.map(({ key }) => key)

const maxRetries = 5

/** Of concurrent calls with the same claim, one creates the incident; the others find it. */
export async function createOnce(
  ctx: Ctx,
  incident: CreateIncident,
  calls: Claim[],
  alerts: Claim[],
): Promise<Answer> {
  const claims = [...calls, ...alerts]
  const isClaimed = claims.length > 0 && (await store.findClaims(ctx.db, keysOf(claims))).length > 0
  for (let attempt = isClaimed ? 1 : 0; ; attempt++) {
    try {
      if (attempt > 0) return await transact(ctx, (ctx) => createUnlessClaimed(ctx, incident, calls, alerts))
      const { id } = await incidents.create(ctx, incident, claims)
      return { status: 'created', incident_id: id }
    } catch (error) {
      if (!isUniqueViolation(error, 'claims_pkey') || attempt === maxRetries) throw error
    }
  }
}

/** A claim that has expired, or whose incident is no longer open, may be taken over. */
async function createUnlessClaimed(
  ctx: Ctx<Tx>,
  incident: CreateIncident,
  calls: Claim[],
  alerts: Claim[],
): Promise<Answer> {
  const earlier = await store.lockClaims(ctx.db, keysOf(calls))
  const same = earlier.find(({ expired }) => !expired)
  if (same) return duplicateOf(same)
  const [alert] = await store.lockClaims(ctx.db, keysOf(alerts))
  if (alert && (await incidents.isOpen(ctx, alert.subject_id))) {
    await store.keepClaims(ctx.db, calls, alert.subject_id)
    return duplicateOf(alert)
  }
  await store.dropClaims(ctx.db, keysOf(alert ? [...earlier, alert] : earlier))
  const { id } = await incidents.create(ctx, incident, [...calls, ...alerts])
  return { status: 'created', incident_id: id }
}

const duplicateOf = ({ subject_id }: store.ClaimRow): Answer => ({
  status: 'duplicate',
  incident_id: subject_id,
})

/** A late repetition of a call must not resolve an incident of a newer alert. */
export const resolveOnce = (
  ctx: Ctx,
  webhook: InboundRow,
  { dedup_key, work_note }: MappedPayload,
  calls: Claim[],
) =>
  transact(ctx, async (ctx): Promise<Answer> => {
    const findSame = async () =>
      (await store.lockClaims(ctx.db, keysOf(calls))).find(({ expired }) => !expired)
    const same = await findSame()
    if (same) return duplicateOf(same)
    const resolved: string[] = []
    for (const subject_id of await incidentsOfAlert(ctx, webhook, dedup_key!))
      if (await incidents.resolve(ctx, subject_id, work_note ?? `Resolved by ${webhook.name}`))
        resolved.push(subject_id)
    if (resolved.length === 0) {
      // The same call may have been in progress, and have resolved it while this one waited.
      const first = await findSame()
      return first ? duplicateOf(first) : { status: 'ignored', reason: 'No open incident has this dedup_key' }
    }
    await store.keepClaims(ctx.db, calls, resolved[0]!)
    return { status: 'resolved', incident_id: resolved[0]! }
  })

/** Its own incidents, or those of every webhook when resolving is its action. */
export function incidentsOfAlert(ctx: Ctx, webhook: InboundRow, dedup_key: string): Promise<string[]> {
  const prefix = alertClaim(dedup_key)
  const under = webhook.action === 'resolve_incident' ? prefix : `${prefix}${webhook.id}`
  return store.findClaimedUnder(ctx.db, under)
}
