import type { InteractionResults, KoaContextWithOIDC } from 'oidc-provider'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Db } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import { lockAtEpoch } from '../../records/administered/own-account.ts'
import { idOfUid } from '../sessions/model.ts'
import * as store from '../sessions/store.ts'
import type { ClockOffset } from './node-clock.ts'
import type { RevocationParts } from './revocation.ts'

const longestAgent = 500

interface SessionParts extends Pick<RevocationParts, 'db' | 'refreshTrust'> {
  offset: ClockOffset
}

/** Records the origin of sessions, and sign-outs. */
export function recordSessions(provider: Provider, { db, refreshTrust, offset }: SessionParts): void {
  provider.use(async (ctx, next) => {
    await next()
    const { session, result } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {}
    if (!session?.accountId) return
    const epoch = epochIn(result)
    if ((session as { destroyed?: boolean }).destroyed) {
      await store.recordSignOut(db, session.uid)
      await refreshTrust()
    } else if (session.authorizations || epoch !== undefined)
      await recordVisit(
        db,
        {
          uid: session.uid,
          account_id: session.accountId,
          clients: Object.keys(session.authorizations ?? {}),
          address: ctx.ip,
          user_agent: ctx.get('user-agent').slice(0, longestAgent) || null,
          signed_in_at: new Date(((session.loginTs ?? 0) + offset()) * second),
        },
        epoch,
      )
  })
}

/** That of a user who has just signed in. */
const epochIn = (result: InteractionResults | undefined) => result?.login?.epoch as number | undefined

/** A change of the account since its password was checked ends the sessions that it finds, but this one is new. */
const recordVisit = (db: Db, visit: store.SessionVisit, epoch: number | undefined): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const id = visit.account_id
    const isCurrent = epoch === undefined || (await lockAtEpoch(tx, { id, kind: 'user', epoch }))
    await store.recordVisit(tx, visit)
    if (!isCurrent) await store.end(tx, { id: idOfUid(visit.uid) })
  })
