import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Db } from '../../../db/ctx.ts'
import { second } from '../../../kernel/durations.ts'
import * as store from '../sessions/store.ts'
import type { ClockOffset } from './node-clock.ts'

const longestAgent = 500

/** Records the origin of sessions, and sign-outs. */
export function recordSessions(provider: Provider, db: Db, offset: ClockOffset): void {
  provider.use(async (ctx, next) => {
    await next()
    const { session } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {}
    if (!session?.accountId) return
    if ((session as { destroyed?: boolean }).destroyed) await store.recordSignOut(db, session.uid)
    else if (session.authorizations)
      await store.recordVisit(db, {
        uid: session.uid,
        account_id: session.accountId,
        clients: Object.keys(session.authorizations),
        address: ctx.ip,
        user_agent: ctx.get('user-agent').slice(0, longestAgent) || null,
        signed_in_at: new Date(((session.loginTs ?? 0) + offset()) * second),
      })
  })
}
